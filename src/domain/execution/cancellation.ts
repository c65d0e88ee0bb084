import type { Instant } from '../../shared/time.ts';
import { timedOut } from '../lifecycle/payment-approvals.ts';
import type { Batch, Payment, Work } from '../records/records.ts';
import { ending, type Changes, type LoadedBatch, type OpenBatch } from './changes.ts';

/*
 * Cancellation of payments at the bank before they are executed (rules, 5.20).
 */

/** A batch that is not final, with its pending step. */
export interface Unfinished extends LoadedBatch {
  readonly step: Work;
}

/** A payment to cancel, with its unfinished batches. */
export interface CancellationContext {
  readonly payment: Pick<Payment, 'approval' | 'cancelledAt'>;
  /** Origin of the payment: a file or an order. */
  readonly source: Work['source'];
  /** Number of all batches, final ones included. */
  readonly batches: number;
  readonly unfinished: readonly Unfinished[];
}

/** Outcome of a cancellation. */
export type Cancellation =
  /** The payment is final, or was cancelled before. */
  | { readonly kind: 'final' }
  /** The payment is being executed and can no longer be cancelled. */
  | { readonly kind: 'underWay' }
  /** The payment still waited for approvals, so it has no batches. */
  | { readonly kind: 'unplanned' }
  /** These batches are not executed. Nothing was debited for them. */
  | { readonly kind: 'cancelled'; readonly ended: readonly EndedBatch[] };

/** A cancelled batch and the changes that end it. */
export interface EndedBatch {
  readonly found: Unfinished;
  readonly changes: Changes;
}

/**
 * Cancels what has not started. A file is cancelled as a whole if nothing was debited for it. For
 * an order, the next payment is cancelled and no further one follows. A payment that is being
 * executed goes on.
 */
export function cancel(
  { payment, source, batches, unfinished }: CancellationContext,
  now: Instant,
): Cancellation {
  if (payment.cancelledAt !== null) return { kind: 'final' };
  if (payment.approval?.status === 'waiting') {
    // The approval deadline has passed, so the payment has ended, even if that is not recorded yet.
    const isOver = timedOut(payment.approval, now) !== undefined;
    return { kind: isOver ? 'final' : 'unplanned' };
  }
  if (unfinished.length === 0) return { kind: 'final' };
  const waiting = unfinished.filter(isUntouched);
  const isPossible = source === 'file' ? waiting.length === batches : waiting.length > 0;
  if (!isPossible) return { kind: 'underWay' };
  return { kind: 'cancelled', ended: waiting.map((found) => endedUnmade(found, now)) };
}

/** Returns true if nothing was debited for a batch and none of its payments was rejected. */
function isUntouched({ batch, step }: Unfinished): boolean {
  const { state, clearingPence, rejected } = batch;
  return state === 'waiting' && step.cursor === 0 && clearingPence === 0 && rejected === 0;
}

function endedUnmade(found: Unfinished, now: Instant): EndedBatch {
  const batch: OpenBatch = { ...found.batch, rejected: found.batch.payments };
  return { found, changes: ending(batch, 'failed', now) };
}

/** Returns true if a batch failed because the customer cancelled the payment. */
export function isCancelled(
  { state, stateUpdatedAt }: Pick<Batch, 'state' | 'stateUpdatedAt'>,
  { cancelledAt }: Pick<Payment, 'cancelledAt'>,
): boolean {
  return state === 'failed' && cancelledAt !== null && stateUpdatedAt === cancelledAt;
}
