import { createHash } from 'node:crypto';
import { IdempotencyError } from './errors.ts';

/** Maximum number of characters of a key (UK standard). */
const KEY_CHARACTERS = 40;

/** Number of recent keys whose bodies are compared. */
const REMEMBERED = 10_000;

/**
 * Derives the idempotency key of a request from the caller's own id, for example an invoice number.
 * The same client, operation and id give the same key, in each process and after each restart.
 */
export function idempotencyKeyOf(clientId: string, operation: string, id: string): string {
  const text = JSON.stringify([clientId, operation, id]);
  return createHash('sha256').update(text).digest('base64url').slice(0, KEY_CHARACTERS);
}

/** Digests of the bodies that were sent with recent keys. */
export class SentBodies {
  readonly #digests = new Map<string, string>();

  /**
   * Records the digest of a body for a key.
   *
   * @throws IdempotencyError if the key was used for another body
   */
  record(key: string, digest: string, request: { operation: string; id: string }): void {
    const before = this.#digests.get(key);
    if (before !== undefined && before !== digest) {
      throw new IdempotencyError(request.operation, request.id);
    }
    this.#digests.delete(key);
    this.#digests.set(key, digest);
    const [oldest] = this.#digests.keys();
    if (this.#digests.size > REMEMBERED && oldest !== undefined) this.#digests.delete(oldest);
  }

  /** Forgets a key, because the bank refused its request and did not use it up. */
  forget(key: string): void {
    this.#digests.delete(key);
  }
}

/** Returns the digest of a body. */
export function digestOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64');
}
