import {
  initiationStatusOf,
  paymentStatusOf,
  type CompletedStatus,
} from '../../domain/lifecycle/lifecycle.ts';
import type { Payment } from '../../domain/records/records.ts';
import type { Instant } from '../../shared/time.ts';

/** The properties of a payment that determine its status. */
export type StatusFacts = Pick<
  Payment,
  'groupStatus' | 'createdAt' | 'statusUpdatedAt' | 'firstPaidAt' | 'cancelledAt'
>;

/**
 * The status of a payment as its family reports it, and the time of the last change. A returned
 * credit of a file changes this time, even if the status stays the same (rules, 13.10).
 */
export interface ReportedStatus {
  readonly status: string;
  readonly since: Instant;
}

/**
 * Returns the status of a payment that is made at once (rules, 5.4).
 *
 * @param completed final status of an accepted payment
 */
export function describePayment(facts: StatusFacts, completed: CompletedStatus): ReportedStatus {
  const status = paymentStatusOf(facts.groupStatus, completed);
  return { status, since: status === 'Pending' ? facts.createdAt : facts.statusUpdatedAt };
}

/**
 * Returns the status of a file payment or a scheduled payment. It is pending until the payment ends
 * (decision 32).
 */
export function describeInitiation(facts: StatusFacts): ReportedStatus {
  const status = initiationStatusOf(facts.groupStatus);
  const isPending = status === 'InitiationPending';
  return { status, since: isPending ? facts.createdAt : facts.statusUpdatedAt };
}

/** Returns the status of a scheduled payment, which the customer can cancel before its date. */
export function describeScheduled(facts: StatusFacts): ReportedStatus {
  return reportCancelled(facts) ?? describeInitiation(facts);
}

function reportCancelled({ cancelledAt }: StatusFacts): ReportedStatus | undefined {
  return cancelledAt === null ? undefined : { status: 'Cancelled', since: cancelledAt };
}

/**
 * Returns the status of a standing order. It is completed as soon as its first payment is made
 * (decision 32).
 */
export function describeStandingOrder(facts: StatusFacts): ReportedStatus {
  const { groupStatus, createdAt, statusUpdatedAt, firstPaidAt } = facts;
  const cancelled = reportCancelled(facts);
  if (cancelled !== undefined) return cancelled;
  if (firstPaidAt !== null) return { status: 'InitiationCompleted', since: firstPaidAt };
  return groupStatus === 'RJCT'
    ? { status: 'InitiationFailed', since: statusUpdatedAt }
    : { status: 'InitiationPending', since: createdAt };
}
