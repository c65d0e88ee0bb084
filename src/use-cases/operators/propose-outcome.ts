import { formatMoney, formatScheme } from '../../domain/messages/format.ts';
import type {
  ActionFacts,
  ActionProposal,
  OutcomeProposalResult,
  PlannedOutcome,
} from '../../domain/records/action-proposals.ts';
import type { Act } from '../../domain/records/audit.ts';
import { creditIdOf, parseCreditId } from '../../domain/schemes/messages.ts';
import type { OutcomeRequest } from '../../domain/schemes/proposals.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { findSentCredit } from '../hand-over/find-sent-credits.ts';

/** Names of the facts from which an outcome is read again. */
const [OUTCOME, CODE] = ['Outcome', 'Reason code'] as const;

/**
 * Proposes the outcome of a credit, because the hub does not report it. It takes effect when
 * another operator confirms it (docs/decisions, 134).
 */
export async function proposeOutcome(
  parts: UseCaseParts,
  { reason, ...request }: OutcomeRequest & Pick<ActionProposal, 'reason'>,
  act: Act,
): Promise<OutcomeProposalResult> {
  if (parts.recallWriter === null) return { kind: 'simulated' };
  const plan = await findOutcome(parts, request);
  if (plan === undefined) return { kind: 'unknownCredit' };
  const subject = creditIdOf(plan.decided);
  const proposed = { action: 'decideOutcome', subject, reason, seen: null, plan } as const;
  return parts.store.proposeAction(proposed, act);
}

/** Reads the credit of a proposal again. Undefined for other actions, and if there is none. */
export async function planOfOutcome(
  parts: UseCaseParts,
  proposal: Pick<ActionProposal, 'action' | 'subject' | 'facts'> | undefined,
): Promise<PlannedOutcome | undefined> {
  if (proposal?.action !== 'decideOutcome') return undefined;
  return findOutcome(parts, { creditId: proposal.subject, ...outcomeIn(proposal.facts) });
}

/**
 * Returns the facts of a proposal. Those of a credit that was handed over do not change. Undefined
 * if the credit cannot have the outcome any more.
 */
export async function factsOfOutcome(
  { store }: Pick<UseCaseParts, 'store'>,
  { subject, facts }: Pick<ActionProposal, 'subject' | 'facts'>,
): Promise<ActionFacts | undefined> {
  const { messageId, number: index } = expectDefined(parseCreditId(subject), 'the credit');
  const refusal = await store.refusalOfOutcome(outcomeIn(facts).outcome, { messageId, index });
  return refusal === null ? facts : undefined;
}

/** Returns the outcome and the code in the facts of a proposal. */
function outcomeIn(facts: ActionFacts) {
  const { [OUTCOME]: outcome, [CODE]: code } = facts;
  return { outcome, code } as Pick<OutcomeRequest, 'outcome' | 'code'>;
}

/** Returns an outcome with its facts. Undefined if this service handed over no such credit. */
async function findOutcome(
  parts: UseCaseParts,
  { creditId, outcome, code }: OutcomeRequest,
): Promise<PlannedOutcome | undefined> {
  const [{ recallWriter: writer }, name] = [parts, parseCreditId(creditId)];
  if (writer === null || name === undefined) return undefined;
  const found = await findSentCredit({ ...parts, writer }, name);
  if (found === undefined) return undefined;
  const { message, credit } = found;
  const { index, amount } = credit;
  const facts = {
    Payment: message.paymentId,
    Row: index + 1,
    Scheme: formatScheme(message.instrument),
    Amount: formatMoney(amount.minor, amount.currency),
    [OUTCOME]: outcome,
    [CODE]: code,
  };
  return { facts, decided: { messageId: message.id, index, amount: amount.minor, outcome, code } };
}
