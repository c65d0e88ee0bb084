import * as fc from 'fast-check';
import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { PieceSigner, unsignedMessage, verifyPieces } from '../../src/auth/signatures/detached.ts';
import { ISSUER, judgeOf, NOW, type Judge } from '../helpers/signature-judge.ts';
import { headerOf, makeTppKey, verifiedHeader, type TppKey } from '../helpers/signing.ts';

const BODY = '{"Data":{"Initiation":{"InstructedAmount":{"Amount":"165.88","Currency":"GBP"}}}}';
const HEADER = headerOf('key-1', ISSUER, Math.floor(NOW / 1000));

/** The printable ASCII characters. An HTTP header may contain all of them. */
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

let key: TppKey;
let judge: Judge;
let signature = '';

beforeAll(async () => {
  key = await makeTppKey('key-1');
  judge = judgeOf([key.publicJwk]);
  signature = await key.sign(HEADER, BODY);
});

describe('a valid signature', () => {
  test('is rejected after a change of any character', async () => {
    for (let index = 0; index < signature.length; index += 1) {
      const others = PRINTABLE.filter((other) => other !== signature[index]);
      const other = others[(index * 31) % others.length] ?? '';
      const changed = signature.slice(0, index) + other + signature.slice(index + 1);
      expect([changed, await judge(changed, BODY)]).not.toEqual([changed, undefined]);
    }
  });

  test('is rejected after any change of its text', async () => {
    const place = fc.nat({ max: signature.length });
    const change = fc.record({
      place,
      removed: fc.nat({ max: 3 }),
      added: fc.string({ unit: fc.constantFrom(...PRINTABLE), maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ place: at, removed, added }) => {
        const changed = signature.slice(0, at) + added + signature.slice(at + removed);
        fc.pre(changed !== signature);
        expect(await judge(changed, BODY)).toBeDefined();
      }),
      { numRuns: 2000 },
    );
  });

  test('is rejected after a change of any bit of its last characters', async () => {
    // The last base64url character contains unused bits. Changing them must make the signature
    // invalid too.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const at of [signature.indexOf('.') - 1, signature.length - 1]) {
      for (const other of alphabet.replace(signature.charAt(at), '')) {
        const changed = signature.slice(0, at) + other + signature.slice(at + 1);
        expect([other, await judge(changed, BODY)]).not.toEqual([other, undefined]);
      }
    }
  });

  test('is rejected for a body with any changed byte', async () => {
    const body = Buffer.from(BODY);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: body.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (place, flipped) => {
          const changed = Buffer.from(body);
          changed[place] = (changed[place] ?? 0) ^ flipped;
          expect((await judge(signature, changed))?.code).toBe('UK.OBIE.Signature.Invalid');
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a body that arrives in chunks', () => {
  test('is verified like the whole body, however it is split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.array(fc.nat({ max: 300 }), { maxLength: 8 }),
        async (bytes, cuts) => {
          const [protectedHeader = '', , value = ''] = (await key.sign(HEADER, bytes)).split('.');
          const detached = { protectedHeader, value, key: key.publicJwk };
          const ends = [...cuts, bytes.length].sort((one, other) => one - other);
          const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
          expect(verifyPieces(detached, pieces)).toBe(true);
          expect(verifyPieces(detached, [...pieces, Uint8Array.of(0)])).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('is signed like the whole body, however it is split', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
    const published = [{ kty: 'RSA', kid: 'key-1', use: 'sig', alg: 'PS256', n, e }] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.array(fc.nat({ max: 300 }), { maxLength: 8 }),
        async (bytes, cuts) => {
          const signer = new PieceSigner(unsignedMessage(HEADER, privateKey));
          const ends = [...cuts, bytes.length].sort((one, other) => one - other);
          for (const [index, end] of ends.entries()) {
            const piece = Uint8Array.from(bytes.subarray(ends[index - 1] ?? 0, end));
            signer.add(piece);
            // Clear the bytes, because a caller may reuse their memory.
            piece.fill(0);
          }
          expect(await verifiedHeader(signer.end(), bytes, published)).toEqual(HEADER);
        },
      ),
      { numRuns: 100 },
    );
  });
});
