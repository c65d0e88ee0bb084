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

/** PS256: the salt is exactly as long as the digest (RFC 7518, 3.5). */
const PS256 = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } as const;

/** Three bytes are four characters: pieces of whole threes encode one after the other. */
const GROUP_BYTES = 3;

/** Bytes that are encoded in one turn of the event loop, which takes a tenth of a millisecond. */
const ENCODED_AT_ONCE_BYTES = GROUP_BYTES * 64 * 1024;

/** Keys of TPPs that stay imported, each of a few kilobytes. */
const MAX_IMPORTED_KEYS = 1000;

// With a callback, Node signs and verifies on the threads of libuv.
const signOnThread = promisify(sign);
const verifyOnThread = promisify(verify);

/** Begins a message under a JOSE header. */
export function unsignedMessage(
  header: Readonly<Record<string, unknown>>,
  key: KeyObject,
): UnsignedMessage {
  return { protectedHeader: Buffer.from(JSON.stringify(header)).toString('base64url'), key };
}

/** Returns the detached JWS of bytes that are in memory (RFC 7515, appendix F). */
export async function signDetached(
  { protectedHeader, key }: UnsignedMessage,
  bytes: Uint8Array,
): Promise<string> {
  const input = await signingInput(protectedHeader, bytes);
  const value = await signOnThread(DIGEST, input, { key: privateKey(key), ...PS256 });
  return `${protectedHeader}..${value.toString('base64url')}`;
}

/** Whether the signature is that of the bytes, which are in memory. */
export async function verifyDetached(
  { protectedHeader, value, key }: DetachedSignature,
  bytes: Uint8Array,
): Promise<boolean> {
  const input = await signingInput(protectedHeader, bytes);
  const verifying = { key: publicKey(key), ...PS256 };
  return verifyOnThread(DIGEST, input, verifying, Buffer.from(value, 'base64url'));
}

/**
 * Whether the signature is that of all the pieces together, of which one is held at a time. Works
 * on the thread that asks, so it is for workers.
 */
export function verifyPieces(
  { protectedHeader, value, key }: DetachedSignature,
  pieces: Iterable<Uint8Array>,
): boolean {
  const verifier = createVerify(DIGEST);
  const input = new InputInPieces(protectedHeader, verifier);
  for (const piece of pieces) input.add(piece);
  input.end();
  return verifier.verify({ key: publicKey(key), ...PS256 }, value, 'base64url');
}

/**
 * Signs bytes that come in pieces, of which one is held at a time. Works on the thread that asks,
 * so it is for workers.
 */
export class PieceSigner {
  readonly #message: UnsignedMessage;
  readonly #signer = createSign(DIGEST);
  readonly #input: InputInPieces;

  constructor(message: UnsignedMessage) {
    this.#message = message;
    this.#input = new InputInPieces(message.protectedHeader, this.#signer);
  }

  /** Takes the next piece, which the caller may change afterwards. */
  add(piece: Uint8Array): void {
    this.#input.add(piece);
  }

  /** Returns the detached JWS of all pieces. */
  end(): string {
    const { protectedHeader, key } = this.#message;
    this.#input.end();
    return `${protectedHeader}..${this.#signer.sign({ key: privateKey(key), ...PS256 }, 'base64url')}`;
  }
}

/** Hands the signing input (RFC 7515, 5.1) on as its payload comes, in pieces of any length. */
class InputInPieces {
  readonly #taker: Pick<Sign | Verify, 'update'>;
  /** Bytes that are no whole group yet. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(protectedHeader: string, taker: Pick<Sign | Verify, 'update'>) {
    this.#taker = taker;
    taker.update(`${protectedHeader}.`);
  }

  add(piece: Uint8Array): void {
    const bytes = this.#rest.length === 0 ? viewOf(piece) : Buffer.concat([this.#rest, piece]);
    const whole = bytes.length - (bytes.length % GROUP_BYTES);
    this.#taker.update(bytes.toString('base64url', 0, whole));
    this.#rest = Buffer.from(bytes.subarray(whole));
  }

  end(): void {
    this.#taker.update(this.#rest.toString('base64url'));
  }
}

/** The key of an unsigned message, which the domain does not know the type of. */
function privateKey(key: object): KeyObject {
  assert(key instanceof KeyObject, 'a private key is a KeyObject');
  return key;
}

/** By modulus and exponent, which are all that a key is: whose it is does not count here. */
const imported = new Map<string, KeyObject>();

/** A key as Node verifies with it; one that is not new to Node verifies in half the time. */
function publicKey({ kty, n, e }: PublicJwk): KeyObject {
  const id = `${n}.${e}`;
  const known = imported.get(id);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: { kty, n, e }, format: 'jwk' });
  evictOldest(imported, MAX_IMPORTED_KEYS);
  imported.set(id, key);
  return key;
}

/** What is signed (RFC 7515, 5.1). A large body is encoded a piece at a turn of the loop. */
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
