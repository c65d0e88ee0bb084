import { refuse, type Refusal } from '../../kernel/errors.ts';
import { SECOND_MS, type Clock } from '../../kernel/time.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * A token bucket for each TPP over all addresses: so many requests at once, refilled at a steady
 * rate; an excess call is 429 with `Retry-After` in whole seconds (specification, 8; rules, 9).
 * There are at most as many buckets as the directory has TPPs. `clock` is the machine's.
 */
export function createRateLimit(
  settings: { readonly ratePerSecond: number; readonly rateBurst: number },
  clock: Clock,
): (clientId: string) => Refusal | undefined {
  const { ratePerSecond, rateBurst } = settings;
  const buckets = new Map<string, Bucket>();
  return (clientId) => {
    const now = clock();
    let bucket = buckets.get(clientId);
    if (bucket === undefined) {
      bucket = { tokens: rateBurst, filledAt: now };
      buckets.set(clientId, bucket);
    }
    const earned = (Math.max(0, now - bucket.filledAt) * ratePerSecond) / SECOND_MS;
    bucket.tokens = Math.min(rateBurst, bucket.tokens + earned);
    bucket.filledAt = now;
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return undefined;
    }
    const seconds = Math.max(1, Math.ceil((1 - bucket.tokens) / ratePerSecond));
    const message =
      `More than ${String(ratePerSecond)} requests a second, or ${String(rateBurst)} at once. ` +
      `Try again in ${String(seconds)} s.`;
    return refuse(429, 'headerInvalid', message, { headers: { 'retry-after': String(seconds) } });
  };
}
