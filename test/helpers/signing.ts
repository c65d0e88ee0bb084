import { exportJWK, generateKeyPair } from 'jose';
import type { JoseHeader } from '../../test-client/signatures.ts';
import type { PublicJwk } from '../../src/domain/records/access.ts';
import { expectDefined } from '../../src/shared/assert.ts';

export {
  IAT,
  ISS,
  TAN,
  signatureHeader as headerOf,
  verifyDetached as verifiedHeader,
} from '../../test-client/signatures.ts';

/** The fields of a JOSE header. */
export type Header = JoseHeader;

/** The signing key of a TPP. */
export interface TppKey {
  readonly publicJwk: PublicJwk;
  /** Signs bytes as a detached JWS. To test errors, the header may be wrong or not JSON. */
  sign(header: Header | string, bytes: Uint8Array | string): Promise<string>;
}

/**
 * Creates a signing key with the Web Crypto API, independently of the service's own signing code.
 */
export async function makeTppKey(kid: string): Promise<TppKey> {
  const { privateKey, publicKey } = await generateKeyPair('PS256', { extractable: true });
  const { n, e } = await exportJWK(publicKey);
  return {
    publicJwk: {
      kty: 'RSA',
      kid,
      use: 'sig',
      alg: 'PS256',
      n: expectDefined(n, 'the modulus'),
      e: expectDefined(e, 'the exponent'),
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

function base64url(bytes: Uint8Array | string): string {
  return Buffer.from(bytes).toString('base64url');
}
