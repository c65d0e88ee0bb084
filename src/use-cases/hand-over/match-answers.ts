import type { ReasonCode, SinglePayment } from '../../domain/records/payment.ts';
import type { AnswerSlice, DeliveredAnswer, GroupAnswer } from '../../domain/schemes/answers.ts';
import { meaningOfGroupStatus, meaningOfStatus } from '../../domain/schemes/credit-states.ts';
import type {
  BacsAdvice,
  MatchedAnswer,
  MatchedGroup,
  MatchedSlice,
  SentMessage,
  UnusableAnswer,
} from '../../domain/schemes/hand-over.ts';
import type { AnswerProblem } from '../../domain/schemes/hub-problems.ts';
import { parseCreditId, type AnsweredCredit, type Money } from '../../domain/schemes/messages.ts';
import { SCHEME_REASONS } from '../../domain/schemes/proposals.ts';
import type { MatchedRecallAnswer, SentRecall } from '../../domain/schemes/recalls.ts';
import type { Instrument } from '../../domain/schemes/schemes.ts';
import { answersRecall, matchRecallAnswer, matchRecallReject } from './match-recalls.ts';

/** A credit that was handed over, as answers to it are verified. */
export interface SentCredit extends Pick<SinglePayment, 'index'> {
  /** EndToEndIdentification as the message contained it. */
  readonly endToEndId: string;
  readonly amount: Money;
}

/** The messages and credits that a slice of answers names. */
export interface SentCredits {
  /** The schemes that the document may answer. */
  readonly instruments: readonly Instrument[];
  readonly messages: ReadonlyMap<string, SentMessage>;
  /** Returns a credit of a message. Returns undefined if the message does not contain it. */
  find(name: AnsweredCredit): SentCredit | undefined;
  /** The recalls that the answers name, or whose credits they name. */
  readonly recalls: readonly SentRecall[];
}

/**
 * The codes of a scheme that are reported as they are. Other codes of the reports mean that an
 * account was never debited, so a scheme's answer must not use them.
 */
const REASONS: ReadonlySet<string> = new Set(SCHEME_REASONS);

/** Code of a return after a recall. Rejections do not use it. */
const RECALLED = 'FOCR' satisfies ReasonCode;

/**
 * Codes of a rejection as a duplicate. It concerns only a repeated hand-over, and not the first
 * one.
 */
const DUPLICATE_CODES: ReadonlySet<string> = new Set([
  'AM05',
  'DUPL',
  'DU01',
  'DU02',
  'DU03',
  'DU04',
]);

/** Returns the credit that an answer names by its ids, or the problem with them. */
export function creditNamedBy(
  answer: DeliveredAnswer,
  messages: ReadonlyMap<string, SentMessage>,
): AnsweredCredit | AnswerProblem {
  const ids = [answer.instructionId, answer.transactionId].filter((id) => id !== null);
  const names = ids.map(parseCreditId);
  const [first] = names;
  if (ids.length === 0) {
    // The only credit of a message needs no id of its own.
    const message = answer.messageId === null ? undefined : messages.get(answer.messageId);
    if (message?.transactions !== 1) return 'noId';
    return { messageId: message.id, number: message.firstIndex, numbering: 'index' };
  }
  if (first === undefined) return 'unknownCredit';
  const { messageId, number, numbering } = first;
  const isSame = names.every(
    (name) =>
      name?.messageId === messageId && name.number === number && name.numbering === numbering,
  );
  if (!isSame || (answer.messageId !== null && answer.messageId !== messageId)) {
    return 'idsDisagree';
  }
  return first;
}

/**
 * Matches the answers of a slice with the credits that were handed over. An answer must name a
 * credit of this service, arrive through the exchange of its scheme, agree with all it repeats of
 * the credit, and have a known status. All others are set aside, because a wrong guess would move
 * money.
 *
 * @param from position of the first answer that was not taken yet
 */
export function matchSlice(slice: AnswerSlice, sent: SentCredits, from: number): MatchedSlice {
  const answers: MatchedAnswer[] = [];
  const groups: MatchedGroup[] = [];
  const recalls: MatchedRecallAnswer[] = [];
  const unusable: UnusableAnswer[] = [];
  const advices: BacsAdvice[] = [];
  let to = from;
  for (const answer of slice.answers) {
    if (answer.position < from) continue;
    to = answer.position + 1;
    if (answersRecall(answer)) {
      const matched = matchRecallAnswer(answer, sent.recalls, sent.instruments);
      if (typeof matched !== 'string') recalls.push(matched);
      else unusable.push(unusableAnswer(answer, matched, sent));
      continue;
    }
    advices.push(...advicesOf(answer));
    if (answer.bacs?.outcome === 'moved') continue;
    const matched = matchAnswer(answer, slice.groups, sent);
    if (typeof matched !== 'string') answers.push(matched);
    else unusable.push(unusableAnswer(answer, matched, sent));
  }
  for (const [place, group] of slice.isLast ? slice.groups.entries() : []) {
    const position = -1 - place;
    const rejected = matchRecallReject(group, position, sent.recalls, sent.instruments);
    if (rejected !== undefined && typeof rejected !== 'string') {
      recalls.push(rejected);
      continue;
    }
    const matched = rejected ?? matchGroup(group, position, sent);
    if (matched === null) continue;
    if (typeof matched !== 'string') groups.push(matched);
    else unusable.push(unusableGroup(group, position, matched, sent));
  }
  return { from, to, answers, groups, recalls, unusable, advices, isLast: slice.isLast };
}

/**
 * Returns the item of a report of Bacs for the operators. A rejection needs none, because its
 * customer sees it. Its credit has been named before (name-bacs-credits.ts).
 */
function advicesOf(answer: DeliveredAnswer): readonly BacsAdvice[] {
  const { position, bacs, instructionId, unmatched } = answer;
  if (bacs === undefined || bacs.outcome === 'rejected') return [];
  if (unmatched !== undefined && bacs.outcome !== 'moved') return [];
  const name = instructionId === null ? undefined : parseCreditId(instructionId);
  const credit = { messageId: name?.messageId ?? null, index: name?.number ?? null };
  return [{ ...bacs, position, ...credit }];
}

function matchAnswer(
  answer: DeliveredAnswer,
  groups: readonly GroupAnswer[],
  sent: SentCredits,
): MatchedAnswer | AnswerProblem {
  if (answer.problem !== null) return 'malformed';
  if (answer.unmatched !== undefined) return answer.unmatched;
  const name = creditNamedBy(answer, sent.messages);
  const { messageId: messageIdInAnswer } = typeof name === 'string' ? answer : name;
  if (messageIdInAnswer !== null) {
    const message = sent.messages.get(messageIdInAnswer);
    if (message === undefined) return 'unknownMessage';
    if (!sent.instruments.includes(message.instrument)) return 'wrongExchange';
  }
  if (typeof name === 'string') return name;
  const credit = sent.find(name);
  if (credit === undefined) return 'unknownCredit';
  if (answer.endToEndId !== null && answer.endToEndId !== credit.endToEndId) return 'idsDisagree';
  const { position, code } = answer;
  const { messageId } = name;
  const { index } = credit;
  const matched = {
    position,
    messageId,
    index,
    amount: credit.amount.minor,
    reason: reasonOf(code, answer.returned !== null),
  };
  if (answer.returned !== null) {
    const { id, amount } = answer.returned;
    if (id === null) return 'noReturnId';
    const isWhole =
      amount?.minor === credit.amount.minor && amount.currency === credit.amount.currency;
    if (!isWhole) return 'wrongAmount';
    return { ...matched, meaning: 'accepted', returned: { id, amount: amount.minor } };
  }
  const group = groups.find((one) => one.messageId === messageId);
  const status = answer.status ?? group?.status ?? null;
  if (status === null) return 'noStatus';
  const meaning = meaningOfStatus(status);
  if (meaning === 'rejected' && isDuplicate(code)) return 'duplicate';
  return meaning === undefined ? 'unknownStatus' : { ...matched, meaning, returned: null };
}

/** Returns null for a group without a status of its own, for example of a pacs.004. */
function matchGroup(
  { messageId, status, transactions, code }: GroupAnswer,
  position: number,
  { messages, instruments }: SentCredits,
): MatchedGroup | AnswerProblem | null {
  const message = messages.get(messageId);
  if (message === undefined) return 'unknownMessage';
  if (!instruments.includes(message.instrument)) return 'wrongExchange';
  if (status === null) return null;
  if (transactions !== null && transactions !== message.transactions) return 'wrongCount';
  const meaning = meaningOfGroupStatus(status);
  if (meaning === undefined) return 'unknownStatus';
  if (meaning === 'rejected' && isDuplicate(code)) return 'duplicate';
  return { position, messageId, meaning, reason: reasonOf(code) };
}

function isDuplicate(code: string | null): boolean {
  return code !== null && DUPLICATE_CODES.has(code);
}

/** Returns the code of a scheme, or NARR if the reports cannot contain it. */
function reasonOf(code: string | null, isReturn = false): ReasonCode {
  if (isReturn && code === RECALLED) return RECALLED;
  return code !== null && REASONS.has(code) ? (code as ReasonCode) : 'NARR';
}

function unusableAnswer(
  answer: DeliveredAnswer,
  problem: AnswerProblem,
  sent: SentCredits,
): UnusableAnswer {
  const name = creditNamedBy(answer, sent.messages);
  const credit = typeof name === 'string' ? undefined : sent.find(name);
  const messageId = typeof name === 'string' ? answer.messageId : name.messageId;
  return {
    position: answer.position,
    problem,
    facts: JSON.stringify(answer),
    messageId: knownMessage(messageId, sent),
    index: credit?.index ?? null,
  };
}

function unusableGroup(
  group: GroupAnswer,
  position: number,
  problem: AnswerProblem,
  sent: SentCredits,
): UnusableAnswer {
  const messageId = knownMessage(group.messageId, sent);
  return { position, problem, messageId, index: null, facts: JSON.stringify(group) };
}

/** Returns the id of a message that was handed over. Otherwise null. */
function knownMessage(id: string | null, { messages }: SentCredits): string | null {
  return id !== null && messages.has(id) ? id : null;
}
