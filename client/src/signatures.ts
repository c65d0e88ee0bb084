import { createSign, KeyObject, sign as signBytes, type JsonWebKey } from 'node:crypto';
import { constants, createPrivateKey } from 'node:crypto';
import { promisify } from 'node:util';
import { flattenedVerify, type FlattenedVerifyGetKey, type JWK } from 'jose';
import { SignatureError } from './errors.ts';

/** Name of the header with the detached JWS of a body. */
export const SIGNATURE_HEADER = 'x-jws-signature';

/** The only algorithm that the UK profile permits. */
export const ALGORITHM = 'PS256';

const NAMESPACE = 'http://openbanking.org.uk/';
const [IAT, ISS, TAN] = [`${NAMESPACE}iat`, `${NAMESPACE}iss`, `${NAMESPACE}tan`] as const;
const CRITICAL = { [IAT]: true, [ISS]: true, [TAN]: true };

/** Options with which jose verifies a JWS of the UK profile. */
export const VERIFYING = { algorithms: [ALGORITHM], crit: CRITICAL };

/** Length of the salt of PS256, in bytes. */
const SALT_BYTES = 32;

/** Default trust anchor: the UK directory. */
const TRUST_ANCHOR = 'openbanking.org.uk';

/** A private RSA key: a JWK, a PEM text, or a key object of Node.js. */
export type PrivateKeyInput = JWK | string | Buffer | KeyObject;

/** The key with which a TPP signs, and its identity in the directory. */
export interface SigningOptions {
  readonly key: PrivateKeyInput;
  /** Id of the key in the directory. By default, the `kid` of the JWK. */
  readonly kid?: string;
  /** The signer in the directory: `organisation-id/software-id`. */
  readonly issuer: string;
  /** Trust anchor of the key. The default is `openbanking.org.uk`. */
  readonly trustAnchor?: string;
}

/** Signs bodies for one TPP. */
export interface Signer {
  readonly key: KeyObject;
  readonly kid: string;
  /** Returns the detached JWS of a body, which is the value of `x-jws-signature`. */
  sign(body: Uint8Array): Promise<string>;
  /** Returns the detached JWS of a body that is read in parts. */
  signStream(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string>;
}

/** Creates a signer. Throws TypeError if the key is not a private RSA key with an id. */
export function createSigner(options: SigningOptions, now: () => number): Signer {
  const { issuer, trustAnchor = TRUST_ANCHOR } = options;
  const key = privateKeyOf(options.key);
  const kid = options.kid ?? kidOf(options.key);
  if (kid === undefined) throw new TypeError('signing.kid is missing, and the key names none.');
  const signing = {
    key,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: SALT_BYTES,
  };
  const header = (): string => {
    const members = {
      ...{ alg: ALGORITHM, kid, typ: 'JOSE' },
      ...{ [IAT]: Math.floor(now() / 1000), [ISS]: issuer, [TAN]: trustAnchor },
      crit: Object.keys(CRITICAL),
    };
    return Buffer.from(JSON.stringify(members)).toString('base64url');
  };
  return {
    ...{ key, kid },
    sign: async (body) => {
      const encoded = header();
      const payload = Buffer.from(body).toString('base64url');
      const signed = await signAsync('sha256', Buffer.from(`${encoded}.${payload}`), signing);
      return `${encoded}..${signed.toString('base64url')}`;
    },
    signStream: async (body) => {
      const encoded = header();
      const signature = createSign('sha256').update(`${encoded}.`);
      for await (const text of inBase64Url(body)) signature.update(text);
      return `${encoded}..${signature.sign(signing).toString('base64url')}`;
    },
  };
}

const signAsync = promisify(signBytes);

/** Encodes bytes in groups of three, so that the parts join to one encoding. */
async function* inBase64Url(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of body) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.subarray(0, whole).toString('base64url');
    rest = bytes.subarray(whole);
  }
  yield Buffer.from(rest).toString('base64url');
}

/**
 * Verifies the detached JWS of a response. Accepts `b64: false`, which banks before v3.1.4 use.
 *
 * @param issuer expected signer. Undefined accepts all holders of a key in the JWKS.
 * @throws SignatureError if the bank did not sign exactly these bytes
 */
export async function verifyDetached(
  signature: string,
  body: Uint8Array,
  keys: FlattenedVerifyGetKey,
  issuer?: string,
): Promise<void> {
  const text = (): string => Buffer.from(body).toString('utf8');
  const [encoded = '', payload, value = ''] = signature.split('.');
  try {
    if (payload !== '') throw new Error('The signature is not detached.');
    const isPlain = headerOf(encoded)['b64'] === false;
    const jws = {
      ...{ protected: encoded, signature: value },
      payload: isPlain ? body : Buffer.from(body).toString('base64url'),
    };
    const { protectedHeader } = await flattenedVerify(jws, keys, VERIFYING);
    expectIssuer(protectedHeader, issuer);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SignatureError(`The signature of the response is invalid: ${reason}`, text(), {
      cause,
    });
  }
}

/** Throws if a JOSE header names another signer than expected. */
export function expectIssuer(header: object | undefined, issuer: string | undefined): void {
  const found = (header as Readonly<Record<string, unknown>> | undefined)?.[ISS];
  if (issuer === undefined || found === issuer) return;
  throw new Error(`The signer is ${String(found)}, not ${issuer}.`);
}

function headerOf(encoded: string): Readonly<Record<string, unknown>> {
  const header: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
  return typeof header === 'object' && header !== null ? { ...header } : {};
}

/** Reads a private key. Throws TypeError if it is not an RSA key. */
function privateKeyOf(input: PrivateKeyInput): KeyObject {
  const key = input instanceof KeyObject ? input : createPrivateKey(formatted(input));
  if (key.type === 'private' && key.asymmetricKeyType === 'rsa') return key;
  throw new TypeError('Expected a private RSA key, because the UK profile signs with PS256.');
}

function formatted(input: JWK | string | Buffer) {
  if (typeof input === 'string' || Buffer.isBuffer(input)) return input;
  return { key: input as JsonWebKey, format: 'jwk' as const };
}

function kidOf(input: PrivateKeyInput): string | undefined {
  const isJwk =
    typeof input === 'object' && !Buffer.isBuffer(input) && !(input instanceof KeyObject);
  return isJwk ? input.kid : undefined;
}
