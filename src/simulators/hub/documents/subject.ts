import type { StoredDocument } from '../agenda.ts';
import type { Books, CreditFilter, CreditSelection, StoredMessage } from '../books.ts';

/** A document about a message, with the data that it is built from. */
export interface Subject {
  readonly document: StoredDocument;
  readonly message: StoredMessage;
  readonly books: Books;
}

/** Returns the credits that a document contains. */
export function selectionOf(document: StoredDocument, filter: CreditFilter): CreditSelection {
  const { message, part, parts, isReversed } = document;
  return { message, filter, part, parts, isReversed };
}
