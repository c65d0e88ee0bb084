import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createMessageSignatures } from '../../../../src/auth/signatures/signatures.ts';
import { directoryOf, NOW } from '../../../helpers/signature-judge.ts';
import { IAT, ISS, TAN, verifiedHeader } from '../../../helpers/signing.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
const PUBLISHED = [{ kty: 'RSA', kid: 'bank-1', use: 'sig', alg: 'PS256', n, e }] as const;

const signatures = createMessageSignatures({
  directory: directoryOf([]),
  keys: { signing: () => ({ kid: 'bank-1', key: privateKey }) },
  clock: () => NOW,
  trustAnchors: ['openbanking.org.uk', 'directory.example'],
  organisationId: 'the-bank',
});

describe("the bank's signature", () => {
  test('has the header of the standard and is verified by another library', async () => {
    const body = Buffer.from('{"Data":{}}');
    const signature = await signatures.sign(body, 'application/json; charset=utf-8');
    expect(await verifiedHeader(signature, body, PUBLISHED)).toEqual({
      alg: 'PS256',
      kid: 'bank-1',
      typ: 'JOSE',
      cty: 'application/json',
      [IAT]: Math.floor(NOW / 1000),
      [ISS]: 'the-bank',
      [TAN]: 'openbanking.org.uk',
      crit: [IAT, ISS, TAN],
    });
    await expect(verifiedHeader(signature, '{"Data":{} }', PUBLISHED)).rejects.toThrow();
  });

  test('contains the content type of a body that is not JSON', async () => {
    const signature = await signatures.sign(Buffer.from('<Document/>'), 'application/xml');
    const header = await verifiedHeader(signature, '<Document/>', PUBLISHED);
    expect(header['cty']).toBe('application/xml');
  });

  test('of a large body does not block the event loop', async () => {
    const body = Buffer.alloc(24 * 1024 * 1024, 'payments');
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    const signature = await signatures.sign(body, 'application/json');
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
    expect(await verifiedHeader(signature, body, PUBLISHED)).toHaveProperty('kid', 'bank-1');
  });
});
