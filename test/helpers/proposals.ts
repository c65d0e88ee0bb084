import { formatMoney } from '../../src/domain/messages/format.ts';
import type { ActionPlan, ConfirmedAction } from '../../src/domain/ports/action-store.ts';
import type { NewBatch } from '../../src/domain/ports/booking.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type {
  ActionRequest,
  ActionRequestResult,
  PlannedOutcome,
  ProposedAction,
} from '../../src/domain/records/action-proposals.ts';
import { actorOf, type Act } from '../../src/domain/records/audit.ts';
import { creditIdOf } from '../../src/domain/schemes/messages.ts';
import type { DecidedOutcome } from '../../src/domain/schemes/proposals.ts';
import type { Work } from '../../src/domain/records/records.ts';

type Proposals = Pick<Store, 'proposeAction' | 'confirmAction'>;

/** Lets another operator propose an action, and confirms the proposal. */
export async function performAction(
  store: Proposals,
  { action, subject }: { readonly action: ProposedAction; readonly subject: string },
  act: Act,
  plan: ActionPlan | null = null,
): Promise<ConfirmedAction | ActionRequestResult> {
  const by = actorOf({ kind: 'operator', id: 'proposer' });
  const given = plan !== null && 'inFile' in plan ? { plan } : {};
  const request = { action, subject, reason: 'r', seen: null, ...given };
  const proposed = await store.proposeAction(request, { at: act.at, by });
  if (proposed.kind !== 'proposed' && proposed.kind !== 'alreadyProposed') return proposed;
  const number = proposed.kind === 'proposed' ? proposed.proposal.id : proposed.id;
  return store.confirmAction(number, plan, act);
}

/** Abandons a parked step with two operators. */
export function abandonWork(
  store: Proposals,
  { id }: Pick<Work, 'id'>,
  next: NewBatch | null,
  act: Act,
): Promise<ConfirmedAction | ActionRequestResult> {
  return performAction(store, { action: 'abandonWork', subject: String(id) }, act, { next });
}

/** Resumes a stopped scheme with two operators. */
export function resumeScheme(
  store: Proposals,
  subject: string,
  act: Act,
): Promise<ConfirmedAction | ActionRequestResult> {
  return performAction(store, { action: 'resumeScheme', subject }, act);
}

/** Lets a returned credit be booked again, with two operators. Returns the kind of the result. */
export async function retryReturn(store: Proposals, problem: number, act: Act): Promise<string> {
  const about = { action: 'retryReturn', subject: String(problem) } as const;
  return (await performAction(store, about, act, { inFile: {} })).kind;
}

/** A request to propose the outcome of a credit, as the use case sends it to the store. */
export type OutcomeProposal = ActionRequest & { readonly plan: PlannedOutcome };

/** Returns a request to propose the outcome of a credit of a payment. */
export function outcomeProposal(
  decided: DecidedOutcome,
  paymentId = 'p',
  reason = 'The scheme called.',
): OutcomeProposal {
  const { index, amount, outcome, code } = decided;
  const facts = { Payment: paymentId, Row: index + 1, Amount: formatMoney(amount, 'GBP') };
  const named = { action: 'decideOutcome', subject: creditIdOf(decided), seen: null } as const;
  return {
    ...named,
    reason,
    plan: { facts: { ...facts, Outcome: outcome, 'Reason code': code }, decided },
  };
}

/** Proposes the outcome of a credit. Returns the number of the proposal. */
export async function proposeOutcome(
  store: Pick<Store, 'proposeAction'>,
  proposal: OutcomeProposal,
  act: Act,
): Promise<number> {
  const result = await store.proposeAction(proposal, act);
  if (result.kind !== 'proposed') throw new Error(result.kind);
  return result.proposal.id;
}
