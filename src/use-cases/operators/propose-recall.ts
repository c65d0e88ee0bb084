import { hash } from 'node:crypto';
import { formatAccount, formatMoney, formatScheme } from '../../domain/messages/format.ts';
import type { ListedRecall } from '../../domain/ports/recall-store.ts';
import type {
  ActionProposal,
  PlannedRecall,
  RecallFacts,
  RecallPlanRefusal,
  RecallProposal,
  RecallProposalResult,
} from '../../domain/records/action-proposals.ts';
import type { Act } from '../../domain/records/audit.ts';
import {
  RECALL_REASONS,
  type RecallReason,
  type RecallRequest,
} from '../../domain/schemes/recalls.ts';
import type { Instant } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { prepareRecall } from '../hand-over/request-recall.ts';

/** Name of the fact with the code of the reason, from which a recall is written again. */
const CODE = 'Reason code';
const NOTE = 'Note';

/** Maximum number of earlier recalls of a credit that the facts name. */
const MAX_EARLIER = 20;

/** Warnings about credits that cannot be recalled at the moment. */
const WARNINGS: Readonly<Record<NonNullable<RecallFacts['refusal']>, string>> = {
  cameBack: 'The money of the credit came back already',
  notAccepted: 'The scheme has not accepted the credit',
  recalled: 'The credit has a recall that is not refused',
  rejected: 'The scheme rejected the credit, so the debtor has the money',
};

/** Writes a recall, with the facts on which two operators decide. Nothing is stored. */
async function planRecall(
  parts: UseCaseParts,
  request: RecallRequest,
  now: Instant,
): Promise<(PlannedRecall & Pick<RecallFacts, 'refusal'>) | { readonly kind: RecallPlanRefusal }> {
  const { recallWriter: writer, store } = parts;
  if (writer === null) return { kind: 'simulated' };
  const prepared = await prepareRecall({ ...parts, writer }, request, now);
  if (prepared.kind !== 'prepared') return prepared;
  const { recall, payment, payee, settlementDate } = prepared;
  const { amount, instrument, index } = recall.credit;
  const credit = { by: 'credit', paymentId: request.paymentId, index } as const;
  const earlier = await store.listRecalls(credit, MAX_EARLIER);
  const refusal = await store.refusalOfRecall(recall.credit);
  const facts = {
    Payment: request.paymentId,
    Row: index + 1,
    Payee: payee,
    Account:
      instrument === 'FPS' || instrument === 'CHAPS'
        ? formatAccount(payment.creditor)
        : payment.creditor,
    Amount: formatMoney(amount.minor, amount.currency),
    'Settlement day': settlementDate,
    Scheme: formatScheme(instrument),
    [CODE]: request.reason,
    Meaning: RECALL_REASONS[request.reason],
    [NOTE]: request.note,
    'Earlier recalls': earlier.length === 0 ? null : earlier.map(stateOf).join(', '),
    Effect: 'The bank of the payee decides. Only its return moves money',
    Warning: refusal && WARNINGS[refusal],
  };
  return { facts, recall, refusal };
}

function stateOf({ state, reason, answerCode }: ListedRecall): string {
  return `${reason} ${state}${answerCode === null ? '' : ` (${answerCode})`}`;
}

/** Returns the facts of a recall, or why there is no such recall. Nothing is stored. */
export async function factsOfRecall(
  parts: UseCaseParts,
  request: RecallRequest,
  now: Instant,
): Promise<RecallFacts | { readonly kind: RecallPlanRefusal }> {
  const planned = await planRecall(parts, request, now);
  if ('kind' in planned) return planned;
  const { facts, refusal } = planned;
  return { facts, hash: hash('sha256', JSON.stringify(facts)), refusal };
}

/** The subject of a proposal to recall a credit: the payment and the row, from 1. */
function subjectOf({ facts }: PlannedRecall): string {
  return `${String(facts['Payment'])}/${String(facts['Row'])}`;
}

/** Proposes to recall an accepted credit. Another operator confirms it (docs/decisions, 163). */
export async function proposeRecall(
  parts: UseCaseParts,
  request: RecallProposal,
  act: Act,
): Promise<RecallProposalResult> {
  const planned = await planRecall(parts, request, act.at);
  if ('kind' in planned) return planned;
  const subject = subjectOf(planned);
  const proposed = {
    action: 'recallCredit',
    subject,
    reason: request.why,
    seen: request.seen,
  } as const;
  return parts.store.proposeAction({ ...proposed, plan: planned }, act);
}

/**
 * Writes the recall of a proposal again. Undefined for other actions, and if it is not possible any
 * more.
 */
export async function planOfRecall(
  parts: UseCaseParts,
  proposal: Pick<ActionProposal, 'action' | 'facts'> | undefined,
  now: Instant,
): Promise<PlannedRecall | undefined> {
  if (proposal?.action !== 'recallCredit') return undefined;
  const { facts } = proposal;
  const { Payment: paymentId, Row: row, [CODE]: reason, [NOTE]: note = null } = facts;
  const request = {
    paymentId: String(paymentId),
    index: Number(row) - 1,
    reason: reason as RecallReason,
    note: note === null ? null : String(note),
  };
  const planned = await planRecall(parts, request, now);
  return 'kind' in planned ? undefined : planned;
}
