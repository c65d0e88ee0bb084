import { decodeProtectedHeader, flattenedVerify, FlattenedSign, importJWK, type JWK } from 'jose';
import { epochSeconds, type Clock, type EpochSeconds } from '../src/shared/time.ts';

/** Name of the signature header (Read/Write Data API profile, Message Signing). */
export const SIGNATURE_HEADER = 'x-jws-signature';

/** The only signature algorithm that the UK profile allows (rules, 4.1). */
export const ALGORITHM = 'PS256';

const NAMESPACE = 'http://openbanking.org.uk/';

/** Names of the JOSE header parameters that the UK standard adds. */
export const IAT = `${NAMESPACE}iat`;
export const ISS = `${NAMESPACE}iss`;
export const TAN = `${NAMESPACE}tan`;

const CRITICAL = [IAT, ISS, TAN];
const UNDERSTOOD = Object.fromEntries(CRITICAL.map((name) => [name, true]));

/** Default trust anchor for the signing keys. */
const TRUST_ANCHOR = 'openbanking.org.uk';

/** The fields of a JOSE header. */
export type JoseHeader = Readonly<Record<string, unknown>>;

/** A private signing key (JWK). */
export type SigningKey = JWK & { readonly kid: string };

/** A signer's published public key (JWK). */
export type PublicKey = Readonly<JWK> & { readonly kid: string };

/** The signing key and the identity of a signer. */
export interface Signer {
  readonly key: SigningKey;
  /** The signer in the directory: `org-id/software-id`. */
  readonly issuer: string;
  readonly clock: Clock;
}

/**
 * Returns a valid JOSE header for a message signature (rules, 4.1).
 *
 * @param seconds time of the signature, in seconds since 1970
 */
export function signatureHeader(kid: string, issuer: string, seconds: number): JoseHeader {
  return {
    alg: ALGORITHM,
    kid,
    [IAT]: seconds,
    [ISS]: issuer,
    [TAN]: TRUST_ANCHOR,
    crit: CRITICAL,
  };
}

/**
 * Signs a body and returns the detached JWS, which is the value of `x-jws-signature` (rules, 4.1).
 */
export async function signDetached(body: Uint8Array | string, signer: Signer): Promise<string> {
  const { key, issuer, clock } = signer;
  const header = signatureHeader(key.kid, issuer, secondsOf(clock));
  const { signature, protected: protectedHeader } = await new FlattenedSign(Buffer.from(body))
    .setProtectedHeader({ alg: ALGORITHM, ...header })
    .sign(await importJWK(key, ALGORITHM), { crit: UNDERSTOOD });
  return `${String(protectedHeader)}..${signature}`;
}

/** Returns the key id (`kid`) in a detached JWS. Throws if the text is not a JWS. */
export function keyIdOf(signature: string): unknown {
  return decodeProtectedHeader(signature).kid;
}

/**
 * Verifies a detached JWS for the given bytes and returns its JOSE header.
 *
 * @throws Error if none of the keys made the signature
 */
export async function verifyDetached(
  signature: string,
  bytes: Uint8Array | string,
  keys: readonly PublicKey[],
): Promise<JoseHeader> {
  const [protectedHeader = '', payload, value = ''] = signature.split('.');
  if (payload !== '') throw new Error('The signature is not detached.');
  const kid = keyIdOf(signature);
  const key = keys.find((candidate) => candidate.kid === kid);
  if (key === undefined) throw new Error(`There is no key ${String(kid)}.`);
  const jws = {
    protected: protectedHeader,
    payload: Buffer.from(bytes).toString('base64url'),
    signature: value,
  };
  const verified = await flattenedVerify(jws, await importJWK({ ...key }, ALGORITHM), {
    algorithms: [ALGORITHM],
    crit: UNDERSTOOD,
  });
  return { ...verified.protectedHeader };
}

/** Returns the time of the clock in seconds since 1970, as JWT claims use it. */
export function secondsOf(clock: Clock): EpochSeconds {
  return epochSeconds(clock());
}
