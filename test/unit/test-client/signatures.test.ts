import { describe, expect, test } from 'vitest';
import { BankKeys } from '../../../test-client/bank-keys.ts';
import { ISS, signDetached, verifyDetached } from '../../../test-client/signatures.ts';
import { Transport } from '../../../test-client/transport.ts';
import { generateKey, publicPart, type PrivateJwk } from '../../../src/auth/keys/key-file.ts';
import { ISSUER, judgeOf, NOW } from '../../helpers/signature-judge.ts';
import { startServer } from './server.ts';

const [one, two] = await Promise.all([generateKey(), generateKey()]);
const signed = (body: string, key: PrivateJwk): Promise<string> =>
  signDetached(body, { key, issuer: ISSUER, clock: () => NOW });

describe('a signature of a message', () => {
  test('is accepted by the bank for these bytes only', async () => {
    const judge = judgeOf([publicPart(one)]);
    const signature = await signed('{"ä":1}', one);
    expect(await judge(signature, '{"ä":1}')).toBeUndefined();
    expect((await judge(signature, '{"ä":2}'))?.code).toBe('UK.OBIE.Signature.Invalid');
  });

  test('is verified with its key, and its header is returned', async () => {
    const signature = await signed('{}', one);
    const keys = [publicPart(two), publicPart(one)];
    expect(await verifyDetached(signature, '{}', keys)).toMatchObject({
      alg: 'PS256',
      kid: one.kid,
      [ISS]: ISSUER,
    });
    await expect(verifyDetached(signature, '{ }', keys)).rejects.toThrow();
    await expect(verifyDetached(signature, '{}', keys.slice(0, 1))).rejects.toThrow('no key');
    const attached = signature.replace('..', '.e30.');
    await expect(verifyDetached(attached, '{}', keys)).rejects.toThrow('not detached');
  });
});

describe("the bank's answers", () => {
  async function openBank(answers: Record<string, { signature?: string; body: string }>) {
    const published = [one];
    const { origin, received } = await startServer(({ path }) => {
      if (path === '/as/jwks') return { body: JSON.stringify({ keys: published.map(publicPart) }) };
      const { signature, body } = answers[path] ?? { body: '' };
      return {
        body,
        ...(signature !== undefined && { headers: { 'x-jws-signature': signature } }),
      };
    });
    const transport = new Transport();
    const keys = new BankKeys(transport, origin);
    const verified = async (path: string) =>
      keys.verify(await transport.send({ method: 'GET', url: origin + path }));
    const asked = (): number => received.filter(({ path }) => path === '/as/jwks').length;
    return { published, verified, asked };
  }

  test('are verified with keys that are downloaded once, and again for a new key id', async () => {
    const bank = await openBank({
      '/one': { signature: await signed('1', one), body: '1' },
      '/two': { signature: await signed('2', two), body: '2' },
    });
    expect(await bank.verified('/one')).toMatchObject({ kid: one.kid });
    expect(await bank.verified('/one')).toMatchObject({ kid: one.kid });
    expect(bank.asked()).toBe(1);
    bank.published.unshift(two);
    expect(await bank.verified('/two')).toMatchObject({ kid: two.kid });
    expect(bank.asked()).toBe(2);
  });

  test('must be signed exactly if they have a body', async () => {
    const signature = await signed('1', one);
    const bank = await openBank({
      '/nothing': { body: '' },
      '/unsigned': { body: '1' },
      '/of-nothing': { signature, body: '' },
      '/of-another': { signature, body: '2' },
      '/unknown': { signature: await signed('2', two), body: '2' },
    });
    expect(await bank.verified('/nothing')).toBeNull();
    for (const [path, what] of [
      ['/unsigned', 'unsigned'],
      ['/of-nothing', 'a signature without a body'],
      ['/of-another', 'an invalid signature'],
      ['/unknown', 'an invalid signature'],
    ] as const) {
      await expect(bank.verified(path)).rejects.toThrow(`GET ${path} answered`);
      await expect(bank.verified(path)).rejects.toThrow(what);
    }
  });
});
