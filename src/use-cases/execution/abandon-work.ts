import { planAfter } from '../../domain/execution/plan.ts';
import type { NewBatch } from '../../domain/ports/booking.ts';
import type { AbandonResult } from '../../domain/ports/store.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { FailingWork } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { observeFinished } from './execute-orders.ts';
import type { EngineParts } from '../dependencies.ts';

/**
 * Abandons a parked step at the request of an operator, and returns the money that was debited. If
 * an order’s payment was not booked, plans the next payment of the order.
 */
export async function abandonWork(
  parts: EngineParts,
  work: FailingWork,
  act: Act,
): Promise<AbandonResult> {
  const abandoned = await parts.store.abandonWork(
    work,
    await planNextOfOrder(parts, work, act),
    act,
  );
  if (abandoned.outcome === 'abandoned') {
    await observeFinished(parts, work.paymentId, abandoned.finished);
  }
  return abandoned;
}

async function planNextOfOrder(
  parts: EngineParts,
  work: FailingWork,
  { at }: Act,
): Promise<NewBatch | null> {
  // The booking of a payment has already planned the next one.
  if (work.step !== 'book') return null;
  const { store, paymentSource } = parts;
  const payment = expectDefined(await store.findPayment(work.paymentId), work.paymentId);
  const paymentInstruction = paymentSource.ofPayment(payment);
  switch (paymentInstruction.kind) {
    case 'file':
      // The batches of a file do not depend on each other.
      return null;
    case 'order': {
      const batch = expectDefined(await store.findBatch(payment.id, work.batch), 'the batch');
      const releasedAt = expectDefined(payment.releasedAt, 'the time of its release');
      return planAfter(parts, paymentInstruction.order, { batch, payment: { releasedAt } }, at);
    }
  }
}
