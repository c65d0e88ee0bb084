import { createPrivateKey, generateKeyPair, hash, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { PublicJwk } from '../domain/access.ts';
import { text } from '../domain/fields.ts';
import { readAs } from '../domain/problems.ts';
import { present } from '../kernel/assert.ts';
import { readIfThere, writePrivateFile } from './private-file.ts';
import { ALGORITHM } from './profile.ts';

/** Shortest modulus of a key that signs, in bits (RFC 7518, 3.5). */
const MIN_MODULUS_BITS = 2048;

const part = z.base64url().min(1);

const PrivateJwkSchema = z.strictObject({
  kty: z.literal('RSA'),
  kid: text(64),
  use: z.literal('sig'),
  alg: z.literal(ALGORITHM),
  n: part,
  e: part,
  d: part,
  p: part,
  q: part,
  dp: part,
  dq: part,
  qi: part,
});

/** A key that the bank signs with. */
export type PrivateJwk = Readonly<z.output<typeof PrivateJwkSchema>>;

/** A private key as it is written, and as it signs. */
export interface SigningKey {
  readonly jwk: PrivateJwk;
  readonly key: KeyObject;
}

const KeyFile = z.strictObject({
  keys: z
    .array(PrivateJwkSchema.superRefine(checkKey))
    .min(1, 'There is no key')
    .refine(
      (keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length,
      'Two keys have the same kid',
    ),
});

/** What a file of the bank's keys says, the signing one first; throws with what is wrong in it. */
export function parseKeys(written: string, file: string): readonly [SigningKey, ...SigningKey[]] {
  const { keys } = readAs(KeyFile, written, file);
  const [first, ...others] = keys.map((jwk) => ({ jwk, key: importKey(jwk) }));
  return [present(first, 'the first of the keys'), ...others];
}

function checkKey(jwk: PrivateJwk, context: z.RefinementCtx): void {
  try {
    const bits = importKey(jwk).asymmetricKeyDetails?.modulusLength ?? 0;
    if (bits >= MIN_MODULUS_BITS) return;
    context.addIssue(`It has ${String(bits)} bits, fewer than ${String(MIN_MODULUS_BITS)}`);
  } catch {
    context.addIssue('It is not an RSA key');
  }
}

function importKey(jwk: PrivateJwk): KeyObject {
  return createPrivateKey({ key: jwk, format: 'jwk' });
}

/** What the rest of the world may know of a key. */
export function publicPart({ kty, kid, use, alg, n, e }: PrivateJwk): PublicJwk {
  return { kty, kid, use, alg, n, e };
}

/** A new key; its id is its thumbprint (RFC 7638). */
export async function generateKey(): Promise<PrivateJwk> {
  const options = { modulusLength: MIN_MODULUS_BITS };
  const { privateKey } = await promisify(generateKeyPair)('rsa', options);
  const { n, e, ...secret } = privateKey.export({ format: 'jwk' });
  const kid = hash('sha256', JSON.stringify({ e, kty: 'RSA', n }), 'base64url');
  return PrivateJwkSchema.parse({ ...secret, kid, use: 'sig', alg: ALGORITHM, n, e });
}

/** The keys of a file; none when there is no such file. */
export async function readKeys(file: string): Promise<readonly PrivateJwk[]> {
  const written = await readIfThere(file);
  return written === undefined ? [] : parseKeys(written, file).map(({ jwk }) => jwk);
}

/** Puts these keys in the place of those in the file; the first one signs. */
export function writeKeys(file: string, keys: readonly PrivateJwk[]): Promise<void> {
  return writePrivateFile(file, `${JSON.stringify({ keys }, null, 2)}\n`);
}
