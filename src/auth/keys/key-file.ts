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
import { readIfExists, writePrivateFile } from './private-file.ts';

/** Minimum modulus of a signing key, in bits (RFC 7518, 3.5). */
const MIN_MODULUS_BITS = 2048;

/** Maximum length of a certificate chain. */
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

/** A private key of the bank, in JWK format. */
export type PrivateJwk = Readonly<z.output<typeof PrivateJwkSchema>>;

/** A private key in two forms: as a JWK and as a KeyObject. */
export interface SigningKey {
  readonly jwk: PrivateJwk;
  readonly key: KeyObject;
}

const KeyFile = z.strictObject({
  keys: z
    .array(PrivateJwkSchema.superRefine(checkKey))
    .min(1, 'Expected at least one key')
    .refine(
      (keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length,
      'Two keys have the same kid',
    ),
});

/**
 * Parses a file with the bank's private keys. The first key is the one that signs. Throws an error
 * that lists all problems if the file is invalid.
 */
export function parseKeys(text: string, file: string): readonly [SigningKey, ...SigningKey[]] {
  const { keys } = readAs(KeyFile, text, file);
  const [first, ...others] = keys.map((jwk) => ({ jwk, key: importKey(jwk) }));
  return [expectDefined(first, 'the first of the keys'), ...others];
}

function checkKey(jwk: PrivateJwk, context: z.RefinementCtx): void {
  try {
    const key = importKey(jwk);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (bits < MIN_MODULUS_BITS) {
      context.addIssue(
        `The key has ${String(bits)} bits, expected at least ${String(MIN_MODULUS_BITS)}`,
      );
    }
    const misfit = misfitOf(jwk, key);
    if (misfit !== undefined) context.addIssue(misfit);
  } catch {
    context.addIssue('The members are not a valid RSA private key');
  }
}

function importKey(jwk: PrivateJwk): KeyObject {
  return createPrivateKey({ key: jwk, format: 'jwk' });
}

/** Returns the public part of a key. */
export function publicPart({ kty, kid, use, alg, n, e }: PrivateJwk): PublicJwk {
  return { kty, kid, use, alg, n, e };
}

/** Returns the data of a bank's key that is published: its public part and its certificate. */
export function publishedPart(jwk: PrivateJwk): PublicJwk & Certified {
  const { x5c, 'x5t#S256': thumbprint } = jwk;
  return {
    ...publicPart(jwk),
    ...(x5c !== undefined && { x5c }),
    ...(thumbprint !== undefined && { 'x5t#S256': thumbprint }),
  };
}

/**
 * Adds a certificate chain to a private key. The first certificate belongs to the key itself.
 * Throws if they do not match.
 */
export function withCertificates(
  jwk: PrivateJwk,
  certificates: readonly X509Certificate[],
): PrivateJwk {
  const certified = { ...jwk, ...certifiedBy(certificates) };
  const misfit = misfitOf(certified, importKey(jwk));
  if (misfit !== undefined) throw new Error(`${misfit}.`);
  return PrivateJwkSchema.parse(certified);
}

/** Generates a private key. Its `kid` is its thumbprint (RFC 7638). */
export async function generateKey(): Promise<PrivateJwk> {
  const options = { modulusLength: MIN_MODULUS_BITS };
  const { privateKey } = await promisify(generateKeyPair)('rsa', options);
  const { n = '', e = '', ...secret } = privateKey.export({ format: 'jwk' });
  const kid = thumbprintOf({ n, e });
  return PrivateJwkSchema.parse({ ...secret, kid, use: 'sig', alg: ALGORITHM, n, e });
}

/**
 * Returns the thumbprint of a key's public part (RFC 7638). It does not depend on the key's `kid`.
 */
export function thumbprintOf({ n, e }: Pick<PrivateJwk, 'n' | 'e'>): string {
  return hash('sha256', JSON.stringify({ e, kty: 'RSA', n }), 'base64url');
}

/** Reads the private keys in a file. Returns an empty list if the file does not exist. */
export async function readKeys(file: string): Promise<readonly PrivateJwk[]> {
  const contents = await readIfExists(file);
  return contents === undefined ? [] : parseKeys(contents, file).map(({ jwk }) => jwk);
}

/** Replaces the content of a file with these private keys. The first key is the one that signs. */
export function writeKeys(file: string, keys: readonly PrivateJwk[]): Promise<void> {
  return writePrivateFile(file, `${JSON.stringify({ keys }, null, 2)}\n`);
}
