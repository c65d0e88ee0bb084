import type {
  AnswerSlice,
  DeliveredAnswer,
  GroupAnswer,
  RecallReference,
} from '../../domain/schemes/answers.ts';
import type { AnswerProblem } from '../../domain/schemes/hub-problems.ts';
import { creditIdOf, parseCreditId, type CreditName } from '../../domain/schemes/messages.ts';
import {
  meaningOfRecallStatus,
  type MatchedRecallAnswer,
  type RecallMeaning,
  type SentRecall,
} from '../../domain/schemes/recalls.ts';
import type { Instrument } from '../../domain/schemes/schemes.ts';

/** An answer to a recall. */
export type DeliveredRecallAnswer = DeliveredAnswer & { readonly recall: RecallReference };

/** Status of an investigation whose transactions have different statuses (PartiallyExecuted). */
const PARTIALLY = 'PECR';

/** Returns true for the answer to a recall. All others are answers to credits, or returns. */
export function answersRecall(answer: DeliveredAnswer): answer is DeliveredRecallAnswer {
  return answer.recall !== undefined;
}

/**
 * Returns the ids of the recalls and the credits that a slice names. An admi.002 names a recall
 * like any other message of the bank.
 */
export function recallsNamedBy({ header, groups, answers: all }: AnswerSlice): {
  readonly ids: readonly string[];
  readonly credits: readonly CreditName[];
} {
  const answers = all.filter(answersRecall);
  const rejected = header.kind === 'admi.002' ? groups.map(({ messageId }) => messageId) : [];
  const caseIds = answers.flatMap(({ recall }) => [recall.caseId, recall.ownCaseId]);
  const ids = [...caseIds, ...rejected];
  return {
    ids: [...new Set(ids.filter((id) => id !== null))],
    credits: answers.flatMap((answer) => creditNamedBy(answer) ?? []),
  };
}

/**
 * Matches the rejection of a message (admi.002) with a recall. The hub has not passed the recall
 * on, so it is refused, and the operator may request it again. Returns undefined if the message is
 * not a recall.
 */
export function matchRecallReject(
  { messageId: id, code }: GroupAnswer,
  position: number,
  recalls: readonly SentRecall[],
  instruments: readonly Instrument[],
): MatchedRecallAnswer | AnswerProblem | undefined {
  const recall = recalls.find((one) => one.id === id);
  if (recall === undefined) return undefined;
  if (!instruments.includes(recall.instrument)) return 'wrongExchange';
  const { messageId, index } = recall;
  return { position, recallId: id, messageId, index, meaning: 'refused', code };
}

/**
 * Matches an answer with a recall of this service. The answer must name the recall by its case, or
 * the only recall of a credit by the ids of the credit. It must agree with all that it repeats of
 * the credit, arrive through the exchange of its scheme, and have a known status.
 */
export function matchRecallAnswer(
  answer: DeliveredRecallAnswer,
  recalls: readonly SentRecall[],
  instruments: readonly Instrument[],
): MatchedRecallAnswer | AnswerProblem {
  if (answer.problem !== null) return 'malformed';
  const recall = findRecall(answer, recalls);
  if (typeof recall === 'string') return recall;
  if (!instruments.includes(recall.instrument)) return 'wrongExchange';
  if (!hasIdsOf(answer, recall)) return 'idsDisagree';
  const { amount } = answer.recall;
  const isSameAmount =
    amount === null ||
    (amount.minor === recall.amount.minor && amount.currency === recall.amount.currency);
  if (!isSameAmount) return 'wrongRecallAmount';
  const meaning = meaningIn(answer);
  const matched = { position: answer.position, recallId: recall.id, code: answer.code };
  const { messageId, index } = recall;
  return typeof meaning === 'object' ? { ...matched, ...meaning, messageId, index } : meaning;
}

function findRecall(
  answer: DeliveredRecallAnswer,
  recalls: readonly SentRecall[],
): SentRecall | AnswerProblem {
  const { caseId, ownCaseId } = answer.recall;
  if (caseId !== null && ownCaseId !== null && caseId !== ownCaseId) return 'idsDisagree';
  const recallId = ownCaseId ?? caseId;
  if (recallId !== null) return recalls.find(({ id }) => id === recallId) ?? 'unknownRecall';
  const credit = creditNamedBy(answer);
  if (credit === undefined) return 'noId';
  const [recall, ...others] = recalls.filter(
    ({ messageId, index }) => messageId === credit.messageId && index === credit.index,
  );
  if (others.length > 0) return 'ambiguousRecall';
  return recall ?? 'unknownRecall';
}

/** Returns true if all ids of the credit in an answer are those of the recalled credit. */
function hasIdsOf(answer: DeliveredAnswer, recall: SentRecall): boolean {
  const creditId = creditIdOf(recall);
  const pairs = [
    [answer.messageId, recall.messageId],
    [answer.instructionId, creditId],
    [answer.transactionId, creditId],
    [answer.endToEndId, recall.endToEndId],
    [answer.uetr, recall.uetr],
  ] as const;
  return pairs.every(([given, sent]) => given === null || given === sent);
}

/** Returns the credit that an answer names by OrgnlInstrId or OrgnlTxId. */
function creditNamedBy(answer: DeliveredAnswer): CreditName | undefined {
  const name = parseCreditId(answer.instructionId ?? answer.transactionId ?? '');
  return name && { messageId: name.messageId, index: name.number };
}

/** Returns the meaning of the status of an answer, or of the whole investigation. */
function meaningIn({
  status,
  recall: { confirmation },
}: DeliveredRecallAnswer): { readonly meaning: RecallMeaning } | AnswerProblem {
  const written = status ?? confirmation;
  if (written === null) return 'noStatus';
  const meaning = meaningOfRecallStatus(written);
  if (meaning === undefined) return 'unknownStatus';
  const isWhole = confirmation !== null && confirmation !== PARTIALLY;
  if (isWhole && meaningOfRecallStatus(confirmation) !== meaning) return 'recallStatusDisagrees';
  return { meaning };
}
