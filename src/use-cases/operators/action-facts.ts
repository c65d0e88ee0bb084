import { formatAccount } from '../../domain/messages/format.ts';
import type {
  ActionFacts,
  ActionProposal,
  ActionRequest,
  ActionRequestResult,
  CurrentFacts,
  PlannedReturn,
  ProposedAction,
  ActionResult,
} from '../../domain/records/action-proposals.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { Instant } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { findCredit } from '../payments/find-credit.ts';
import { factsOfOutcome, planOfOutcome } from './propose-outcome.ts';
import { planOfRecall } from './propose-recall.ts';
import { planAfter } from '../../domain/execution/plan.ts';
import type { AbandonPlan } from '../../domain/ports/action-store.ts';
import type { FailingWork } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { observeFinished } from '../execution/execute-orders.ts';

/**
 * Returns the facts of an action, except a recall or an outcome. Undefined if it is not possible.
 */
export async function factsOfAction(
  parts: UseCaseParts,
  action: ProposedAction,
  subject: string,
  now: Instant,
): Promise<CurrentFacts | undefined> {
  const returned = await planOfReturn(parts, { action, subject }, now);
  return parts.store.factsOfAction(action, subject, now, returned);
}

/**
 * Proposes an action, except a recall or an outcome. Another operator confirms it (docs/decisions,
 * 163).
 */
export async function proposeAction(
  parts: UseCaseParts,
  request: Omit<ActionRequest, 'plan'>,
  act: Act,
): Promise<ActionRequestResult> {
  const plan = await planOfReturn(parts, request, act.at);
  return parts.store.proposeAction(plan ? { ...request, plan } : request, act);
}

/** Returns the facts of a proposal as they are now. Undefined if it is not possible any more. */
export async function currentFacts(
  parts: UseCaseParts,
  proposal: Pick<ActionProposal, 'action' | 'subject' | 'facts'>,
  now: Instant,
): Promise<ActionFacts | undefined> {
  const { action, subject } = proposal;
  if (action === 'decideOutcome') return factsOfOutcome(parts, proposal);
  if (action === 'recallCredit') return (await planOfRecall(parts, proposal, now))?.facts;
  return (await factsOfAction(parts, action, subject, now))?.facts;
}

/**
 * Reads the parties of a returned credit in its payment file. Undefined for other actions, and if
 * the credit cannot be booked again.
 */
async function planOfReturn(
  parts: UseCaseParts,
  { action, subject }: Pick<ActionProposal, 'action' | 'subject'>,
  now: Instant,
): Promise<PlannedReturn | undefined> {
  if (action !== 'retryReturn') return undefined;
  const { store, paymentSource } = parts;
  const current = await store.factsOfAction(action, subject, now);
  if (current === undefined) return undefined;
  const { Payment: paymentId, Row: row } = current.facts;
  const payment = await store.findPayment(String(paymentId));
  const found = payment && (await findCredit(parts, payment, Number(row) - 1));
  if (payment === undefined || found === undefined) return { inFile: {} };
  const { debtor, creditorName } = found.credit;
  const instruction = paymentSource.ofPayment(payment);
  const order = instruction.kind === 'order' ? instruction.order : null;
  return {
    inFile: {
      'Debtor account': debtor === null ? null : formatAccount(debtor),
      Payee: order?.creditor.name ?? creditorName,
    },
  };
}

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
        (await planOfOutcome(parts, proposal)) ??
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
