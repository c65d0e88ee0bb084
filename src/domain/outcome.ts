import type { Instant } from '../kernel/time.ts';
import type { GroupStatus, InitiationStatus } from './lifecycle.ts';
import type { ReasonCode } from './payment.ts';
import type { Batch } from './records.ts';

/** Where a payment stands: its status, that of its report, and why. */
export interface Standing {
  readonly status: InitiationStatus;
  readonly groupStatus: GroupStatus;
  readonly reason: ReasonCode | null;
}

/** What came of all the credits of a payment. */
export interface Tally {
  readonly payments: number;
  readonly rejected: number;
  /** How many credits were rejected for each reason. */
  readonly reasons: ReadonlyMap<ReasonCode, number>;
}

/**
 * Where a payment stands when it is submitted (rules, 6): received when any batch is due now;
 * otherwise waiting, and told apart when a day asked for had to give way to another.
 */
export function firstStanding(
  batches: readonly Pick<Batch, 'dueAt' | 'moved'>[],
  now: Instant,
): Standing {
  const groupStatus = firstGroupStatus(batches, now);
  const reason = groupStatus === 'ACWC' ? 'DT01' : null;
  return { status: 'InitiationPending', groupStatus, reason };
}

function firstGroupStatus(
  batches: readonly Pick<Batch, 'dueAt' | 'moved'>[],
  now: Instant,
): GroupStatus {
  if (batches.some((batch) => batch.dueAt <= now)) return 'RCVD';
  return batches.some((batch) => batch.moved) ? 'ACWC' : 'PDNG';
}

/** Where a payment stands once its first debit is taken (rules, 6). */
export const EXECUTING: Standing = {
  status: 'InitiationPending',
  groupStatus: 'ACSP',
  reason: null,
};

/**
 * Where a payment stands when its last batch is final (rules, 6). Nothing executed is a failure
 * for the reason most credits share; something executed is a completion, in part when credits were
 * rejected, and then for their one reason or NARR.
 */
export function finalStanding({ payments, rejected, reasons }: Tally): Standing {
  if (rejected === 0) {
    return { status: 'InitiationCompleted', groupStatus: 'ACSC', reason: null };
  }
  const [commonest] = [...reasons].sort(([, fewer], [, more]) => more - fewer);
  const reason = commonest?.[0] ?? 'NARR';
  if (rejected === payments) return { status: 'InitiationFailed', groupStatus: 'RJCT', reason };
  return {
    status: 'InitiationCompleted',
    groupStatus: 'PART',
    reason: reasons.size === 1 ? reason : 'NARR',
  };
}
