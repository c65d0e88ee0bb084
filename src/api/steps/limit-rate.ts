import { refuse, type Refusal } from '../../kernel/errors.ts';
import type { Clock } from '../../kernel/time.ts';
import { TokenBuckets } from '../../kernel/token-bucket.ts';

/** Counts a request of an organisation; the refusal when it has sent too many. */
export type RateLimit = (organisationId: string) => Refusal | undefined;

/**
 * A token bucket for each TPP, over all its clients and all addresses: so many requests at once,
 * refilled at a steady rate; an excess call is 429 with `Retry-After` in whole seconds
 * (rules, 9.10). There are at most as many buckets as the directory has TPPs.
 */
export function createRateLimit(
  settings: { readonly ratePerSecond: number; readonly rateBurst: number },
  machineClock: Clock,
): RateLimit {
  const { ratePerSecond, rateBurst } = settings;
  const buckets = new TokenBuckets({ perSecond: ratePerSecond, burst: rateBurst });
  return (organisationId) => {
    const now = machineClock();
    const seconds = buckets.secondsToWait(organisationId, now);
    if (seconds > 0) return tooMany(ratePerSecond, rateBurst, seconds);
    buckets.take(organisationId, now);
    return undefined;
  };
}

/** 429 for whoever sent more requests than a bucket of that size allows. */
export function tooMany(perSecond: number, burst: number, seconds: number): Refusal {
  const message =
    `More than ${String(perSecond)} requests a second, or ${String(burst)} at once. ` +
    `Try again in ${String(seconds)} s.`;
  return refuse(429, 'headerInvalid', message, { headers: { 'retry-after': String(seconds) } });
}
