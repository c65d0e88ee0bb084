import type { Instant } from '../../shared/time.ts';
import { timedOut } from '../lifecycle/payment-approvals.ts';
import type { Batch, Payment, Work } from '../records/records.ts';
import { ending, type Changes, type LoadedBatch, type OpenBatch } from './changes.ts';

/* Cancels payments at the customer's request before the bank executes them (rules, 5.20). */

/** A batch that is not final, with the step that is due next. */
export interface Unfinished extends LoadedBatch {
  readonly step: Work;
}

/** A payment to cancel, with its unfinished batches. */
export interface CancellationContext {
  readonly payment: Pick<Payment, 'approval' | 'cancelledAt'>;
  /** Origin of the payment: a file or an order. */
  readonly source: Work['source'];
  /** Number of all batches of the payment, including final ones. */
  readonly batches: number;
  readonly unfinished: readonly Unfinished[];
}

/** Outcome of a cancellation. */
export type Cancellation =
  /** The payment is final already, or was cancelled earlier. */
  | { readonly kind: 'final' }
  /** The payment is being executed and can no longer be cancelled. */
  | { readonly kind: 'underWay' }
  /** The payment still waits for approvals, so no batches exist yet. */
  | { readonly kind: 'unplanned' }
  /** These batches will not be executed. No account was debited for them. */
  | { readonly kind: 'cancelled'; readonly ended: readonly EndedBatch[] };

/** A cancelled batch and the changes that end it. */
export interface EndedBatch {
  readonly found: Unfinished;
  readonly changes: Changes;
}

/**
 * Cancels the parts of a payment that have not started. A file is cancelled as a whole, if no
 * account was debited for it. For an order, the next payment is cancelled and no further payment
 * follows. A payment whose execution has started continues.
 */
export function cancel(
  { payment, source, batches, unfinished }: CancellationContext,
  now: Instant,
): Cancellation {
  if (payment.cancelledAt !== null) return { kind: 'final' };
  if (payment.approval?.status === 'waiting') {
    // The approval deadline has passed, so the payment has ended, even if the store does not show
    // that yet.
    const isOver = timedOut(payment.approval, now) !== undefined;
    return { kind: isOver ? 'final' : 'unplanned' };
  }
  if (unfinished.length === 0) return { kind: 'final' };
  const waiting = unfinished.filter(isUntouched);
  const isPossible = source === 'file' ? waiting.length === batches : waiting.length > 0;
  if (!isPossible) return { kind: 'underWay' };
  return { kind: 'cancelled', ended: waiting.map((found) => endedUnmade(found, now)) };
}

/** Returns true if no account was debited for a batch and none of its payments was rejected. */
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
