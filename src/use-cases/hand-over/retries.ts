import { MINUTE_MS, SECOND_MS, type Milliseconds, type Stopwatch } from '../../shared/time.ts';

/** Shortest and longest time until a failed attempt is repeated, in milliseconds. */
const FIRST_RETRY_MS: Milliseconds = SECOND_MS;
export const LONGEST_RETRY_MS: Milliseconds = 5 * MINUTE_MS;

/**
 * Returns the time until the next attempt, in milliseconds. It doubles with each failure, up to
 * `longestMs`.
 */
export function retryDelay(failures: number, longestMs = LONGEST_RETRY_MS): Milliseconds {
  return Math.min(longestMs, FIRST_RETRY_MS * 2 ** (failures - 1));
}

/**
 * Remembers which items failed, so that they are not attempted again at once and do not hold up
 * others. After a restart, each item is attempted again.
 */
export class Retries {
  readonly #stopwatch: Stopwatch;
  readonly #longestMs: Milliseconds;
  readonly #failed = new Map<
    string,
    { readonly failures: number; readonly retryAt: Milliseconds }
  >();

  /** @param longestMs longest time until a failed attempt is repeated, in milliseconds */
  constructor(stopwatch: Stopwatch, longestMs: Milliseconds = LONGEST_RETRY_MS) {
    this.#stopwatch = stopwatch;
    this.#longestMs = longestMs;
  }

  /** Number of items that wait for another attempt. */
  get waiting(): number {
    return this.#failed.size;
  }

  /** Forgets all items except these, for example because the others no longer exist. */
  keepOnly(items: ReadonlySet<string>): void {
    for (const item of this.#failed.keys()) if (!items.has(item)) this.#failed.delete(item);
  }

  /**
   * Attempts an item, unless it failed a moment ago. Returns true if it was attempted.
   *
   * @param onFailure also gets the number of consecutive failures, which is 1 for the first. If it
   *   throws, the item does not wait for another attempt
   */
  async attempt(
    item: string,
    run: () => Promise<void>,
    onFailure: (error: unknown, failures: number) => void,
  ): Promise<boolean> {
    const failed = this.#failed.get(item);
    if (failed !== undefined && this.#stopwatch() < failed.retryAt) return false;
    try {
      await run();
      this.#failed.delete(item);
    } catch (error) {
      const failures = (failed?.failures ?? 0) + 1;
      const retryAt = this.#stopwatch() + retryDelay(failures, this.#longestMs);
      onFailure(error, failures);
      this.#failed.set(item, { failures, retryAt });
    }
    return true;
  }
}
