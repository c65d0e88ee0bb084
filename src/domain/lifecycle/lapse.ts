import { DAY_MS, type Instant, type Days } from '../../shared/time.ts';
import type { Consent } from '../records/records.ts';
import { formatCount } from '../messages/format.ts';
import { CONSENT_MOVES, isOver, mayMove } from './lifecycle.ts';

/*
 * Decides when consents lapse. A consent becomes Rejected if it is not approved in time, or not
 * used in time after its approval (rules, 5.14). VRP consents do not lapse, because the TPP sets
 * their validity dates.
 */

/** The time limits after which a consent lapses, in days of 24 hours. */
export interface LapseSettings {
  /** The customer must approve the consent within this time after its creation. */
  readonly consentApprovalDays: Days;
  /** The TPP must use the consent within this time after its approval. */
  readonly consentUseDays: Days;
}

/** Returns the time at which a consent lapses: the given number of days after an instant. */
export function lapseAfter(days: Days, from: Instant): Instant {
  return from + days * DAY_MS;
}

/**
 * Returns true if a consent has lapsed by `now` but still has a status that may change to Rejected.
 */
export function shouldLapse({ status, lapsesAt }: Consent, now: Instant): boolean {
  return isOver(lapsesAt, now) && mayMove(CONSENT_MOVES, status, 'Rejected');
}

/** Returns the reason why a consent lapsed, as text for the customer and the TPP. */
export function lapseReason({ status, createdAt, statusUpdatedAt, lapsesAt }: Consent): string {
  const from = status === 'Authorised' ? statusUpdatedAt : createdAt;
  const days = formatCount(Math.round(((lapsesAt ?? from) - from) / DAY_MS), 'day');
  return status === 'Authorised'
    ? `It was approved, but not used within ${days}.`
    : `It was not approved within ${days}.`;
}

/**
 * Returns the refusal reason of a lapsed consent for the TPP. Returns null for other consents,
 * because only the customer may see their reason.
 */
export function lapseRefusal({ refusedBy, refusal }: Consent): string | null {
  return refusedBy === 'time' ? refusal : null;
}
