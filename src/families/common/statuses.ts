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
export interface ToldStatus {
  readonly status: string;
  readonly since: Instant;
}

/** Of payments that are made at once; `completed` is where an accepted one ends (rules, 5.4). */
export function tellPayment(facts: StatusFacts, completed: CompletedStatus): ToldStatus {
  const status = paymentStatusOf(facts.groupStatus, completed);
  return { status, since: status === 'Pending' ? facts.createdAt : facts.statusUpdatedAt };
}

/** Of files, and of scheduled payments, which are pending until their end (docs/decisions, 32). */
export function tellInitiation(facts: StatusFacts): ToldStatus {
  const status = initiationStatusOf(facts.groupStatus);
  const isPending = status === 'InitiationPending';
  return { status, since: isPending ? facts.createdAt : facts.statusUpdatedAt };
}

/** Of payments for a day, which the customer can cancel before it. */
export function tellScheduled(facts: StatusFacts): ToldStatus {
  return tellCancelled(facts) ?? tellInitiation(facts);
}

function tellCancelled({ cancelledAt }: StatusFacts): ToldStatus | undefined {
  return cancelledAt === null ? undefined : { status: 'Cancelled', since: cancelledAt };
}

/** Of orders without a certain end: completed from their first payment on (docs/decisions, 32). */
export function tellStandingOrder(facts: StatusFacts): ToldStatus {
  const { groupStatus, createdAt, statusUpdatedAt, firstPaidAt } = facts;
  const cancelled = tellCancelled(facts);
  if (cancelled !== undefined) return cancelled;
  if (firstPaidAt !== null) return { status: 'InitiationCompleted', since: firstPaidAt };
  return groupStatus === 'RJCT'
    ? { status: 'InitiationFailed', since: statusUpdatedAt }
    : { status: 'InitiationPending', since: createdAt };
}
