import { SECOND_MS, type Instant, type Seconds } from './time.ts';

/** Capacity and refill rate of a token bucket. */
export interface BucketSize {
  readonly perSecond: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  filledAt: Instant;
}

/**
 * The share of all buckets that is removed at once. It would be too slow to examine all buckets for
 * each new one.
 */
const REMOVED_PART = 1 / 64;

/**
 * Token buckets, one for each caller. Holds at most `maxCallers`. Above that, it removes the
 * buckets with the most tokens. Removing a full bucket loses nothing. A caller who has used up its
 * tokens does not regain them because many other callers came.
 */
export class TokenBuckets {
  readonly #size: BucketSize;
  readonly #maxCallers: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(size: BucketSize, maxCallers = Infinity) {
    this.#size = size;
    this.#maxCallers = maxCallers;
  }

  /**
   * Returns the whole seconds until a token is available, or 0 if one is available now. Takes none.
   */
  secondsToWait(caller: string, now: Instant): Seconds {
    const { tokens } = this.#fill(caller, now);
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / this.#size.perSecond));
  }

  /** Returns the number of whole tokens that are available. Takes none. */
  tokensOf(caller: string, now: Instant): number {
    return Math.floor(this.#fill(caller, now).tokens);
  }

  /** Takes a token if one is available. */
  take(caller: string, now: Instant): void {
    const bucket = this.#fill(caller, now);
    if (bucket.tokens >= 1) bucket.tokens -= 1;
  }

  /** Puts back a token that was taken for a request which does not count after all. */
  giveBack(caller: string, now: Instant): void {
    const bucket = this.#fill(caller, now);
    bucket.tokens = Math.min(this.#size.burst, bucket.tokens + 1);
  }

  #fill(caller: string, now: Instant): Bucket {
    let bucket = this.#buckets.get(caller);
    if (bucket === undefined) {
      if (this.#buckets.size >= this.#maxCallers) this.#removeFullest(now);
      bucket = { tokens: this.#size.burst, filledAt: now };
      this.#buckets.set(caller, bucket);
    }
    bucket.tokens = this.#tokensIn(bucket, now);
    bucket.filledAt = now;
    return bucket;
  }

  #tokensIn({ tokens, filledAt }: Bucket, now: Instant): number {
    const { perSecond, burst } = this.#size;
    const earned = (Math.max(0, now - filledAt) * perSecond) / SECOND_MS;
    return Math.min(burst, tokens + earned);
  }

  /** Removes the fullest buckets. Among equally full ones at the limit, the oldest are removed. */
  #removeFullest(now: Instant): void {
    const removed = Math.ceil(this.#maxCallers * REMOVED_PART);
    const left = this.#buckets.size - removed;
    const tokens = Float64Array.from(this.#buckets.values(), (bucket) =>
      this.#tokensIn(bucket, now),
    );
    const least = tokens.sort()[left] ?? 0;
    for (const [caller, bucket] of this.#buckets) {
      if (this.#tokensIn(bucket, now) >= least) this.#buckets.delete(caller);
      if (this.#buckets.size <= left) return;
    }
  }
}
