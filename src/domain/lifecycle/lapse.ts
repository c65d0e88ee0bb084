import { DAY_MS, type Instant } from '../../shared/time.ts';
import type { Consent } from '../records/records.ts';
import { formatCount } from '../messages/format.ts';
import { CONSENT_MOVES, isOver, mayMove } from './lifecycle.ts';

/*
 * A consent that nobody approves, or that nobody uses, lapses: it is Rejected from then on
 * (rules, 5.14). One that no payment uses up has dates of its own, and does not.
 */

/** How long a consent is good, in days of 24 hours each. */
export interface LapseSettings {
  /** From its creation until the customer must have approved it. */
  readonly consentApprovalDays: number;
  /** From that until the TPP must have used it. */
  readonly consentUseDays: number;
}

/** When a consent lapses that is to be approved, or used, within so many days from an instant. */
export function lapseAfter(days: number, from: Instant): Instant {
  return from + days * DAY_MS;
}

/** Whether a consent has lapsed by then and is not marked so yet. */
export function shouldLapse({ status, lapsesAt }: Consent, now: Instant): boolean {
  return isOver(lapsesAt, now) && mayMove(CONSENT_MOVES, status, 'Rejected');
}

/** Why such a consent lapses, in words for customer and TPP. */
export function lapseReason({ status, createdAt, statusUpdatedAt, lapsesAt }: Consent): string {
  const from = status === 'Authorised' ? statusUpdatedAt : createdAt;
  const days = formatCount(Math.round(((lapsesAt ?? from) - from) / DAY_MS), 'day');
  return status === 'Authorised'
    ? `It was approved, but not used within ${days}.`
    : `It was not approved within ${days}.`;
}

/** As `lapseReason`, of one that has lapsed; null of all others, whose refusal is not the TPP's. */
export function lapseRefusal({ refusedBy, refusal }: Consent): string | null {
  return refusedBy === 'time' ? refusal : null;
}
