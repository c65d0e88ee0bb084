import { decodeProtectedHeader, flattenedVerify, FlattenedSign, importJWK, type JWK } from 'jose';
import { SECOND_MS, type Clock } from '../src/shared/time.ts';

/** The header with the signature of a message (Read/Write Data API profile, Message Signing). */
export const SIGNATURE_HEADER = 'x-jws-signature';

/** The only algorithm of the UK profile (rules, 4.1). */
export const ALGORITHM = 'PS256';

const NAMESPACE = 'http://openbanking.org.uk/';

/** The standard's own claims of a message's header. */
export const IAT = `${NAMESPACE}iat`;
export const ISS = `${NAMESPACE}iss`;
export const TAN = `${NAMESPACE}tan`;

const CRITICAL = [IAT, ISS, TAN];
const UNDERSTOOD = Object.fromEntries(CRITICAL.map((name) => [name, true]));

/** Who vouches for the keys, where nothing else is said. */
const TRUST_ANCHOR = 'openbanking.org.uk';

/** The members of a JOSE header. */
export type JoseHeader = Readonly<Record<string, unknown>>;

/** A private key for signatures, a JWK. */
export type SigningKey = JWK & { readonly kid: string };

/** A key of whoever signs, as published. */
export type PublicKey = Readonly<JWK> & { readonly kid: string };

/** Who signs messages. */
export interface Signer {
  readonly key: SigningKey;
  /** `org-id/software-id` of the directory. */
  readonly issuer: string;
  readonly clock: Clock;
}

/** A faultless header of a message's signature (rules, 4.1), made so many seconds after 1970. */
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

/** The detached JWS of a body: what `x-jws-signature` says (rules, 4.1). */
export async function signDetached(body: Uint8Array | string, signer: Signer): Promise<string> {
  const { key, issuer, clock } = signer;
  const header = signatureHeader(key.kid, issuer, secondsOf(clock));
  const { signature, protected: protectedHeader } = await new FlattenedSign(Buffer.from(body))
    .setProtectedHeader({ alg: ALGORITHM, ...header })
    .sign(await importJWK(key, ALGORITHM), { crit: UNDERSTOOD });
  return `${String(protectedHeader)}..${signature}`;
}

/** The id of the key that a detached JWS names; an Error when it is no JWS. */
export function keyIdOf(signature: string): unknown {
  return decodeProtectedHeader(signature).kid;
}

/** The header of a detached JWS of these bytes; an Error when it is not by one of the keys. */
export async function verifyDetached(
  signature: string,
  bytes: Uint8Array | string,
  keys: readonly PublicKey[],
): Promise<JoseHeader> {
  const [protectedHeader = '', payload, value = ''] = signature.split('.');
  if (payload !== '') throw new Error('The signature is not detached.');
  const kid = keyIdOf(signature);
  const key = keys.find((one) => one.kid === kid);
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

/** Seconds since 1970, as claims have them. */
export function secondsOf(clock: Clock): number {
  return Math.floor(clock() / SECOND_MS);
}
