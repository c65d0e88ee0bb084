import { planAfter } from '../../domain/execution/plan.ts';
import type { NewBatch } from '../../domain/ports/booking.ts';
import type { WorkAbandoned } from '../../domain/ports/store.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { FailingWork } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { observeEnd } from './observe-end.ts';
import type { EngineParts } from '../dependencies.ts';

/**
 * Gives a parked step up, at an operator's word: the money that was taken goes back. An order of
 * which one payment was never booked goes on with the one after it.
 */
export async function abandonWork(
  parts: EngineParts,
  work: FailingWork,
  act: Act,
): Promise<WorkAbandoned> {
  const abandoned = await parts.store.abandonWork(
    work,
    await planAfterGivenUp(parts, work, act),
    act,
  );
  if (abandoned.outcome === 'abandoned') {
    await observeEnd(parts, work.paymentId, abandoned.finished);
  }
  return abandoned;
}

async function planAfterGivenUp(
  parts: EngineParts,
  work: FailingWork,
  { at }: Act,
): Promise<NewBatch | null> {
  // Once it is booked, the payment that follows waits already.
  if (work.step !== 'book') return null;
  const { store, paymentSource } = parts;
  const payment = expectDefined(await store.findPayment(work.paymentId), work.paymentId);
  const paymentInstruction = paymentSource.ofPayment(payment);
  switch (paymentInstruction.kind) {
    case 'file':
      // Its batches wait each by itself.
      return null;
    case 'order': {
      const batch = expectDefined(await store.findBatch(payment.id, work.batch), 'the batch');
      const releasedAt = expectDefined(payment.releasedAt, 'since when it may be executed');
      return planAfter(parts, paymentInstruction.order, { batch, payment: { releasedAt } }, at);
    }
  }
}
