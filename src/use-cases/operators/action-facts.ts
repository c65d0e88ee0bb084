import { formatAccount } from '../../domain/messages/format.ts';
import type {
  ActionFacts,
  ActionProposal,
  ActionRequest,
  ActionRequestResult,
  CurrentFacts,
  PlannedReturn,
  ProposedAction,
} from '../../domain/records/action-proposals.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { Instant } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { findCredit } from '../payments/find-credit.ts';
import { planOfRecall } from './propose-recall.ts';

/** Returns the facts of an action, except a recall. Undefined if it is not possible. */
export async function factsOfAction(
  parts: UseCaseParts,
  action: ProposedAction,
  subject: string,
  now: Instant,
): Promise<CurrentFacts | undefined> {
  const returned = await planOfReturn(parts, { action, subject }, now);
  return parts.store.factsOfAction(action, subject, now, returned);
}

/** Proposes an action, except a recall. Another operator confirms it (docs/decisions, 163). */
export async function proposeAction(
  parts: UseCaseParts,
  request: Omit<ActionRequest, 'recall' | 'returned'>,
  act: Act,
): Promise<ActionRequestResult> {
  const returned = await planOfReturn(parts, request, act.at);
  return parts.store.proposeAction(returned ? { ...request, returned } : request, act);
}

/** Returns the facts of a proposal as they are now. Undefined if it is not possible any more. */
export async function currentFacts(
  parts: UseCaseParts,
  proposal: Pick<ActionProposal, 'action' | 'subject' | 'facts'>,
  now: Instant,
): Promise<ActionFacts | undefined> {
  const { action, subject } = proposal;
  if (action === 'recallCredit') return (await planOfRecall(parts, proposal, now))?.facts;
  return (await factsOfAction(parts, action, subject, now))?.facts;
}

/**
 * Reads the parties of a returned credit in its payment file. Undefined for other actions, and if
 * the credit cannot be booked again.
 */
export async function planOfReturn(
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
