import {
  createPrivateKey,
  generateKeyPair,
  hash,
  type KeyObject,
  type X509Certificate,
} from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { text } from '../../contract/fields.ts';
import { readAs } from '../../contract/problems.ts';
import type { PublicJwk } from '../../domain/records/access.ts';
import { expectDefined } from '../../shared/assert.ts';
import { ALGORITHM } from '../profile.ts';
import { certifiedBy, misfitOf, type Certified } from './key-certificates.ts';
import { readIfThere, writePrivateFile } from './private-file.ts';

/** Shortest modulus of a key that signs, in bits (RFC 7518, 3.5). */
const MIN_MODULUS_BITS = 2048;

/** Longest chain from a key's certificate to its root. */
const MAX_CERTIFICATES = 10;

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
  x5c: z.array(z.base64().min(1)).min(1).max(MAX_CERTIFICATES).exactOptional(),
  'x5t#S256': part.exactOptional(),
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
  return [expectDefined(first, 'the first of the keys'), ...others];
}

function checkKey(jwk: PrivateJwk, context: z.RefinementCtx): void {
  try {
    const key = importKey(jwk);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (bits < MIN_MODULUS_BITS) {
      context.addIssue(`It has ${String(bits)} bits, fewer than ${String(MIN_MODULUS_BITS)}`);
    }
    const misfit = misfitOf(jwk, key);
    if (misfit !== undefined) context.addIssue(misfit);
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

/** What is published of a key of the bank: its certificate too, as it is in the file. */
export function publishedPart(jwk: PrivateJwk): PublicJwk & Certified {
  const { x5c, 'x5t#S256': thumbprint } = jwk;
  return {
    ...publicPart(jwk),
    ...(x5c !== undefined && { x5c }),
    ...(thumbprint !== undefined && { 'x5t#S256': thumbprint }),
  };
}

/** The key with these certificates, of which the first is its own. Throws where they do not fit. */
export function withCertificates(
  jwk: PrivateJwk,
  certificates: readonly X509Certificate[],
): PrivateJwk {
  const certified = { ...jwk, ...certifiedBy(certificates) };
  const misfit = misfitOf(certified, importKey(jwk));
  if (misfit !== undefined) throw new Error(`${misfit}.`);
  return PrivateJwkSchema.parse(certified);
}

/** A new key; its id is its thumbprint (RFC 7638). */
export async function generateKey(): Promise<PrivateJwk> {
  const options = { modulusLength: MIN_MODULUS_BITS };
  const { privateKey } = await promisify(generateKeyPair)('rsa', options);
  const { n = '', e = '', ...secret } = privateKey.export({ format: 'jwk' });
  const kid = thumbprintOf({ n, e });
  return PrivateJwkSchema.parse({ ...secret, kid, use: 'sig', alg: ALGORITHM, n, e });
}

/** The thumbprint of a key (RFC 7638), whatever it is called: of its public part alone. */
export function thumbprintOf({ n, e }: Pick<PrivateJwk, 'n' | 'e'>): string {
  return hash('sha256', JSON.stringify({ e, kty: 'RSA', n }), 'base64url');
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
