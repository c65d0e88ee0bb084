import { planAfter } from '../../domain/execution/plan.ts';
import type { NewBatch } from '../../domain/ports/booking.ts';
import type { AbandonResult } from '../../domain/ports/store.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { FailingWork } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { observeFinished } from './execute-orders.ts';
import type { UseCaseParts } from '../dependencies.ts';

/**
 * Abandons a parked step at the request of an operator. Money that was already debited is returned.
 * If the step would have booked a payment of an order, plans the next payment of the order.
 */
export async function abandonWork(
  parts: UseCaseParts,
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
  parts: UseCaseParts,
  work: FailingWork,
  { at }: Act,
): Promise<NewBatch | null> {
  // If the payment was booked, the next payment has already been planned.
  if (work.step !== 'book') return null;
  const { store, paymentSource } = parts;
  const payment = expectDefined(await store.findPayment(work.paymentId), work.paymentId);
  const paymentInstruction = paymentSource.ofPayment(payment);
  switch (paymentInstruction.kind) {
    case 'file':
      // The batches of a file are independent of each other, so there is nothing to plan.
      return null;
    case 'order': {
      const batch = expectDefined(await store.findBatch(payment.id, work.batch), 'the batch');
      const releasedAt = expectDefined(payment.releasedAt, 'the time of its release');
      return planAfter(parts, paymentInstruction.order, { batch, payment: { releasedAt } }, at);
    }
  }
}
