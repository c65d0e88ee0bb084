import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';
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
  if (error instanceof StoredFileDamaged || attempts >= MAX_TRIES) return null;
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}

/**
 * Returns the delay before the next retry of a step that failed because the storage is unavailable,
 * in milliseconds. It equals the time since the step fell due, so it doubles with each retry, too.
 * Such failures are not counted, because the step is not at fault.
 */
export function backOffInOutage(overdueMs: Milliseconds): Milliseconds {
  return Math.min(LONGEST_RETRY_MS, Math.max(FIRST_RETRY_MS, overdueMs));
}
