import { evictOldest } from '../../shared/evict-oldest.ts';
import { SECOND_MS, type Milliseconds, type Stopwatch } from '../../shared/time.ts';

/**
 * Maximum number of callers whose prefetched tokens are cached. A new caller evicts the oldest one.
 */
const MAX_CALLERS = 10_000;
/**
 * Time in milliseconds after which a prefetched token expires. By then the bucket has refilled it.
 */
const TOKEN_LIFETIME_MS = SECOND_MS;
/** Maximum time in milliseconds for which an empty bucket is not queried again. */
const MAX_BACK_OFF_MS = SECOND_MS;

/** Result of taking tokens from a shared bucket. */
export interface BucketTokens {
  /**
   * Number of tokens taken. It is smaller than requested if the bucket has fewer, and 0 if the
   * bucket is empty.
   */
  readonly tokens: number;
  /** Time in milliseconds until the bucket has a token again. 0 if it has one now. */
  readonly waitMs: Milliseconds;
  /** Number of tokens that are left in the bucket. */
  readonly left: number;
}

interface Parts {
  /** Takes up to `wanted` tokens from the bucket of a caller. */
  readonly takeFromBucket: (caller: string, wanted: number) => Promise<BucketTokens>;
  /** Minimum number of tokens that one query takes, so that later requests need no query. */
  readonly prefetchCount: number;
  /** Monotonic clock in milliseconds. */
  readonly stopwatch: Stopwatch;
}

interface CachedTokens {
  tokens: number;
  /** Number of tokens that the last query left in the bucket. */
  left: number;
  /** Time on the stopwatch at which the cached tokens expire. */
  validUntilMs: Milliseconds;
  /**
   * Times on the stopwatch at which an empty bucket will have a token again, and from which it may
   * be queried again.
   */
  tokenAtMs: Milliseconds;
  retryAtMs: Milliseconds;
  /** Number of requests that wait for the next query. */
  waiting: number;
  refilling: Promise<void> | undefined;
}

/**
 * Takes several tokens at a time from the rate-limit buckets that all nodes share, and answers
 * requests from this local supply. One query therefore serves many requests.
 *
 * Requests that arrive in the same turn of the event loop share a query. All nodes together never
 * allow more requests than the bucket does.
 */
export class PrefetchedTokens {
  readonly #parts: Parts;
  readonly #cached = new Map<string, CachedTokens>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes a token for a caller. Returns 0, or the time until the next token in milliseconds. */
  async take(caller: string): Promise<number> {
    const cached = this.#cachedFor(caller);
    for (;;) {
      const nowMs = this.#parts.stopwatch();
      if (cached.tokens > 0 && nowMs < cached.validUntilMs) break;
      if (nowMs < cached.retryAtMs) return cached.tokenAtMs - nowMs;
      cached.waiting += 1;
      cached.refilling ??= this.#refill(caller, cached);
      await cached.refilling;
    }
    cached.tokens -= 1;
    return 0;
  }

  /** Returns the number of tokens that a caller has at least, as of the last query. */
  tokensOf(caller: string): number {
    const { tokens, left } = this.#cachedFor(caller);
    return tokens + left;
  }

  /** Allows an empty bucket to be queried again at once, because a token was returned to it. */
  retryNow(caller: string): void {
    const cached = this.#cached.get(caller);
    if (cached !== undefined) cached.retryAtMs = 0;
  }

  async #refill(caller: string, cached: CachedTokens): Promise<void> {
    // Wait for other requests in this turn of the event loop, so that they share the query.
    await Promise.resolve();
    const { takeFromBucket, prefetchCount, stopwatch } = this.#parts;
    const wanted = Math.max(prefetchCount, cached.waiting);
    cached.waiting = 0;
    try {
      const { tokens, waitMs, left } = await takeFromBucket(caller, wanted);
      const nowMs = stopwatch();
      cached.tokens = tokens;
      cached.left = left;
      cached.validUntilMs = nowMs + TOKEN_LIFETIME_MS;
      cached.tokenAtMs = nowMs + waitMs;
      cached.retryAtMs = nowMs + Math.min(waitMs, MAX_BACK_OFF_MS);
    } finally {
      cached.refilling = undefined;
    }
  }

  #cachedFor(caller: string): CachedTokens {
    const known = this.#cached.get(caller);
    if (known !== undefined) return known;
    evictOldest(this.#cached, MAX_CALLERS);
    const instants = { validUntilMs: 0, tokenAtMs: 0, retryAtMs: 0 };
    const nothing = { tokens: 0, left: 0, ...instants, waiting: 0, refilling: undefined };
    this.#cached.set(caller, nothing);
    return nothing;
  }
}
