import type { Instant } from '../../shared/time.ts';
import { timedOut } from '../lifecycle/payment-approvals.ts';
import type { Batch, Payment, Work } from '../records/records.ts';
import { ending, type Changes, type Found, type OpenBatch } from './changes.ts';

/*
 * What a customer ends at the bank before it is executed (rules, 5.20).
 */

/** A batch of a payment that is not final yet, and the step that it waits for. */
export interface Unfinished extends Found {
  readonly step: Work;
}

/** A payment with what is still to come of it. */
export interface CancellationContext {
  readonly payment: Pick<Payment, 'approval' | 'cancelledAt'>;
  /** What it is made of. */
  readonly source: Work['source'];
  /** How many batches it has, those that are final among them. */
  readonly batches: number;
  readonly unfinished: readonly Unfinished[];
}

/** What a cancellation comes to. */
export type Cancellation =
  /** Nothing is to come of it any more. */
  | { readonly kind: 'final' }
  /** It is being executed, and cannot be called back. */
  | { readonly kind: 'underWay' }
  /** Others were still to approve it: nothing of it was planned. */
  | { readonly kind: 'unplanned' }
  /** These are not made; nothing had been taken for them. */
  | { readonly kind: 'cancelled'; readonly ended: readonly EndedBatch[] };

/** A batch that is not made, and how it ends. */
export interface EndedBatch {
  readonly found: Unfinished;
  readonly changes: Changes;
}

/**
 * Cancels what waits: of a file all of it, while nothing was taken for it; of an order the payment
 * that is next, after which none follows. What is under way is left as it is.
 */
export function cancel(
  { payment, source, batches, unfinished }: CancellationContext,
  now: Instant,
): Cancellation {
  if (payment.cancelledAt !== null) return { kind: 'final' };
  if (payment.approval?.status === 'waiting') {
    // What not all approved in time ended by that, though nobody may have looked yet.
    const isOver = timedOut(payment.approval, now) !== undefined;
    return { kind: isOver ? 'final' : 'unplanned' };
  }
  if (unfinished.length === 0) return { kind: 'final' };
  const waiting = unfinished.filter(isUntouched);
  const isPossible = source === 'file' ? waiting.length === batches : waiting.length > 0;
  if (!isPossible) return { kind: 'underWay' };
  return { kind: 'cancelled', ended: waiting.map((found) => endedUnmade(found, now)) };
}

/** Whether nothing was taken for a batch yet, nor decided of any of its payments. */
function isUntouched({ batch, step }: Unfinished): boolean {
  const { state, clearingPence, rejected } = batch;
  return state === 'waiting' && step.cursor === 0 && clearingPence === 0 && rejected === 0;
}

function endedUnmade(found: Unfinished, now: Instant): EndedBatch {
  const batch: OpenBatch = { ...found.batch, rejected: found.batch.payments };
  return { found, changes: ending(batch, 'failed', now) };
}

/** Whether a batch was not made because the customer cancelled the payment. */
export function isCancelled(
  { state, stateUpdatedAt }: Pick<Batch, 'state' | 'stateUpdatedAt'>,
  { cancelledAt }: Pick<Payment, 'cancelledAt'>,
): boolean {
  return state === 'failed' && cancelledAt !== null && stateUpdatedAt === cancelledAt;
}
