import { planAfter } from '../../domain/execution/plan.ts';
import type { AbandonPlan } from '../../domain/ports/action-store.ts';
import type { ActionResult } from '../../domain/records/action-proposals.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { FailingWork } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { planOfReturn } from './action-facts.ts';
import { planOfRecall } from './propose-recall.ts';
import { observeFinished } from '../execution/execute-orders.ts';

/**
 * Performs an action that another operator proposed. If a step is abandoned, money that was already
 * debited is returned. If the step would have booked a payment of an order, the next payment of the
 * order is planned.
 */
export async function confirmAction(
  parts: UseCaseParts,
  id: number,
  act: Act,
): Promise<ActionResult> {
  const { store } = parts;
  const proposal = await store.findAction(id);
  const isAbandonment = proposal?.action === 'abandonWork';
  const [work] = isAbandonment ? await store.listFailingWork(1, Number(proposal.subject)) : [];
  const plan =
    work === undefined
      ? ((await planOfRecall(parts, proposal, act.at)) ??
        (proposal && (await planOfReturn(parts, proposal, act.at))))
      : await planNextOfOrder(parts, work, act);
  const { finished = null, ...result } = await store.confirmAction(id, plan ?? null, act);
  if (work !== undefined) await observeFinished(parts, work.paymentId, finished);
  return result;
}

async function planNextOfOrder(
  parts: UseCaseParts,
  work: FailingWork,
  { at }: Act,
): Promise<AbandonPlan> {
  // If the payment was booked, the next payment has already been planned.
  if (work.step !== 'book') return { next: null };
  const { store, paymentSource } = parts;
  const payment = expectDefined(await store.findPayment(work.paymentId), work.paymentId);
  const paymentInstruction = paymentSource.ofPayment(payment);
  switch (paymentInstruction.kind) {
    case 'file':
      // The batches of a file are independent of each other, so there is nothing to plan.
      return { next: null };
    case 'order': {
      const batch = expectDefined(await store.findBatch(payment.id, work.batch), 'the batch');
      const releasedAt = expectDefined(payment.releasedAt, 'the time of its release');
      const planned = { batch, payment: { releasedAt } };
      return { next: planAfter(parts, paymentInstruction.order, planned, at) };
    }
  }
}
