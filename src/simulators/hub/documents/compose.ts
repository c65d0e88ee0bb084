import { assert, expectDefined } from '../../../shared/assert.ts';
import type { StoredDocument } from '../agenda.ts';
import type { Books, CreditFilter, StoredCredit, StoredMessage } from '../books.ts';
import { idFrom } from '../dice.ts';
import type { CreditIds } from '../recalls/recall-books.ts';
import { writeMessageReject } from './admi002.ts';
import { bacsReport } from './bacs-reports.ts';
import { recallAnswer, recallReturn } from './compose-recall.ts';
import { writeStatusReport, type StatusReport, type StatusWithReason } from './pacs002.ts';
import { writeReturns } from './pacs004.ts';
import { selectionOf, type Subject } from './subject.ts';
import { malform, namedBy } from './variants.ts';

/** Distance of the number of an unknown credit from the last one of its message. */
const UNKNOWN_DISTANCE = 1_000_000;

/** Number of credits in a malformed document. */
const MALFORMED_CREDITS = 100;

type Answer = CreditIds & StatusWithReason;

/**
 * Returns the content of a document in pieces. It depends only on stored data, so that a document
 * that is delivered again is identical.
 */
export function composeDocument(
  document: StoredDocument,
  message: StoredMessage,
  books: Books,
): Iterable<string> {
  const subject = { document, message, books };
  switch (document.kind) {
    case 'answer':
      return answer(subject);
    case 'final answer':
      return statusReport(subject, null, answersOf(subject, 'pending', finalStatus));
    case 'current status':
      return statusReport(subject, null, answersOf(subject, 'all', finalStatus));
    case 'group answer':
      return statusReport(subject, groupStatus(subject), []);
    case 'return':
      return returns(subject);
    case 'recall pending':
      return recallAnswer(document, books, true);
    case 'recall answer':
      return recallAnswer(document, books, false);
    case 'recall return':
      return recallReturn(document, books);
    case 'contradiction':
      return statusReport(subject, null, answersOf(subject, 'rejected', accepted));
    case 'unknown':
      return unknown(subject);
    case 'malformed':
      return malformed(subject);
    case 'input report':
    case 'ARUCS':
    case 'AWACS':
    case 'unknown record':
    case 'malformed report':
      return bacsReport(document.kind, subject);
    case 'unreadable':
      return [writeMessageReject(message.id, document.createdAt, message.problem ?? 'Unreadable')];
  }
}

/** Returns the number of credits that a document contains, for progress lines. */
export function creditsIn(document: StoredDocument, books: Books): number {
  const filter = FILTERS[document.kind];
  if (filter === undefined) return 0;
  return books.sumOf(selectionOf(document, filter)).credits;
}

const FILTERS: Readonly<Partial<Record<StoredDocument['kind'], CreditFilter>>> = {
  answer: 'all',
  'final answer': 'pending',
  'current status': 'all',
  return: 'returned',
  contradiction: 'rejected',
  'input report': 'all',
  ARUCS: 'returned',
  AWACS: 'moved',
};

function answer(subject: Subject): Iterable<string> {
  const isWhole = subject.document.parts === 1;
  const group = isWhole ? groupStatus(subject) : null;
  return statusReport(subject, group, answersOf(subject, 'all', firstStatus));
}

function statusReport(
  { document: { id, createdAt }, message }: Subject,
  group: StatusWithReason | null,
  pages: Iterable<readonly Answer[]>,
): Iterable<string> {
  const report: StatusReport = {
    id,
    createdAt,
    group,
    messageId: message.id,
    credits: message.credits,
  };
  return writeStatusReport(report, pages);
}

/** Returns the group status by the first statuses of all credits. */
function groupStatus({ document, message, books }: Subject): StatusWithReason {
  const { state, problemCode, problem } = message;
  if (state === 'refused') {
    return { status: 'RJCT', reason: problemCode, text: problem };
  }
  const [all, pending, rejected] = (['all', 'pending', 'rejected'] as const).map(
    (filter) => books.sumOf({ ...selectionOf(document, filter), part: 0, parts: 1 }).credits,
  );
  if (pending === all) return plain('PDNG');
  if (pending !== 0) return plain('PART');
  if (rejected === all) return { ...plain('RJCT'), reason: onlyReason(message, books) };
  return plain(rejected === 0 ? 'ACSC' : 'PART');
}

/** Returns the reason of the only credit of a message. Null if there are several. */
function onlyReason({ number, credits }: StoredMessage, books: Books): string | null {
  if (credits !== 1) return null;
  const all = { message: number, filter: 'all', part: 0, parts: 1, isReversed: false } as const;
  const [[credit] = []] = books.pagesOf(all);
  return credit?.reason ?? null;
}

function* answersOf(
  { document, message, books }: Subject,
  filter: CreditFilter,
  statusOf: (credit: StoredCredit) => StatusWithReason,
): Generator<readonly Answer[]> {
  for (const page of books.pagesOf(selectionOf(document, filter))) {
    yield page.map((credit) => ({
      ...namedBy(creditIds(credit, message), document.variant),
      ...statusOf(credit),
    }));
  }
}

function returns({ document, message, books }: Subject): Iterable<string> {
  const { id, createdAt, variant } = document;
  const selection = selectionOf(document, 'returned');
  const header = {
    id,
    createdAt,
    messageId: message.id,
    currency: expectDefined(message.currency, 'the currency of a returned message'),
    ...books.sumOf(selection),
  };
  const toReturn = (credit: StoredCredit) => ({
    ...namedBy(creditIds(credit, message), variant),
    id: `R${message.id}-${String(credit.position)}`,
    amountMinor: credit.amountMinor,
    reason: expectDefined(credit.returnReason, 'the reason of a return'),
  });
  const pages = function* () {
    for (const page of books.pagesOf(selection)) yield page.map(toReturn);
  };
  return writeReturns(header, pages());
}

/** Answers a message that the bank did not send, or a credit that its message does not contain. */
function unknown({ document, message }: Subject): Iterable<string> {
  const { id, createdAt, variant } = document;
  const messageId = variant === 0 ? idFrom(0, message.id, 'unknown') : message.id;
  const number = variant === 0 ? 0 : message.credits + UNKNOWN_DISTANCE;
  const ids = { endToEndId: null, transactionId: null, uetr: null };
  const one = { ...ids, instructionId: `${messageId}-${String(number)}`, ...plain('ACSC') };
  return writeStatusReport({ id, createdAt, messageId, credits: null, group: null }, [[one]]);
}

/** Rejects the first credits in a document that cannot be read. A reader has to ignore it. */
function malformed(subject: Subject): Iterable<string> {
  const { document, books, message } = subject;
  const [first = []] = books.pagesOf({ ...selectionOf(document, 'all'), isReversed: false });
  const page = first.slice(0, MALFORMED_CREDITS).map((credit) => ({
    ...creditIds(credit, message),
    status: 'RJCT',
    reason: 'AC06',
    text: null,
  }));
  return malform([...statusReport(subject, null, [page])], document.variant);
}

/**
 * Returns the ids of a credit. A Bacs submission has none, so the answer names the number of the
 * credit, counted from 1.
 */
export function creditIds(
  credit: StoredCredit,
  message: Pick<StoredMessage, 'id' | 'instrument'>,
): CreditIds {
  const { instructionId, endToEndId, transactionId, uetr, position } = credit;
  const ids = { instructionId, endToEndId, transactionId, uetr };
  if (message.instrument !== 'BACS') return ids;
  assert(instructionId === null, 'a credit of a Bacs submission has no ids');
  return { ...ids, instructionId: `${message.id}-#${String(position + 1)}` };
}

const PENDING: StatusWithReason = {
  status: 'PDNG',
  reason: 'NARR',
  text: "The creditor's bank has not decided yet.",
};

function firstStatus(credit: StoredCredit): StatusWithReason {
  return credit.isPendingFirst ? PENDING : finalStatus(credit);
}

function finalStatus({ status, reason }: StoredCredit): StatusWithReason {
  return { status, reason, text: null };
}

const accepted = (): StatusWithReason => plain('ACSC');

function plain(status: string): StatusWithReason {
  return { status, reason: null, text: null };
}
