import { constants, createPrivateKey, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TppConfig } from './config.ts';

const NAMESPACE = 'http://openbanking.org.uk/';
const IAT = `${NAMESPACE}iat`;
const ISS = `${NAMESPACE}iss`;
const TAN = `${NAMESPACE}tan`;

/** Names of the claims that `crit` lists. */
export const CRITICAL: readonly string[] = [IAT, ISS, TAN];

/** Distance of `futureIat` from now, in seconds. */
const AHEAD_S = 3600;

/** Length of the salt of PS256, in bytes. */
const SALT_BYTES = 32;

/** Variants of a request signature. The banks must accept `withoutTyp` and `withCty`. */
export const FLAWS = [
  ...(['missing', 'otherBytes', 'malformed', 'attached', 'rs256', 'withoutKid'] as const),
  ...(['unknownKid', 'withoutCrit', 'additionalCrit', 'withoutIat', 'futureIat'] as const),
  ...(['withoutIss', 'otherIss', 'withoutTan', 'otherTan', 'b64', 'otherTyp'] as const),
  ...(['otherCty', 'additionalMember', 'otherKey', 'withoutTyp', 'withCty'] as const),
] as const;

export type Flaw = (typeof FLAWS)[number];

/** The key with which a TPP signs, and its identity in the directory. */
export interface SigningIdentity {
  readonly key: KeyObject;
  readonly kid: string;
  readonly issuer: string;
  readonly trustAnchor: string;
}

/** Reads the signing key of a TPP. Throws Error if the key has no id. */
export function signingIdentity({ signing }: TppConfig): SigningIdentity {
  const text = readFileSync(signing.key, 'utf8');
  const jwk = text.startsWith('{')
    ? (JSON.parse(text) as JsonWebKey & { kid?: string })
    : undefined;
  const kid = signing.kid ?? jwk?.kid;
  if (kid === undefined) throw new Error(`${signing.key} has no kid. Set signing.kid.`);
  const key = createPrivateKey(jwk === undefined ? text : { key: jwk, format: 'jwk' });
  return {
    ...{ key, kid, issuer: signing.issuer },
    trustAnchor: signing.trustAnchor ?? 'openbanking.org.uk',
  };
}

/** Changes of the JOSE header. Undefined removes a member. */
const HEADER_CHANGES: Partial<Record<Flaw | 'valid', Readonly<Record<string, unknown>>>> = {
  rs256: { alg: 'RS256' },
  withoutKid: { kid: undefined },
  unknownKid: { kid: 'no-such-key' },
  withoutCrit: { crit: undefined },
  additionalCrit: { crit: [...CRITICAL, `${NAMESPACE}other`], [`${NAMESPACE}other`]: 'x' },
  withoutIat: { [IAT]: undefined },
  withoutIss: { [ISS]: undefined },
  otherIss: { [ISS]: 'another-organisation/another-software' },
  withoutTan: { [TAN]: undefined },
  otherTan: { [TAN]: 'example.org' },
  b64: { b64: false, crit: ['b64', ...CRITICAL] },
  otherTyp: { typ: 'JWT' },
  otherCty: { cty: 'text/plain' },
  additionalMember: { jku: 'https://tpp.example/keys' },
  withoutTyp: { typ: undefined },
  withCty: { cty: 'application/json' },
};

export interface Signing {
  readonly identity: SigningIdentity;
  /** Identity of another TPP, for `otherKey`. */
  readonly other?: SigningIdentity | undefined;
  readonly flaw: Flaw | 'valid';
  /** The time in milliseconds since 1970. */
  readonly now: number;
}

/** Returns the value of `x-jws-signature` for a body, or undefined for `missing`. */
export function signatureOf(body: Uint8Array, signing: Signing): string | undefined {
  const { identity, other, flaw, now } = signing;
  if (flaw === 'missing') return undefined;
  if (flaw === 'malformed') return 'not-a-signature';
  const seconds = Math.floor(now / 1000) + (flaw === 'futureIat' ? AHEAD_S : 0);
  const header = Buffer.from(
    JSON.stringify({
      ...{ alg: 'PS256', kid: identity.kid, typ: 'JOSE' },
      ...{ [IAT]: seconds, [ISS]: identity.issuer, [TAN]: identity.trustAnchor, crit: CRITICAL },
      ...HEADER_CHANGES[flaw],
    }),
  ).toString('base64url');
  const signed = flaw === 'otherBytes' ? Buffer.concat([body, Buffer.from(' ')]) : body;
  const payload =
    flaw === 'b64' ? Buffer.from(signed) : Buffer.from(Buffer.from(signed).toString('base64url'));
  const input = Buffer.concat([Buffer.from(`${header}.`), payload]);
  const key = flaw === 'otherKey' ? (other ?? identity).key : identity.key;
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: SALT_BYTES };
  const value = sign('sha256', input, flaw === 'rs256' ? key : { key, ...pss });
  const middle = flaw === 'attached' ? payload.toString() : '';
  return `${header}.${middle}.${value.toString('base64url')}`;
}

/** Returns the JOSE header of a signature. Throws SyntaxError if it is not JSON. */
export function joseHeaderOf(signature: string): Readonly<Record<string, unknown>> {
  const [encoded = ''] = signature.split('.');
  const header: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
  return { ...(header as object) };
}
