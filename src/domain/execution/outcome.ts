import { assert } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import { type Instant, londonDate, type LocalDate } from '../../shared/time.ts';
import { GROUP_MOVES, type GroupStatus, mayMove } from '../lifecycle/lifecycle.ts';
import type { NewBatch } from '../ports/booking.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { Payment } from '../records/records.ts';

/** Where a payment stands: the status of its report, and why. */
export interface StatusWithReason {
  readonly groupStatus: GroupStatus;
  readonly reason: ReasonCode | null;
}

/** What came of all the credits of a payment, in numbers. */
export interface CreditCounts {
  readonly payments: number;
  readonly rejected: number;
  /** How many credits were rejected for each reason. */
  readonly reasons: ReadonlyMap<ReasonCode, number>;
}

/**
 * Where a payment stands when it is submitted (rules, 6.23): received when any batch is due now;
 * otherwise waiting, and told apart when a day asked for had to give way to another.
 */
export function firstStatus(
  batches: readonly Pick<NewBatch, 'dueAt' | 'moved'>[],
  now: Instant,
): StatusWithReason {
  const groupStatus = firstGroupStatus(batches, now);
  const reason = groupStatus === 'ACWC' ? 'DT01' : null;
  return { groupStatus, reason };
}

function firstGroupStatus(
  batches: readonly Pick<NewBatch, 'dueAt' | 'moved'>[],
  now: Instant,
): GroupStatus {
  if (batches.some((batch) => batch.dueAt <= now)) return 'RCVD';
  return batches.some((batch) => batch.moved) ? 'ACWC' : 'PDNG';
}

/** Where a payment stands once its first debit is taken (rules, 6.23). */
export const EXECUTING_STATUS: StatusWithReason = { groupStatus: 'ACSP', reason: null };

/**
 * Where a payment stands when its last batch is final (rules, 6.23). Nothing executed is a failure
 * for the reason most credits share; something executed is a completion, in part when credits were
 * rejected, and then for their one reason or NARR.
 */
export function finalStatus({ payments, rejected, reasons }: CreditCounts): StatusWithReason {
  if (rejected === 0) return { groupStatus: 'ACSC', reason: null };
  const [commonest] = [...reasons].sort(([, fewer], [, more]) => more - fewer);
  const reason = commonest?.[0] ?? 'NARR';
  if (rejected === payments) return { groupStatus: 'RJCT', reason };
  return { groupStatus: 'PART', reason: reasons.size === 1 ? reason : 'NARR' };
}

/** A payment's way to a standing; null when it is there. One that is not listed is a bug. */
export function moved(
  { id, groupStatus: from }: Pick<Payment, 'id' | 'groupStatus'>,
  to: StatusWithReason,
): StatusWithReason | null {
  if (from === to.groupStatus) return null;
  assert(
    mayMove(GROUP_MOVES, from, to.groupStatus),
    `payment ${id} moves from ${from} to ${to.groupStatus}`,
  );
  return to;
}

/** What all the batches of a payment came to, once each of them is final. */
export interface EndedBatches extends CreditCounts {
  readonly totalPence: Pence;
  /** Payments of batches that were given up as a whole, and have no outcome of their own. */
  readonly abandonedPayments: number;
  /** Payments of batches that failed because an account belongs to another customer. */
  readonly notOwned: number;
  /** Whether the customer cancelled what was not made. */
  readonly isCancelled: boolean;
}

/** How a payment ends. */
export interface PaymentEnd {
  readonly status: StatusWithReason;
  /** What its consent may spend again, of which day in London; null: nothing. */
  readonly releasedSpending: ReleasedSpending | null;
}

/** What a payment took of what its consent allows over time, and gives back. */
export interface ReleasedSpending {
  readonly consentId: string;
  readonly day: LocalDate;
  readonly pence: Pence;
}

/**
 * How a payment ends whose last batch is final. A batch that failed as a whole has no outcomes of
 * its own: it was given up or cancelled, lacked funds, or its account changed hands. A payment that
 * was rejected counts for no limit.
 */
export function endOfPayment(
  payment: Pick<Payment, 'id' | 'consentId' | 'createdAt' | 'groupStatus'>,
  {
    payments,
    rejected,
    reasons: told,
    totalPence: pence,
    abandonedPayments,
    notOwned,
    isCancelled,
  }: EndedBatches,
): PaymentEnd {
  const reasons = new Map(told);
  const named = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  add(reasons, 'NARR', abandonedPayments);
  add(reasons, 'AG01', notOwned);
  add(reasons, 'AM04', rejected - named - abandonedPayments - notOwned);
  const ended = finalStatus({ payments, rejected, reasons });
  const status: StatusWithReason = isCancelled ? { ...ended, reason: 'DS02' } : ended;
  assert(moved(payment, status) !== null, `payment ${payment.id} ends once`);
  if (status.groupStatus !== 'RJCT') return { status, releasedSpending: null };
  const { consentId, createdAt } = payment;
  return { status, releasedSpending: { consentId, day: londonDate(createdAt), pence } };
}

function add(reasons: Map<ReasonCode, number>, reason: ReasonCode, payments: number): void {
  if (payments > 0) reasons.set(reason, (reasons.get(reason) ?? 0) + payments);
}
