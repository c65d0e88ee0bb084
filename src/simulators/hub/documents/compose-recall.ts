import { expectDefined } from '../../../shared/assert.ts';
import type { StoredDocument } from '../agenda.ts';
import type { Books } from '../books.ts';
import { RECALLED, type StoredRecall } from '../recalls/recall-books.ts';
import { writeResolution } from './camt029.ts';
import { writeReturns } from './pacs004.ts';
import { namedBy } from './variants.ts';

/** Returns the answer to a recall, or that it is pending. */
export function recallAnswer(
  { message, id, createdAt, variant }: StoredDocument,
  books: Books,
  isPending: boolean,
): Iterable<string> {
  const recall = recallOf(books, message);
  const { caseId, messageId, amount, code } = recall;
  const decided = code === null ? 'ACCR' : 'RJCR';
  return [
    writeResolution({
      ...{ id, createdAt, caseId, messageId, amount, code: isPending ? null : code },
      status: isPending ? 'PDCR' : decided,
      ...namedBy(recall, variant),
    }),
  ];
}

/** Returns the pacs.004 with the recalled credit alone. */
export function recallReturn(
  { message, id, createdAt, variant }: StoredDocument,
  books: Books,
): Iterable<string> {
  const { creditMessage, position } = recallOf(books, message);
  const original = expectDefined(books.get(creditMessage ?? 0), 'the message of a recalled credit');
  const credit = expectDefined(
    books.creditAt(original.number, position ?? 0),
    'the recalled credit',
  );
  const { amountMinor } = credit;
  const header = {
    ...{ id, createdAt, messageId: original.id, credits: 1, totalMinor: amountMinor },
    currency: expectDefined(original.currency, 'the currency of a recalled credit'),
  };
  const returnId = `R${original.id}-${String(credit.position)}`;
  const one = { ...namedBy(credit, variant), id: returnId, amountMinor, reason: RECALLED };
  return writeReturns(header, [[one]]);
}

function recallOf(books: Books, message: number): StoredRecall {
  return expectDefined(books.recalls.get(message), 'the recall of a document');
}
