import {
  decodeProtectedHeader,
  exportJWK,
  flattenedVerify,
  generateKeyPair,
  importJWK,
} from 'jose';
import type { PublicJwk } from '../../src/domain/records/access.ts';
import { present } from '../../src/kernel/assert.ts';

const NAMESPACE = 'http://openbanking.org.uk/';
export const IAT = `${NAMESPACE}iat`;
export const ISS = `${NAMESPACE}iss`;
export const TAN = `${NAMESPACE}tan`;

/** The members of a JOSE header. */
export type Header = Readonly<Record<string, unknown>>;

/** A key of a TPP. */
export interface TppKey {
  readonly publicJwk: PublicJwk;
  /** The detached JWS of the bytes, under a header that may be wrong or no JSON at all. */
  sign(header: Header | string, bytes: Uint8Array | string): Promise<string>;
}

/** Makes a key by the platform's web crypto, not by what the service signs with. */
export async function makeTppKey(kid: string): Promise<TppKey> {
  const { privateKey, publicKey } = await generateKeyPair('PS256', { extractable: true });
  const { n, e } = await exportJWK(publicKey);
  return {
    publicJwk: {
      kty: 'RSA',
      kid,
      use: 'sig',
      alg: 'PS256',
      n: present(n, 'the modulus'),
      e: present(e, 'the exponent'),
    },
    async sign(header, bytes) {
      const text = typeof header === 'string' ? header : JSON.stringify(header);
      const protectedHeader = base64url(text);
      const input = Buffer.from(`${protectedHeader}.${base64url(bytes)}`);
      const algorithm = { name: 'RSA-PSS', saltLength: 32 };
      const value = await crypto.subtle.sign(algorithm, privateKey, input);
      return `${protectedHeader}..${base64url(new Uint8Array(value))}`;
    },
  };
}

/** A faultless header. */
export function headerOf(kid: string, issuer: string, seconds: number): Header {
  return {
    alg: 'PS256',
    kid,
    [IAT]: seconds,
    [ISS]: issuer,
    [TAN]: 'openbanking.org.uk',
    crit: [IAT, ISS, TAN],
  };
}

/** The header of a detached JWS, verified by another library; throws when it is not by a key. */
export async function verifiedHeader(
  signature: string,
  bytes: Uint8Array | string,
  keys: readonly PublicJwk[],
): Promise<Header> {
  const [protectedHeader = '', payload, value = ''] = signature.split('.');
  if (payload !== '') throw new Error('The signature is not detached.');
  const jws = { protected: protectedHeader, payload: base64url(bytes), signature: value };
  const { kid } = decodeProtectedHeader(jws);
  const jwk = present(
    keys.find((candidate) => candidate.kid === kid),
    `the key ${String(kid)}`,
  );
  const verified = await flattenedVerify(jws, await importJWK({ ...jwk }, 'PS256'), {
    algorithms: ['PS256'],
    crit: { [IAT]: true, [ISS]: true, [TAN]: true },
  });
  return { ...verified.protectedHeader };
}

function base64url(bytes: Uint8Array | string): string {
  return Buffer.from(bytes).toString('base64url');
}
