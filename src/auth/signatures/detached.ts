import {
  constants,
  createPublicKey,
  createSign,
  createVerify,
  sign,
  verify,
  KeyObject,
  type Sign,
  type Verify,
} from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { DetachedSignature, UnsignedMessage } from '../../domain/ports/signatures.ts';
import type { PublicJwk } from '../../domain/records/access.ts';
import { assert } from '../../shared/assert.ts';
import { evictOldest } from '../../shared/evict-oldest.ts';

const DIGEST = 'sha256';

/** The options of PS256. The salt must be exactly as long as the digest (RFC 7518, 3.5). */
const PS256 = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } as const;

/**
 * Number of bytes that base64url encodes as four characters. Pieces with a multiple of this length
 * can be encoded separately.
 */
const GROUP_BYTES = 3;

/**
 * Maximum number of bytes that are encoded before control returns to the event loop. Encoding them
 * takes about 0.1 ms.
 */
const ENCODED_AT_ONCE_BYTES = GROUP_BYTES * 64 * 1024;

/** Maximum number of TPPs' public keys in the cache. Each one takes a few kilobytes. */
const MAX_IMPORTED_KEYS = 1000;

// Node runs these functions in libuv's thread pool, because they are called with a callback.
const signOnThread = promisify(sign);
const verifyOnThread = promisify(verify);

/** Returns the data for signing a message, with its JOSE header encoded. */
export function unsignedMessage(
  header: Readonly<Record<string, unknown>>,
  key: KeyObject,
): UnsignedMessage {
  return { protectedHeader: Buffer.from(JSON.stringify(header)).toString('base64url'), key };
}

/** Returns the detached JWS signature of bytes in memory (RFC 7515, appendix F). */
export async function signDetached(
  { protectedHeader, key }: UnsignedMessage,
  bytes: Uint8Array,
): Promise<string> {
  const input = await signingInput(protectedHeader, bytes);
  const value = await signOnThread(DIGEST, input, { key: privateKey(key), ...PS256 });
  return `${protectedHeader}..${value.toString('base64url')}`;
}

/** Returns true if a signature is valid for bytes in memory. */
export async function verifyDetached(
  { protectedHeader, value, key }: DetachedSignature,
  bytes: Uint8Array,
): Promise<boolean> {
  const input = await signingInput(protectedHeader, bytes);
  const verifying = { key: publicKey(key), ...PS256 };
  return verifyOnThread(DIGEST, input, verifying, Buffer.from(value, 'base64url'));
}

/**
 * Returns true if a signature is valid for all pieces together. At most one piece is in memory at a
 * time. The function blocks the calling thread, so it must be called in a worker thread.
 */
export function verifyPieces(
  { protectedHeader, value, key }: DetachedSignature,
  pieces: Iterable<Uint8Array>,
): boolean {
  const verifier = createVerify(DIGEST);
  const input = new StreamedSigningInput(protectedHeader, verifier);
  for (const piece of pieces) input.add(piece);
  input.end();
  return verifier.verify({ key: publicKey(key), ...PS256 }, value, 'base64url');
}

/**
 * Signs a message that arrives in pieces. At most one piece is in memory at a time. The class
 * blocks the calling thread, so it must be used in a worker thread.
 */
export class PieceSigner {
  readonly #message: UnsignedMessage;
  readonly #signer = createSign(DIGEST);
  readonly #input: StreamedSigningInput;

  constructor(message: UnsignedMessage) {
    this.#message = message;
    this.#input = new StreamedSigningInput(message.protectedHeader, this.#signer);
  }

  /** Adds the next piece of the message. The caller may reuse the piece's buffer afterwards. */
  add(piece: Uint8Array): void {
    this.#input.add(piece);
  }

  /** Returns the detached JWS signature of all pieces together. */
  end(): string {
    const { protectedHeader, key } = this.#message;
    this.#input.end();
    return `${protectedHeader}..${this.#signer.sign({ key: privateKey(key), ...PS256 }, 'base64url')}`;
  }
}

/**
 * Passes the JWS signing input (RFC 7515, 5.1) to a signer or verifier. The payload may arrive in
 * pieces of any length.
 */
class StreamedSigningInput {
  readonly #target: Pick<Sign | Verify, 'update'>;
  /** The one or two last bytes of the input so far, which do not make a group of three yet. */
  #remainder: Buffer = Buffer.alloc(0);

  constructor(protectedHeader: string, target: Pick<Sign | Verify, 'update'>) {
    this.#target = target;
    target.update(`${protectedHeader}.`);
  }

  add(piece: Uint8Array): void {
    const bytes =
      this.#remainder.length === 0 ? viewOf(piece) : Buffer.concat([this.#remainder, piece]);
    const whole = bytes.length - (bytes.length % GROUP_BYTES);
    this.#target.update(bytes.toString('base64url', 0, whole));
    this.#remainder = Buffer.from(bytes.subarray(whole));
  }

  end(): void {
    this.#target.update(this.#remainder.toString('base64url'));
  }
}

/**
 * Returns the key of an unsigned message as a KeyObject, because the domain layer declares it only
 * as an object.
 */
function privateKey(key: object): KeyObject {
  assert(key instanceof KeyObject, 'a private key is a KeyObject');
  return key;
}

/**
 * Caches imported public keys by their modulus and exponent. The owner of a key does not matter.
 */
const importedKeys = new Map<string, KeyObject>();

/**
 * Returns a public key as a KeyObject. Using the cached object halves the time of a verification.
 */
function publicKey({ kty, n, e }: PublicJwk): KeyObject {
  const id = `${n}.${e}`;
  const known = importedKeys.get(id);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: { kty, n, e }, format: 'jwk' });
  evictOldest(importedKeys, MAX_IMPORTED_KEYS);
  importedKeys.set(id, key);
  return key;
}

/**
 * Returns the JWS signing input (RFC 7515, 5.1). It encodes a large body in chunks and returns
 * control to the event loop between them.
 */
async function signingInput(protectedHeader: string, bytes: Uint8Array): Promise<Buffer> {
  const payload = viewOf(bytes);
  const payloadCharacters = Math.ceil((payload.length * 4) / GROUP_BYTES);
  const input = Buffer.allocUnsafe(protectedHeader.length + 1 + payloadCharacters);
  let written = input.write(`${protectedHeader}.`, 'latin1');
  for (let from = 0; from < payload.length; from += ENCODED_AT_ONCE_BYTES) {
    if (from > 0) await nextTurn();
    const text = payload.toString('base64url', from, from + ENCODED_AT_ONCE_BYTES);
    written += input.write(text, written, 'latin1');
  }
  return input;
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
