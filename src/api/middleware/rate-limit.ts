import type { NodeStore } from '../../domain/ports/node-store.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';
import type { Seconds } from '../../shared/time.ts';
import type { BucketSize } from '../../shared/token-bucket.ts';

/**
 * Number of tokens that a node takes at a time from the shared bucket of a TPP. The node can then
 * serve this many requests without another query to the shared store.
 */
const PREFETCHED_TOKENS = 10;

/** The rate limit of each organisation. */
export interface RateLimit {
  /**
   * Counts a request of an organisation. Returns 429 if the organisation has exceeded its rate
   * limit.
   */
  count(organisationId: string): Promise<Refusal | undefined>;
  /**
   * Returns the response headers `RateLimit-Policy` and `RateLimit` for an organisation whose
   * request was counted (OpenAPI 4.0.1; draft-ietf-httpapi-ratelimit-headers). `q` requests are
   * accepted every `w` seconds. The organisation may send `r` requests now. If it sends none, the
   * number is back at its maximum in `t` seconds.
   */
  headersFor(organisationId: string): Readonly<Record<string, string>>;
}

/**
 * Creates a rate limit with one token bucket for each TPP. All clients of the TPP, all paths and
 * all nodes share the bucket. A request above the limit gets 429 with `Retry-After` in whole
 * seconds (rules, 9.10). The number of TPPs in the directory limits the number of buckets.
 */
export function createRateLimit(
  settings: { readonly ratePerSecond: number; readonly rateBurst: number },
  store: Pick<NodeStore, 'openBuckets'>,
): RateLimit {
  const { ratePerSecond, rateBurst } = settings;
  const size = { perSecond: ratePerSecond, burst: rateBurst };
  const buckets = store.openBuckets({
    name: 'requests',
    size,
    prefetchedTokens: PREFETCHED_TOKENS,
  });
  const policy = policyOf(size);
  return {
    async count(organisationId) {
      const seconds = await buckets.take(organisationId);
      return seconds > 0 ? tooMany(ratePerSecond, rateBurst, seconds) : undefined;
    },
    headersFor(organisationId) {
      const remaining = Math.min(rateBurst, buckets.tokensOf(organisationId));
      const seconds = Math.ceil((rateBurst - remaining) / ratePerSecond);
      return {
        'ratelimit-policy': policy,
        ratelimit: `"default";r=${String(remaining)};t=${String(seconds)}`,
      };
    },
  };
}

/**
 * Returns the header `RateLimit-Policy`. Its window is the time in which an empty bucket fills, and
 * at least a second.
 */
function policyOf({ perSecond, burst }: BucketSize): string {
  const windowSeconds = Math.max(1, Math.ceil(burst / perSecond));
  const quota = Math.floor(perSecond * windowSeconds);
  return `"default";q=${String(quota)};w=${String(windowSeconds)}`;
}

/** Returns 429 with a message that contains the limit and the number of seconds to wait. */
export function tooMany(perSecond: number, burst: number, seconds: Seconds): Refusal {
  const message =
    `More than ${String(perSecond)} requests a second, or ${String(burst)} at once. ` +
    `Try again in ${String(seconds)} s.`;
  return refuse(429, 'headerInvalid', message, { headers: { 'retry-after': String(seconds) } });
}
