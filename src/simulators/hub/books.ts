import type { Statement } from 'better-sqlite3';
import type { Instrument } from '../../domain/schemes/schemes.ts';
import type { MinorUnits } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { Database } from './database.ts';
import { MOVED_ACCOUNT, type Outcome } from './outcomes.ts';
import { RecallBooks, type CreditIds } from './recalls/recall-books.ts';

/** A message as the hub has stored it. */
export interface StoredMessage {
  readonly number: number;
  readonly id: string;
  /** Name of the file, also in the data folder. */
  readonly file: string;
  readonly sha256: string;
  readonly receivedAt: Instant;
  readonly state: 'stored' | 'decided' | 'refused' | 'unreadable' | 'enquiry' | 'recall';
  readonly instrument: Instrument | null;
  readonly currency: string | null;
  readonly credits: number;
  readonly totalMinor: MinorUnits;
  readonly problemCode: string | null;
  readonly problem: string | null;
  /** The labels of a Bacs submission. Null for other messages. */
  readonly submission: Submission | null;
  readonly repeats: number;
  readonly conflicts: number;
}

/** Ids and amount of a credit in a message. */
export interface ReadCredit extends CreditIds {
  /** Position in the message, from 0. */
  readonly position: number;
  readonly amountMinor: MinorUnits;
  /** The columns of a Bacs record that name the credit. Null for other messages. */
  readonly record: RecordColumns | null;
}

/** Columns of a Bacs record, without blanks at the end. Accounts have 14 digits. */
export interface RecordColumns {
  readonly destination: string;
  readonly originator: string;
  readonly reference: string;
  readonly name: string;
}

/** The labels that name a submission in reports of Bacs. */
export interface Submission {
  readonly serviceUserNumber: string;
  readonly serial: string;
  readonly fileNumber: string;
  readonly processingDay: LocalDate;
}

export interface StoredCredit extends ReadCredit, Outcome {}

/** The result of reading a message. */
export type Reading = Omit<
  StoredMessage,
  'number' | 'id' | 'file' | 'sha256' | 'receivedAt' | 'repeats' | 'conflicts'
>;

/** The result of reading a message without credits that the hub executes. */
export const NO_CREDITS = { currency: null, credits: 0, totalMinor: 0, submission: null };

/**
 * A condition on credits, one for each kind of document.
 *
 * `pending`: those whose first answer is PDNG. `returned`: those that come back later without a
 * recall. `moved`: those of a Bacs submission that are paid to an account that has moved.
 */
export type CreditFilter = 'all' | 'pending' | 'returned' | 'rejected' | 'moved' | 'accepted';

/** A part of the credits of a message, in pages. */
export interface CreditSelection {
  readonly message: number;
  readonly filter: CreditFilter;
  /** Selects the credits whose position modulo `parts` is `part`. */
  readonly part: number;
  readonly parts: number;
  readonly isReversed: boolean;
}

const CONDITIONS: Readonly<Record<CreditFilter, string>> = {
  all: 'TRUE',
  pending: 'is_pending_first = 1',
  returned: 'return_reason IS NOT NULL AND is_recalled = 0',
  rejected: `status = 'RJCT'`,
  moved: `record ->> 'destination' = '${MOVED_ACCOUNT}'`,
  accepted: `status = 'ACSC'`,
};

const CREDIT_COLUMNS = `position, instruction_id AS instructionId, end_to_end_id AS endToEndId,
  transaction_id AS transactionId, uetr, amount_minor AS amountMinor, record, status, reason,
  is_pending_first AS isPendingFirst, return_reason AS returnReason,
  recall_behaviour AS recallBehaviour`;

const MESSAGE_COLUMNS = `number, id, file, sha256, received_at AS receivedAt, state, instrument,
  currency, credits, total_minor AS totalMinor, problem_code AS problemCode, problem, submission, repeats,
  conflicts`;

/** Number of messages that are read from the database at once. */
const PAGE_MESSAGES = 100;
/** Number of credits that are read from the database at once. */
const PAGE_CREDITS = 1000;

/** Messages and credits: the hub's own record of what it executed. */
export class Books {
  readonly recalls: RecallBooks;
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
    this.recalls = new RecallBooks(database);
  }

  find(id: string): StoredMessage | undefined {
    return messageOf(this.#prepare(`SELECT ${MESSAGE_COLUMNS} FROM message WHERE id = ?`).get(id));
  }

  get(number: number): StoredMessage | undefined {
    return messageOf(
      this.#prepare(`SELECT ${MESSAGE_COLUMNS} FROM message WHERE number = ?`).get(number),
    );
  }

  /** Returns the first message after a number, in the order of receipt. */
  after(number: number): StoredMessage | undefined {
    const sql = `SELECT ${MESSAGE_COLUMNS} FROM message WHERE number > ? ORDER BY number LIMIT 1`;
    return messageOf(this.#prepare(sql).get(number));
  }

  /** Returns the first messages whose credits are not decided yet, at most 100. */
  undecided(): readonly StoredMessage[] {
    const sql = `SELECT ${MESSAGE_COLUMNS} FROM message WHERE state = 'stored'
      ORDER BY number LIMIT ${String(PAGE_MESSAGES)}`;
    return this.#prepare(sql)
      .all()
      .map(messageOf)
      .filter((message) => message !== undefined);
  }

  add(message: Pick<StoredMessage, 'id' | 'file' | 'sha256' | 'receivedAt'>): void {
    this.#prepare(
      `INSERT INTO message (id, file, sha256, received_at)
       VALUES (@id, @file, @sha256, @receivedAt)`,
    ).run(message);
  }

  countRepeat(id: string): void {
    this.#prepare('UPDATE message SET repeats = repeats + 1 WHERE id = ?').run(id);
  }

  countConflict(id: string): void {
    this.#prepare('UPDATE message SET conflicts = conflicts + 1 WHERE id = ?').run(id);
  }

  /** Stores the result of reading a message. */
  finish(number: number, reading: Reading): void {
    this.#prepare(
      `UPDATE message SET state = @state, instrument = @instrument, currency = @currency,
         credits = @credits, total_minor = @totalMinor, problem_code = @problemCode,
         problem = @problem, submission = @submission
       WHERE number = @number`,
    ).run({ ...reading, submission: JSON.stringify(reading.submission), number });
  }

  addCredit(message: number, credit: StoredCredit): void {
    this.#prepare(
      `INSERT INTO credit VALUES (@message, @position, @instructionId, @endToEndId,
         @transactionId, @uetr, @amountMinor, @record, @status, @reason, @isPendingFirst,
         @returnReason, @recallBehaviour, 0)`,
    ).run({
      ...credit,
      message,
      isPendingFirst: Number(credit.isPendingFirst),
      record: credit.record === null ? null : JSON.stringify(credit.record),
    });
  }

  creditAt(message: number, position: number): StoredCredit | undefined {
    const sql = `SELECT ${CREDIT_COLUMNS} FROM credit WHERE message = ? AND position = ?`;
    const row = this.#prepare(sql).get(message, position) as CreditRow | undefined;
    return row && creditOf(row);
  }

  /** Rejects all credits of a message for the same reason. None is pending or returned. */
  rejectAll(message: number, reason: string): void {
    this.#prepare(
      `UPDATE credit SET status = 'RJCT', reason = ?, is_pending_first = 0, return_reason = NULL
       WHERE message = ?`,
    ).run(reason, message);
  }

  /** Returns the number and the sum of the selected credits. */
  sumOf({ message, filter, part, parts }: CreditSelection): {
    readonly credits: number;
    readonly totalMinor: MinorUnits;
  } {
    return this.#prepare(
      `SELECT COUNT(*) AS credits, COALESCE(SUM(amount_minor), 0) AS totalMinor FROM credit
       WHERE message = ? AND position % ? = ? AND ${CONDITIONS[filter]}`,
    ).get(message, parts, part) as { credits: number; totalMinor: number };
  }

  /** Returns the selected credits in pages. Other statements may run between two pages. */
  *pagesOf(selection: CreditSelection): Generator<readonly StoredCredit[]> {
    const { message, filter, part, parts, isReversed } = selection;
    const [comparison, order] = isReversed ? ['<', 'DESC'] : ['>', 'ASC'];
    const statement = this.#prepare(
      `SELECT ${CREDIT_COLUMNS} FROM credit
       WHERE message = ? AND position ${comparison} ? AND position % ? = ? AND ${CONDITIONS[filter]}
       ORDER BY position ${order} LIMIT ${String(PAGE_CREDITS)}`,
    );
    let last = isReversed ? Number.MAX_SAFE_INTEGER : -1;
    for (;;) {
      const rows = statement.all(message, last, parts, part) as CreditRow[];
      if (rows.length > 0) yield rows.map(creditOf);
      if (rows.length < PAGE_CREDITS) return;
      last = rows.at(-1)?.position ?? last;
    }
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

interface CreditRow extends Omit<StoredCredit, 'isPendingFirst' | 'record'> {
  readonly isPendingFirst: 0 | 1;
  /** JSON. */
  readonly record: string | null;
}

function creditOf(row: CreditRow): StoredCredit {
  const record = row.record === null ? null : (JSON.parse(row.record) as RecordColumns);
  return { ...row, isPendingFirst: row.isPendingFirst === 1, record };
}

/** A message as it is stored, with its submission as JSON. */
type MessageRow = Omit<StoredMessage, 'submission'> & { readonly submission: string | null };

function messageOf(row: unknown): StoredMessage | undefined {
  if (row === undefined) return undefined;
  const { submission, ...message } = row as MessageRow;
  const parsed = submission === null ? null : (JSON.parse(submission) as Submission | null);
  return { ...message, submission: parsed };
}
