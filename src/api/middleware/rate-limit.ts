import type { NodeStore } from '../../domain/ports/node-store.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';

/** Requests that a node counts in advance: so many of a TPP's, and none of them asks the others. */
const PREFETCHED_TOKENS = 10;

/** Counts a request of an organisation; the refusal when it has sent too many. */
export type RateLimit = (organisationId: string) => Promise<Refusal | undefined>;

/**
 * A token bucket for each TPP, over all its clients, all addresses and all nodes: so many requests
 * at once, refilled at a steady rate; an excess call is 429 with `Retry-After` in whole seconds
 * (rules, 9.10). There are at most as many buckets as the directory has TPPs.
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
  return async (organisationId) => {
    const seconds = await buckets.take(organisationId);
    return seconds > 0 ? tooMany(ratePerSecond, rateBurst, seconds) : undefined;
  };
}

/** 429 for whoever sent more requests than a bucket of that size allows. */
export function tooMany(perSecond: number, burst: number, seconds: number): Refusal {
  const message =
    `More than ${String(perSecond)} requests a second, or ${String(burst)} at once. ` +
    `Try again in ${String(seconds)} s.`;
  return refuse(429, 'headerInvalid', message, { headers: { 'retry-after': String(seconds) } });
}
