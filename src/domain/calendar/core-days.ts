import {
  addDays,
  HOUR_MS,
  londonDate,
  type Days,
  type Instant,
  type LocalDate,
  type Milliseconds,
} from '../../shared/time.ts';
import { daysBetween } from './days.ts';

/** Time after the end of a day at which it is reconciled, in milliseconds. */
const RECONCILE_AFTER_MS: Milliseconds = HOUR_MS;

/** Returns the last day that can be reconciled with the core banking system. */
export function lastEndedDay(now: Instant): LocalDate {
  return addDays(londonDate(now - RECONCILE_AFTER_MS), -1);
}

/**
 * Returns the number of days that have ended and are not reconciled.
 *
 * @param last the last reconciled day. Undefined if there is none. The result is then 1.
 */
export function daysToReconcile(last: LocalDate | undefined, now: Instant): Days {
  return last === undefined ? 1 : Math.max(0, daysBetween(last, lastEndedDay(now)));
}
