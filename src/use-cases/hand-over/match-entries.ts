import type { AccountReport, ReportedEntry } from '../../domain/schemes/account-reports.ts';
import type { AnswerSlice, DeliveredAnswer } from '../../domain/schemes/answers.ts';
import type { SentMessage } from '../../domain/schemes/hand-over.ts';
import type { EntryProblem, MatchedEntry } from '../../domain/schemes/reconciliation.ts';
import { creditNamedBy, type SentCredits } from './match-answers.ts';

/** The message and the credit that an entry names, or the problem with them. */
type Match = Pick<MatchedEntry, 'messageId' | 'index' | 'problem'>;

/**
 * Returns the ids that entries name, in the form of answers, so that their messages and credits are
 * found in the same way.
 */
export function namesIn(slice: AnswerSlice, { entries }: AccountReport): AnswerSlice {
  const groups = entries.flatMap(({ batch }) => {
    return batch === null
      ? []
      : [{ ...NO_REASON, messageId: batch.messageId, status: null, transactions: null }];
  });
  const answers = entries.flatMap((entry) => answerFor(entry) ?? []);
  return { ...slice, groups, answers };
}

const NO_REASON = { code: null, text: null } as const;

/** Returns the single credit that an entry names, in the form of an answer. */
function answerFor(entry: ReportedEntry): DeliveredAnswer | undefined {
  const { credit, position } = entry;
  if (credit === null || entry.batch !== null) return undefined;
  return {
    ...credit,
    ...NO_REASON,
    position,
    uetr: null,
    status: null,
    returned: null,
    // A return names the message of the return (pacs.004), and the ids of the credit.
    messageId: isReturn(entry) ? null : credit.messageId,
    problem: null,
  };
}

/**
 * Matches an entry with a message or a credit that was handed over. An entry that reports money
 * that came back must name a single credit.
 */
export function matchEntry(entry: ReportedEntry, sent: SentCredits): MatchedEntry {
  const { position, account, amount, direction, isReversal, batch } = entry;
  const { bookingDate, valueDate, servicerReference } = entry;
  return {
    position,
    account,
    amount,
    direction,
    isReversal,
    bookingDate,
    valueDate,
    servicerReference,
    ...matchOf(entry, sent),
    isReturn: isReturn(entry),
    transactions: batch?.transactions ?? 1,
  };
}

function matchOf(entry: ReportedEntry, sent: SentCredits): Match {
  const { batch, amount } = entry;
  if (batch !== null) {
    const message = sent.messages.get(batch.messageId);
    if (message === undefined || isReturn(entry)) return unmatched('unknown');
    return { messageId: message.id, index: null, problem: problemOf(message, amount, sent) };
  }
  const answer = answerFor(entry);
  if (answer === undefined) return unmatched('unknown');
  const name = creditNamedBy(answer, sent.messages);
  if (typeof name === 'string') {
    return unmatched(name === 'idsDisagree' ? 'idsDisagree' : 'unknown');
  }
  const message = sent.messages.get(name.messageId);
  const found = sent.find(name);
  if (message === undefined || found === undefined) return unmatched('unknown');
  const { endToEndId } = answer;
  const isSame = endToEndId === null || endToEndId === found.endToEndId;
  const problem = isSame ? problemOf(message, amount, sent) : 'idsDisagree';
  return { messageId: message.id, index: found.index, problem };
}

const unmatched = (problem: EntryProblem): Match => ({ messageId: null, index: null, problem });

function problemOf(
  { instrument, total }: SentMessage,
  { currency }: ReportedEntry['amount'],
  { instruments }: SentCredits,
): EntryProblem | null {
  if (!instruments.includes(instrument)) return 'wrongExchange';
  return currency === total.currency ? null : 'wrongCurrency';
}

/** Returns true if an entry is about money that came back, or cancels such an entry. */
function isReturn({ direction, isReversal }: ReportedEntry): boolean {
  return (direction === 'CRDT') !== isReversal;
}
