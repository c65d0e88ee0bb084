import type { Instant } from '../../shared/time.ts';
import type { Database } from './database.ts';

/**
 * Kinds of documents.
 *
 * - `answer`: pacs.002 with the first status of each credit.
 * - `final answer`: pacs.002 with the final status of the pending credits.
 * - `current status`: pacs.002 with the final status of each credit, as the answer to an enquiry.
 * - `group answer`: pacs.002 with the group status alone.
 * - `return`: pacs.004.
 * - `recall pending`: camt.029 that leaves a recall undecided.
 * - `recall answer`: camt.029 that accepts or refuses a recall.
 * - `recall return`: pacs.004 with the credit of an accepted recall.
 * - `contradiction`: pacs.002 that accepts credits that were rejected.
 * - `unknown`: pacs.002 for a message or a credit that does not exist.
 * - `malformed`: a document that cannot be read.
 * - `unreadable`: admi.002 for a message that the hub cannot read.
 * - `input report`, `ARUCS`, `AWACS`: reports of Bacs, in place of the answers and returns.
 * - `unknown record`: ARUCS with a credit that does not exist.
 * - `malformed report`: an ARUCS that cannot be read.
 */
export const DOCUMENT_KINDS = [
  'answer',
  'final answer',
  'current status',
  'group answer',
  'return',
  'recall pending',
  'recall answer',
  'recall return',
  'contradiction',
  'unknown',
  'malformed',
  'unreadable',
  'input report',
  'ARUCS',
  'AWACS',
  'unknown record',
  'malformed report',
] as const;

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** A document for the bank, before it is written. */
export interface PlannedDocument {
  /** Number of the message that it answers. */
  readonly message: number;
  readonly kind: DocumentKind;
  /** Id of the document (MsgId). A repeated document may have the same one. */
  readonly id: string;
  /** Name of the file in `from-hub/`. */
  readonly file: string;
  /** Time in the document (CreDtTm). */
  readonly createdAt: Instant;
  readonly dueAt: Instant;
  /** The document contains the credits whose position modulo `parts` is `part`. */
  readonly part: number;
  readonly parts: number;
  /** The last credit of the message comes first. */
  readonly isReversed: boolean;
  /** Selects one of several forms, for example of a malformed document. */
  readonly variant: number;
  /** It is never delivered. The bank gets its content only by an enquiry. */
  readonly isLost: boolean;
}

export interface StoredDocument extends Omit<PlannedDocument, 'isLost'> {
  readonly number: number;
}

/** An answer that was decided, without the names and times of its documents. */
export type DecidedAnswer = Pick<PlannedDocument, 'kind' | 'part' | 'parts' | 'variant'>;

/** Largest number of due documents that are read at once. */
const PAGE_DOCUMENTS = 100;

const COLUMNS = `number, message, kind, id, file, created_at AS createdAt, due_at AS dueAt, part,
  parts, is_reversed AS isReversed, variant`;

interface DocumentRow extends Omit<StoredDocument, 'isReversed'> {
  readonly isReversed: 0 | 1;
}

/** Documents that the hub has to deliver, with the time at which each is due. */
export class Agenda {
  readonly #add;
  readonly #due;
  readonly #delivered;
  readonly #next;
  readonly #waiting;
  readonly #decided;

  constructor(database: Database) {
    this.#add = database.prepare(
      `INSERT INTO document (message, kind, id, file, created_at, due_at, part, parts, is_reversed,
         variant, is_delivered)
       VALUES (@message, @kind, @id, @file, @createdAt, @dueAt, @part, @parts, @isReversed,
         @variant, @isLost)`,
    );
    this.#decided = database.prepare<[number, Instant], DecidedAnswer>(
      `SELECT DISTINCT kind, part, parts, variant FROM document
       WHERE message = ? AND created_at <= ?
         AND kind IN ('answer', 'final answer', 'group answer', 'unreadable')
       ORDER BY kind, part, variant`,
    );
    this.#due = database.prepare<[Instant], DocumentRow>(
      `SELECT ${COLUMNS} FROM document WHERE is_delivered = 0 AND due_at <= ?
       ORDER BY due_at, number LIMIT ${String(PAGE_DOCUMENTS)}`,
    );
    this.#delivered = database.prepare('UPDATE document SET is_delivered = 1 WHERE number = ?');
    this.#next = database.prepare<[], { at: Instant | null }>(
      'SELECT MIN(due_at) AS at FROM document WHERE is_delivered = 0',
    );
    this.#waiting = database.prepare<[number], { count: number }>(
      'SELECT COUNT(*) AS count FROM document WHERE is_delivered = 0 AND message = ?',
    );
  }

  add(document: PlannedDocument): void {
    const { isReversed, isLost } = document;
    this.#add.run({ ...document, isReversed: Number(isReversed), isLost: Number(isLost) });
  }

  /** Returns documents that are due and not delivered, the oldest first. */
  due(now: Instant): readonly StoredDocument[] {
    return this.#due.all(now).map((row) => ({ ...row, isReversed: row.isReversed === 1 }));
  }

  /** Records that a document is in `from-hub/`. */
  markDelivered({ number }: StoredDocument): void {
    this.#delivered.run(number);
  }

  /** Returns the answers to a message that were decided until an instant, also the lost ones. */
  decidedAnswers(message: number, until: Instant): readonly DecidedAnswer[] {
    return this.#decided.all(message, until);
  }

  /** Returns the time at which the next document is due. Null if none is waiting. */
  nextDueAt(): Instant | null {
    return this.#next.get()?.at ?? null;
  }

  /** Returns the number of documents about a message that are not delivered. */
  waitingFor(message: number): number {
    return this.#waiting.get(message)?.count ?? 0;
  }
}
