import { setTimeout as pause } from 'node:timers/promises';
import type { OperationRules } from './operations.ts';

/** Longest pause before a retry if the bank names none, in milliseconds. */
const LONGEST_MS = 8_000;

/** First pause before a retry, in milliseconds. */
const FIRST_MS = 250;

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/**
 * Returns true if the same request may be sent again after this status. With 429 and 503 the bank
 * says that it did not process the request. A request that changes something is repeated after 503
 * only with its idempotency key.
 */
export function isRetryable(status: number, rules: OperationRules): boolean {
  if (!RETRIED_STATUSES.has(status)) return false;
  return status === 429 || mayRepeat(rules);
}

/** Returns true if the request may be repeated although the bank may have executed it. */
export function mayRepeat({ isRead, hasIdempotencyKey }: OperationRules): boolean {
  return isRead || hasIdempotencyKey;
}

/**
 * Returns the pause before a retry in milliseconds: the time that the bank names, else exponential
 * backoff with jitter.
 *
 * @param attempt number of attempts so far, from 1
 */
export function pauseBefore(attempt: number, retryAfterMs: number | undefined): number {
  if (retryAfterMs !== undefined) return retryAfterMs;
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1));
  return longest / 2 + Math.random() * (longest / 2);
}

/** Reads `Retry-After`, in seconds or as a date. Returns milliseconds. */
export function retryAfterOf(headers: Headers, now: () => number): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now());
}

/** Waits, unless the signal aborts. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal });
}
