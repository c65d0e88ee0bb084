import { fractionDigitsOf } from '../../../domain/pricing/currencies.ts';
import { expectDefined } from '../../../shared/assert.ts';
import { formatAmount } from '../../../shared/money.ts';
import type { PlannedDocument } from '../agenda.ts';
import { NO_CREDITS, type StoredMessage } from '../books.ts';
import type { HubParts } from '../hub-parts.ts';
import type { ReadRecall } from '../messages/request.ts';
import { planRecallAnswers, type RecallDecision } from '../plan.ts';
import { planRecallEntries } from '../settlement/plan-entries.ts';
import type { RecallableCredit, RecalledIds } from './recall-books.ts';

/** Codes of refusals (ExternalPaymentCancellationRejection1Code). */
const NO_ORIGINAL = 'NOOR';
const ALREADY_RETURNED = 'ARDT';

/**
 * Decides a recall, stores it with the entry of a credit that comes back, and returns the documents
 * that answer it.
 */
export function decideRecall(
  parts: HubParts,
  { id, number, receivedAt }: StoredMessage,
  { caseId, ...ids }: ReadRecall,
): readonly PlannedDocument[] {
  const { books, scenario, print } = parts;
  const credit = books.recalls.findCredit(ids);
  const decision = decisionOf(credit, ids);
  const comesBack = credit !== undefined && decision.isReturned;
  books.recalls.add({
    message: number,
    caseId,
    ...ids,
    code: decision.code,
    creditMessage: comesBack ? credit.message : null,
    position: comesBack ? credit.position : null,
  });
  const original = books.find(ids.messageId);
  const instrument = original?.instrument ?? null;
  books.finish(number, {
    ...NO_CREDITS,
    instrument,
    state: 'recall',
    problemCode: decision.code,
    problem: null,
  });
  print(`Recall ${id} of ${ids.instructionId ?? ids.messageId}: ${describe(decision)}`);
  const recall = { id, number, receivedAt, instrument };
  const documents = planRecallAnswers(recall, decision, scenario);
  if (comesBack) addEntries(parts, credit, documents);
  return documents;
}

/** Stores the entry of the settlement account for a recalled credit that comes back. */
function addEntries(
  { books, account, scenario }: HubParts,
  { message: number, position }: RecallableCredit,
  documents: readonly PlannedDocument[],
): void {
  const { id, ...original } = expectDefined(books.get(number), 'the message of a recalled credit');
  const credit = expectDefined(books.creditAt(number, position), 'the recalled credit');
  const message = {
    id,
    instrument: expectDefined(original.instrument ?? undefined, 'the scheme of a recalled credit'),
    currency: expectDefined(original.currency ?? undefined, 'the currency of a recalled credit'),
  };
  const entries = planRecallEntries(credit, message, documents, scenario);
  for (const entry of entries) account.add(entry);
}

function decisionOf(credit: RecallableCredit | undefined, ids: RecalledIds): RecallDecision {
  const refused = (code: string): RecallDecision => {
    return { code, isPendingFirst: false, isAnswered: true, isReturned: false };
  };
  if (credit?.status !== 'ACSC' || !isSame(credit, ids)) return refused(NO_ORIGINAL);
  if (credit.returnReason !== null) return refused(ALREADY_RETURNED);
  const accepted = { code: null, isPendingFirst: false, isAnswered: true, isReturned: true };
  switch (credit.recallBehaviour) {
    case 'accepted':
      return accepted;
    case 'pending first':
      return { ...accepted, isPendingFirst: true };
    case 'returned only':
      return { ...accepted, isAnswered: false };
    case 'never answered':
      return { ...accepted, isAnswered: false, isReturned: false };
    default:
      return refused(credit.recallBehaviour);
  }
}

/** Returns true if all ids and the amount in a recall are those of the credit. */
function isSame(credit: RecallableCredit, ids: RecalledIds): boolean {
  const digits = fractionDigitsOf(credit.currency);
  const amount = `${credit.currency} ${formatAmount(credit.amountMinor, digits)}`;
  const pairs = [
    [ids.instructionId, credit.instructionId],
    [ids.transactionId, credit.transactionId],
    [ids.endToEndId, credit.endToEndId],
    [ids.uetr, credit.uetr],
    [ids.amount, amount],
  ];
  return pairs.every(([named, known]) => named === null || named === known);
}

function describe({ code, isAnswered, isPendingFirst, isReturned }: RecallDecision): string {
  if (code !== null) return `refused (${code}).`;
  if (!isReturned) return 'never answered.';
  if (!isAnswered) return 'the credit comes back without another answer.';
  return `${isPendingFirst ? 'pending first, then ' : ''}accepted, and the credit comes back.`;
}
