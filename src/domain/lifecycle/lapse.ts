import { DAY_MS, type Instant, type Days } from '../../shared/time.ts';
import type { Consent } from '../records/records.ts';
import { formatCount } from '../messages/format.ts';
import { CONSENT_MOVES, isOver, mayMove } from './lifecycle.ts';

/*
 * Lapse of consents: a consent that is not approved, or not used, in time becomes Rejected (rules,
 * 5.14). VRP consents do not lapse, because they have dates of their own.
 */

/** Time limits of a consent, in days of 24 hours. */
export interface LapseSettings {
  /** Time for the customer's approval, from the creation of the consent. */
  readonly consentApprovalDays: Days;
  /** Time for the TPP's use of the consent, from its approval. */
  readonly consentUseDays: Days;
}

/** Returns the time at which a consent lapses, a number of days after an instant. */
export function lapseAfter(days: Days, from: Instant): Instant {
  return from + days * DAY_MS;
}

/** Returns true if a consent has lapsed by `now` and is not marked as Rejected yet. */
export function shouldLapse({ status, lapsesAt }: Consent, now: Instant): boolean {
  return isOver(lapsesAt, now) && mayMove(CONSENT_MOVES, status, 'Rejected');
}

/** Returns the reason of the lapse, for the customer and the TPP. */
export function lapseReason({ status, createdAt, statusUpdatedAt, lapsesAt }: Consent): string {
  const from = status === 'Authorised' ? statusUpdatedAt : createdAt;
  const days = formatCount(Math.round(((lapsesAt ?? from) - from) / DAY_MS), 'day');
  return status === 'Authorised'
    ? `It was approved, but not used within ${days}.`
    : `It was not approved within ${days}.`;
}

/**
 * Returns the refusal of a lapsed consent. Returns null for others, whose refusal is not for the
 * TPP.
 */
export function lapseRefusal({ refusedBy, refusal }: Consent): string | null {
  return refusedBy === 'time' ? refusal : null;
}
