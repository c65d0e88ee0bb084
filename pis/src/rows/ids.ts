import { createHash } from 'node:crypto';

/** Number of characters of a derived id. Faster Payments carries 31 of an end-to-end id. */
const LENGTH = 24;

/** Derives the ids of payments from their content. */
export class Ids {
  readonly #times = new Map<string, number>();

  /**
   * Returns an id of a payment. The same content always has the same id. If a file contains it
   * again, the second one gets `-2` at its end, and so on.
   */
  of(content: readonly string[]): string {
    const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
    const id = `P${digest.slice(0, LENGTH - 1).toUpperCase()}`;
    const times = (this.#times.get(id) ?? 0) + 1;
    this.#times.set(id, times);
    return times === 1 ? id : `${id}-${String(times)}`;
  }
}
