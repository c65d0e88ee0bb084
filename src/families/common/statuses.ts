import {
  initiationStatusOf,
  paymentStatusOf,
  type CompletedStatus,
} from '../../domain/lifecycle/lifecycle.ts';
import type { Payment } from '../../domain/records/records.ts';
import type { Instant } from '../../shared/time.ts';

/** What a status follows from. */
export type StatusFacts = Pick<
  Payment,
  'groupStatus' | 'createdAt' | 'statusUpdatedAt' | 'firstPaidAt' | 'cancelledAt'
>;

/** A payment's status in the terms of its family, and since when it has had it. */
export interface ReportedStatus {
  readonly status: string;
  readonly since: Instant;
}

/** Of payments that are made at once; `completed` is where an accepted one ends (rules, 5.4). */
export function describePayment(facts: StatusFacts, completed: CompletedStatus): ReportedStatus {
  const status = paymentStatusOf(facts.groupStatus, completed);
  return { status, since: status === 'Pending' ? facts.createdAt : facts.statusUpdatedAt };
}

/** Of files, and of scheduled payments, which are pending until their end (docs/decisions, 32). */
export function describeInitiation(facts: StatusFacts): ReportedStatus {
  const status = initiationStatusOf(facts.groupStatus);
  const isPending = status === 'InitiationPending';
  return { status, since: isPending ? facts.createdAt : facts.statusUpdatedAt };
}

/** Of payments for a day, which the customer can cancel before it. */
export function describeScheduled(facts: StatusFacts): ReportedStatus {
  return reportCancelled(facts) ?? describeInitiation(facts);
}

function reportCancelled({ cancelledAt }: StatusFacts): ReportedStatus | undefined {
  return cancelledAt === null ? undefined : { status: 'Cancelled', since: cancelledAt };
}

/** Of orders without a certain end: completed from their first payment on (docs/decisions, 32). */
export function describeStandingOrder(facts: StatusFacts): ReportedStatus {
  const { groupStatus, createdAt, statusUpdatedAt, firstPaidAt } = facts;
  const cancelled = reportCancelled(facts);
  if (cancelled !== undefined) return cancelled;
  if (firstPaidAt !== null) return { status: 'InitiationCompleted', since: firstPaidAt };
  return groupStatus === 'RJCT'
    ? { status: 'InitiationFailed', since: statusUpdatedAt }
    : { status: 'InitiationPending', since: createdAt };
}
