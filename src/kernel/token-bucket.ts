import { makeRoom } from './make-room.ts';
import { SECOND_MS, type Instant } from './time.ts';

/** So many at once, refilled at a steady rate. */
export interface BucketSize {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * A token bucket for each of many callers. At most `maxCallers` are remembered: whoever came first,
 * and with many callers is most likely full again, is forgotten for a new one.
 */
export class TokenBuckets {
  readonly #size: BucketSize;
  readonly #maxCallers: number;
  readonly #buckets = new Map<string, { tokens: number; filledAt: Instant }>();

  constructor(size: BucketSize, maxCallers = Infinity) {
    this.#size = size;
    this.#maxCallers = maxCallers;
  }

  /** Whole seconds until a token is there; 0 when there is one now. Takes none. */
  secondsToWait(caller: string, now: Instant): number {
    const { tokens } = this.#fill(caller, now);
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / this.#size.perSecond));
  }

  /** Takes a token, if there is one. */
  take(caller: string, now: Instant): void {
    const bucket = this.#fill(caller, now);
    if (bucket.tokens >= 1) bucket.tokens -= 1;
  }

  /** Gives a token back that was taken for what turned out not to count. */
  giveBack(caller: string, now: Instant): void {
    const bucket = this.#fill(caller, now);
    bucket.tokens = Math.min(this.#size.burst, bucket.tokens + 1);
  }

  #fill(caller: string, now: Instant): { tokens: number } {
    const { perSecond, burst } = this.#size;
    let bucket = this.#buckets.get(caller);
    if (bucket === undefined) {
      makeRoom(this.#buckets, this.#maxCallers);
      bucket = { tokens: burst, filledAt: now };
      this.#buckets.set(caller, bucket);
    }
    const earned = (Math.max(0, now - bucket.filledAt) * perSecond) / SECOND_MS;
    bucket.tokens = Math.min(burst, bucket.tokens + earned);
    bucket.filledAt = now;
    return bucket;
  }
}
