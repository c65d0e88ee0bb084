import type { Lockout } from '../../domain/ports/sign-in-store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';

/**
 * Number of failures that lock a user out, and the duration of the lockout (SCA-RTS, article
 * 4(3)(b)).
 */
export const LOCKOUT: Lockout = {
  maxFailures: 5,
  milliseconds: 15 * MINUTE_MS,
  maxMilliseconds: 4 * HOUR_MS,
  quietMilliseconds: DAY_MS,
};
