import {
  addDays,
  DAY_MS,
  londonDate,
  londonInstant,
  type Days,
  type Instant,
  type Milliseconds,
} from '../../shared/time.ts';
import { businessDaysAfter } from '../calendar/calendar.ts';
import type { Holidays } from '../ports/bank.ts';
import type { CaseDecision, NewCase, ScreeningCase } from '../records/screening.ts';
import type { Instrument } from '../schemes/schemes.ts';

/**
 * Longest time for which a payment is held, in business days after the day of its order. Fraud:
 * Payment Services Regulations 2017, regulation 86(2A), as amended in 2024. Otherwise: regulation
 * 86(1). A suspicion of a breach of sanctions has no limit, and the hold of an operator has none.
 */
const LIMIT_DAYS: Readonly<Record<NewCase['class'], Days | null>> = {
  fraud: 4,
  sanctions: null,
  other: 1,
  unanswered: 1,
  operator: null,
};

interface HeldOrder extends Pick<NewCase, 'class'> {
  readonly receivedAt: Instant;
  readonly instrument: Instrument;
}

/** Returns the end of the last day on which an order may be held. Null if there is no limit. */
export function endOfCase(order: HeldOrder, holidays: Holidays): Instant | null {
  const days = LIMIT_DAYS[order.class];
  if (days === null) return null;
  const received = londonDate(order.receivedAt);
  return londonInstant(addDays(businessDaysAfter(received, days, order.instrument, holidays), 1));
}

/** Time after which a held payment without a limit is checked again, in milliseconds. */
const NO_LIMIT_MS: Milliseconds = 3650 * DAY_MS;

/** Returns the time to which the step of a held payment is deferred. */
export function waitUntil({ endsAt }: Pick<NewCase, 'endsAt'>, now: Instant): Instant {
  return endsAt ?? now + NO_LIMIT_MS;
}

/** Returns the decision about a held payment: the stored one, `reject` at the limit, or null. */
export function decisionOf(
  { decided, endsAt }: Pick<ScreeningCase, 'decided' | 'endsAt'>,
  now: Instant,
): CaseDecision | null {
  if (decided !== null) return decided.decision;
  return endsAt !== null && now >= endsAt ? 'reject' : null;
}

/**
 * Returns true if an operator held a payment and two people have released it. The screening has not
 * decided about it then.
 */
export function isReleasedHold(found: Pick<ScreeningCase, 'class' | 'decided'>): boolean {
  return found.class === 'operator' && found.decided?.decision === 'release';
}
