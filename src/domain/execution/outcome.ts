import type { Instant } from '../../kernel/time.ts';
import type { GroupStatus } from '../lifecycle/lifecycle.ts';
import type { NewBatch } from '../ports/store.ts';
import type { ReasonCode } from '../records/payment.ts';

/** Where a payment stands: the status of its report, and why. */
export interface Standing {
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
export function firstStanding(
  batches: readonly Pick<NewBatch, 'dueAt' | 'moved'>[],
  now: Instant,
): Standing {
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
export const EXECUTING_STANDING: Standing = { groupStatus: 'ACSP', reason: null };

/**
 * Where a payment stands when its last batch is final (rules, 6.23). Nothing executed is a failure
 * for the reason most credits share; something executed is a completion, in part when credits were
 * rejected, and then for their one reason or NARR.
 */
export function finalStanding({ payments, rejected, reasons }: CreditCounts): Standing {
  if (rejected === 0) return { groupStatus: 'ACSC', reason: null };
  const [commonest] = [...reasons].sort(([, fewer], [, more]) => more - fewer);
  const reason = commonest?.[0] ?? 'NARR';
  if (rejected === payments) return { groupStatus: 'RJCT', reason };
  return { groupStatus: 'PART', reason: reasons.size === 1 ? reason : 'NARR' };
}
