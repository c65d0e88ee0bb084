import { assert } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import { type Instant, londonDate, type LocalDate } from '../../shared/time.ts';
import { GROUP_MOVES, type GroupStatus, mayMove } from '../lifecycle/lifecycle.ts';
import type { NewBatch } from '../ports/booking.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { Payment } from '../records/records.ts';

/** The group status in a payment's report, with its reason code. */
export interface StatusWithReason {
  readonly groupStatus: GroupStatus;
  readonly reason: ReasonCode | null;
}

/** The number of a payment's credits, and how many of them were not paid. */
export interface CreditCounts {
  readonly payments: number;
  /** The number of credits that were rejected or returned. */
  readonly unpaid: number;
  /** The number of these credits for each reason code. */
  readonly reasons: ReadonlyMap<ReasonCode, number>;
}

/**
 * Returns the first status of a submitted payment (rules, 6.23). RCVD: a batch is due now. ACWC
 * with reason DT01: a requested day was moved. PDNG: the payment waits for its day.
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

/** The status of a payment that waits until its next batch is due (rules, 6.23). */
export const WAITING_STATUS: StatusWithReason = { groupStatus: 'PDNG', reason: null };

/** The status of a payment after its first debit (rules, 6.23). */
export const EXECUTING_STATUS: StatusWithReason = { groupStatus: 'ACSP', reason: null };

/**
 * Returns the status of a payment when its last batch is final (rules, 6.23). RJCT: no credit was
 * paid, and the most frequent reason is reported. ACSC: all credits were paid. PART: some were
 * rejected or returned, and their common reason is reported, or NARR if they had different ones.
 */
export function finalStatus({ payments, unpaid, reasons }: CreditCounts): StatusWithReason {
  if (unpaid === 0) return { groupStatus: 'ACSC', reason: null };
  const [commonest] = [...reasons].sort(([, fewer], [, more]) => more - fewer);
  const reason = commonest?.[0] ?? 'NARR';
  if (unpaid === payments) return { groupStatus: 'RJCT', reason };
  return { groupStatus: 'PART', reason: reasons.size === 1 ? reason : 'NARR' };
}

/**
 * Returns the payment's new status, or null if the status stays the same. Throws if `GROUP_MOVES`
 * does not allow the change.
 */
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

/** The totals of all batches of a payment, computed when the last of them is final. */
export interface EndedBatches extends CreditCounts {
  readonly totalPence: Pence;
  /** Number of payments in abandoned batches for which no own outcome is stored. */
  readonly abandonedPayments: number;
  /** True if the customer cancelled the payments that had not been executed. */
  readonly isCancelled: boolean;
}

/**
 * The final status of a payment, with the amount that it releases from the limits of its consent.
 */
export interface PaymentEnd {
  readonly status: StatusWithReason;
  /** The amount that no longer counts towards the limits of the consent. Null if there is none. */
  readonly releasedSpending: ReleasedSpending | null;
}

/**
 * The amount of a rejected payment, which no longer counts towards the limits of its consent. `day`
 * is the day in London on which it counted.
 */
export interface ReleasedSpending {
  readonly consentId: string;
  readonly day: LocalDate;
  readonly pence: Pence;
}

/**
 * Returns the final status of a payment whose last batch is final. A batch that failed as a whole
 * has no outcomes of its own. It was abandoned or cancelled, the funds were insufficient, or it has
 * a reason. A rejected payment does not count towards any limit
 * of its consent.
 */
export function endOfPayment(payment: EndedPayment, ended: EndedBatches): PaymentEnd {
  const end = endFrom(payment, ended);
  assert(moved(payment, end.status) !== null, `payment ${payment.id} ends once`);
  return end;
}

/**
 * Returns the status of an ended payment after one of its credits was returned. Null if the status
 * stays the same.
 */
export function statusAfterReturn(
  payment: EndedPayment & Pick<Payment, 'reason'>,
  ended: EndedBatches,
): PaymentEnd | null {
  const end = endFrom(payment, ended);
  const isSame = moved(payment, end.status) === null && end.status.reason === payment.reason;
  return isSame ? null : end;
}

type EndedPayment = Pick<Payment, 'id' | 'consentId' | 'createdAt' | 'groupStatus'>;

function endFrom(
  { consentId, createdAt }: EndedPayment,
  {
    payments,
    unpaid,
    reasons: recordedReasons,
    totalPence: pence,
    abandonedPayments,
    isCancelled,
  }: EndedBatches,
): PaymentEnd {
  const reasons = new Map(recordedReasons);
  const withReason = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  add(reasons, 'NARR', abandonedPayments);
  add(reasons, 'AM04', unpaid - withReason - abandonedPayments);
  const ended = finalStatus({ payments, unpaid, reasons });
  const status: StatusWithReason = isCancelled ? { ...ended, reason: 'DS02' } : ended;
  if (status.groupStatus !== 'RJCT') return { status, releasedSpending: null };
  return { status, releasedSpending: { consentId, day: londonDate(createdAt), pence } };
}

function add(reasons: Map<ReasonCode, number>, reason: ReasonCode, payments: number): void {
  if (payments > 0) reasons.set(reason, (reasons.get(reason) ?? 0) + payments);
}
