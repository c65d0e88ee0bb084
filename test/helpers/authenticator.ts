import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { expectDefined } from '../../src/shared/assert.ts';

/** Key types of the authenticator, with their COSE algorithm numbers. */
const ALGORITHMS = {
  ES256: { number: -7, pair: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  EdDSA: { number: -8, pair: () => generateKeyPairSync('ed25519') },
  RS256: { number: -257, pair: () => generateKeyPairSync('rsa', { modulusLength: 2048 }) },
} as const;

export type Algorithm = keyof typeof ALGORITHMS;

/** Flags of authenticator data (WebAuthn, 6.1). */
export const FLAGS = { present: 1, verified: 4, attested: 64 } as const;

/** The attestation format and statement (WebAuthn, 6.5) of a new credential. */
export interface Attestation {
  readonly format: string;
  readonly statement: Cbor;
}

type Attesting = (authData: Buffer, clientData: Buffer) => Attestation;

const NO_ATTESTATION: Attestation = { format: 'none', statement: new Map<string, Cbor>() };

/**
 * Overrides that make an authenticator's response invalid. Each field replaces the correct value.
 */
export interface Flaws {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly flags?: number;
  readonly counter?: number;
  /** The credential id that the response states outside the signed data. */
  readonly id?: string;
  readonly userHandle?: string | null;
  /**
   * With `self`, the new key itself signs. A function computes the attestation from the signed
   * data.
   */
  readonly attestation?: Attestation | 'self' | Attesting;
  /** The private key that signs, if it is not the passkey's own key. */
  readonly key?: KeyObject;
}

/** The fields of the bank's WebAuthn options that this authenticator reads. */
interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** Simulates an authenticator with one passkey, and the browser that uses it. */
export class Authenticator {
  readonly #origin: string;
  readonly #algorithm: Algorithm;
  readonly #id = randomBytes(16);
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  #counter = 0;
  #userHandle: string | null = null;

  constructor(origin: string, algorithm: Algorithm = 'ES256') {
    this.#origin = origin;
    this.#algorithm = algorithm;
    this.#keys = ALGORITHMS[algorithm].pair();
  }

  get id(): string {
    return this.#id.toString('base64url');
  }

  /** Creates the passkey from the bank's options. Returns the JSON that the bank's page sends. */
  create(options: string, flaws: Flaws = {}): string {
    const { challenge, rp, user } = JSON.parse(options) as Options;
    this.#userHandle = expectDefined(user, 'the user').id;
    const { present: up, verified, attested } = FLAGS;
    const flags = flaws.flags ?? up | verified | attested;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const authData = Buffer.concat([
      this.#dataOf(flaws.rpId ?? expectDefined(rp, 'the party').id, flags, flaws.counter),
      ...((flags & attested) === 0
        ? []
        : [Buffer.alloc(16), length, this.#id, encode(this.#publicKey())]),
    ]);
    const clientData = this.#clientData('webauthn.create', challenge, flaws);
    const { attestation: attesting = NO_ATTESTATION } = flaws;
    const { format, statement } =
      attesting === 'self'
        ? this.#selfAttestation(authData, clientData)
        : typeof attesting === 'function'
          ? attesting(authData, clientData)
          : attesting;
    const attestation = new Map<string, Cbor>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authData],
    ]);
    return JSON.stringify({
      id: flaws.id ?? this.id,
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: encode(attestation).toString('base64url'),
    });
  }

  /** Signs the bank's challenge with the passkey. Returns the JSON that the bank's page sends. */
  get(options: string, flaws: Flaws = {}): string {
    const { challenge, rpId = '' } = JSON.parse(options) as Options;
    const { present: up, verified } = FLAGS;
    const authData = this.#dataOf(flaws.rpId ?? rpId, flaws.flags ?? up | verified, flaws.counter);
    const clientData = this.#clientData('webauthn.get', challenge, flaws);
    const signature = this.#sign(authData, clientData, flaws.key);
    return JSON.stringify({
      id: flaws.id ?? this.id,
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: flaws.userHandle === undefined ? this.#userHandle : flaws.userHandle,
    });
  }

  /** Signs authenticator data and client data (WebAuthn, 6.3.3 and 8.2). */
  #sign(authData: Buffer, clientData: Buffer, key = this.#keys.privateKey): Buffer {
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return sign(this.#algorithm === 'EdDSA' ? null : 'sha256', signed, key);
  }

  #selfAttestation(authData: Buffer, clientData: Buffer): Attestation {
    const statement = new Map<string, Cbor>([
      ['alg', ALGORITHMS[this.#algorithm].number],
      ['sig', this.#sign(authData, clientData)],
    ]);
    return { format: 'packed', statement };
  }

  #clientData(type: string, challenge: string, flaws: Flaws): Buffer {
    const { origin = this.#origin, crossOrigin = false } = flaws;
    const data = { type: flaws.type ?? type, challenge: flaws.challenge ?? challenge };
    return Buffer.from(JSON.stringify({ ...data, origin, crossOrigin }));
  }

  #dataOf(rpId: string, flags: number, counter?: number): Buffer {
    this.#counter += 1;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(counter ?? this.#counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), rest]);
  }

  #publicKey(): Cbor {
    const jwk = this.#keys.publicKey.export({ format: 'jwk' });
    const member = (name: keyof JsonWebKey) => Buffer.from(String(jwk[name]), 'base64url');
    switch (this.#algorithm) {
      case 'ES256':
        return coseKey([2, -7, 1, member('x'), member('y')]);
      case 'EdDSA':
        return coseKey([1, -8, 6, member('x')]);
      case 'RS256':
        return coseKey([3, -257, member('n'), member('e')]);
    }
  }
}

/**
 * Encodes a public key as a COSE map: the key type, the algorithm, and then the parameters of that
 * key type (RFC 9053, 7; RFC 8230, 4).
 */
function coseKey([type, algorithm, ...own]: readonly [Cbor, Cbor, ...Cbor[]]): Cbor {
  const labelled = own.map((value, index): [number, Cbor] => [-1 - index, value]);
  return new Map<number, Cbor>([[1, type], [3, algorithm], ...labelled]);
}

/** The CBOR data items (RFC 8949) that this encoder supports. */
export type Cbor =
  | number
  | string
  | Uint8Array
  | readonly Cbor[]
  | ReadonlyMap<number, Cbor>
  | ReadonlyMap<string, Cbor>;

export function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const items = [...(value as ReadonlyMap<number | string, Cbor>)].flat();
    return Buffer.concat([head(5, value.size), ...items.map((item) => encode(item))]);
  }
  const items = value as readonly Cbor[];
  return Buffer.concat([head(4, items.length), ...items.map((item) => encode(item))]);
}

/** Encodes the first bytes of a CBOR data item: its major type and its argument. */
function head(major: number, argument: number): Buffer {
  const type = major << 5;
  if (argument < 24) return Buffer.from([type | argument]);
  if (argument < 256) return Buffer.from([type | 24, argument]);
  return Buffer.from([type | 25, argument >> 8, argument & 255]);
}
