import { evictOldest } from '../../shared/evict-oldest.ts';
import { SECOND_MS, type Milliseconds, type Stopwatch } from '../../shared/time.ts';

/**
 * Maximum number of callers whose prefetched tokens are cached. A new caller evicts the oldest one.
 */
const MAX_CALLERS = 10_000;
/** Lifetime of a prefetched token, in milliseconds. By then the bucket has produced a new one. */
const TOKEN_LIFETIME_MS = SECOND_MS;
/** Longest time during which an empty bucket is not queried again, in milliseconds. */
const MAX_BACK_OFF_MS = SECOND_MS;

/** Tokens that were taken from a shared bucket. */
export interface BucketTokens {
  /** The requested number, or fewer if the bucket has fewer. 0 means that the bucket is empty. */
  readonly tokens: number;
  /** Time until the bucket has a token again, in milliseconds. 0 if it has one now. */
  readonly waitMs: Milliseconds;
}

interface Parts {
  /** Takes up to `wanted` tokens from a caller's bucket. */
  readonly takeFromBucket: (caller: string, wanted: number) => Promise<BucketTokens>;
  /** Minimum number of tokens to take at once, so that later requests need no query. */
  readonly prefetchCount: number;
  /** Monotonic clock in milliseconds. */
  readonly stopwatch: Stopwatch;
}

interface CachedTokens {
  tokens: number;
  /** Stopwatch time at which the cached tokens expire. */
  validUntilMs: Milliseconds;
  /**
   * Stopwatch times at which an empty bucket has a token again, and at which it may be queried
   * again.
   */
  tokenAtMs: Milliseconds;
  retryAtMs: Milliseconds;
  /** Number of requests that wait for the query that is about to be sent. */
  waiting: number;
  refilling: Promise<void> | undefined;
}

/**
 * Takes tokens from rate-limit buckets that all nodes share, several at a time, and answers
 * requests from this cache. One query therefore serves many requests.
 *
 * Requests that arrive in the same turn of the event loop share a query. The nodes together never
 * let more requests through than the bucket allows.
 */
export class PrefetchedTokens {
  readonly #parts: Parts;
  readonly #cached = new Map<string, CachedTokens>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes a token. Returns 0, or the time until the next token in milliseconds. */
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

  /** Allows the next request to query a bucket that was empty: a token was returned to it. */
  retryNow(caller: string): void {
    const cached = this.#cached.get(caller);
    if (cached !== undefined) cached.retryAtMs = 0;
  }

  async #refill(caller: string, cached: CachedTokens): Promise<void> {
    // Waits for the other requests of this turn of the event loop, which share this query.
    await Promise.resolve();
    const { takeFromBucket, prefetchCount, stopwatch } = this.#parts;
    const wanted = Math.max(prefetchCount, cached.waiting);
    cached.waiting = 0;
    try {
      const { tokens, waitMs } = await takeFromBucket(caller, wanted);
      const nowMs = stopwatch();
      cached.tokens = tokens;
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
    const nothing = { tokens: 0, ...instants, waiting: 0, refilling: undefined };
    this.#cached.set(caller, nothing);
    return nothing;
  }
}
