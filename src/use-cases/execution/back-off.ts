import { StoredFileDamaged, StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import { MINUTE_MS, SECOND_MS, type Milliseconds } from '../../shared/time.ts';

/**
 * Number of failures after which a step is parked. It is reached after about a quarter of an hour.
 */
export const MAX_TRIES = 20;
/**
 * Delays before a retry, in milliseconds. The delay starts with the first value and doubles with
 * each retry up to the second value.
 */
const FIRST_RETRY_MS = SECOND_MS;
const LONGEST_RETRY_MS = MINUTE_MS;

/**
 * Returns the delay before the next retry of a failed step, in milliseconds. Returns null if the
 * step must be parked.
 */
export function backOffAfter(attempts: number, error?: unknown): Milliseconds | null {
  if (error instanceof StoredFileDamaged) return null;
  // If the storage is unavailable, the step itself is not at fault. It is retried and never parked.
  if (attempts >= MAX_TRIES && !(error instanceof StoreUnavailable)) return null;
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}
