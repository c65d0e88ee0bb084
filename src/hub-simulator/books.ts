import type { Statement } from 'better-sqlite3';
import type { Instrument } from '../domain/schemes/schemes.ts';
import type { MinorUnits } from '../shared/money.ts';
import type { Instant } from '../shared/time.ts';
import type { Database } from './database.ts';
import type { Outcome } from './outcomes.ts';

/** A message as the hub has stored it. */
export interface StoredMessage {
  readonly number: number;
  readonly id: string;
  /** Name of the file, also in the data folder. */
  readonly file: string;
  readonly sha256: string;
  readonly receivedAt: Instant;
  readonly state: 'stored' | 'decided' | 'refused' | 'unreadable' | 'enquiry';
  readonly instrument: Instrument | null;
  readonly currency: string | null;
  readonly credits: number;
  readonly totalMinor: MinorUnits;
  readonly problemCode: string | null;
  readonly problem: string | null;
  readonly repeats: number;
  readonly conflicts: number;
}

/** Ids and amount of a credit in a message. Ids are null if the message does not contain them. */
export interface ReadCredit {
  /** Position in the message, from 0. */
  readonly position: number;
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly transactionId: string | null;
  readonly uetr: string | null;
  readonly amountMinor: MinorUnits;
}

export interface StoredCredit extends ReadCredit, Outcome {}

/** The result of reading a message. */
export type Reading = Pick<
  StoredMessage,
  'state' | 'instrument' | 'currency' | 'credits' | 'totalMinor' | 'problemCode' | 'problem'
>;

/**
 * A condition on credits, one for each kind of document.
 *
 * `pending`: those whose first answer is PDNG. `returned`: those that come back later.
 */
export type CreditFilter = 'all' | 'pending' | 'returned' | 'rejected' | 'accepted';

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
  returned: 'return_reason IS NOT NULL',
  rejected: `status = 'RJCT'`,
  accepted: `status = 'ACSC'`,
};

const CREDIT_COLUMNS = `position, instruction_id AS instructionId, end_to_end_id AS endToEndId,
  transaction_id AS transactionId, uetr, amount_minor AS amountMinor, status, reason,
  is_pending_first AS isPendingFirst, return_reason AS returnReason`;

const MESSAGE_COLUMNS = `number, id, file, sha256, received_at AS receivedAt, state, instrument,
  currency, credits, total_minor AS totalMinor, problem_code AS problemCode, problem, repeats,
  conflicts`;

/** Number of credits that are read from the database at once. */
const PAGE_CREDITS = 1000;

/** Messages and credits: the hub's own record of what it executed. */
export class Books {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  find(id: string): StoredMessage | undefined {
    return this.#prepare(`SELECT ${MESSAGE_COLUMNS} FROM message WHERE id = ?`).get(id) as
      StoredMessage | undefined;
  }

  get(number: number): StoredMessage | undefined {
    return this.#prepare(`SELECT ${MESSAGE_COLUMNS} FROM message WHERE number = ?`).get(number) as
      StoredMessage | undefined;
  }

  /** Returns the first message after a number, in the order of receipt. */
  after(number: number): StoredMessage | undefined {
    const sql = `SELECT ${MESSAGE_COLUMNS} FROM message WHERE number > ? ORDER BY number LIMIT 1`;
    return this.#prepare(sql).get(number) as StoredMessage | undefined;
  }

  /** Returns the first message whose credits are not decided yet. */
  nextUndecided(): StoredMessage | undefined {
    const sql = `SELECT ${MESSAGE_COLUMNS} FROM message WHERE state = 'stored' ORDER BY number LIMIT 1`;
    return this.#prepare(sql).get() as StoredMessage | undefined;
  }

  add(message: Pick<StoredMessage, 'id' | 'file' | 'sha256' | 'receivedAt'>): void {
    this.#prepare(
      `INSERT INTO message (id, file, sha256, received_at)
       VALUES (@id, @file, @sha256, @receivedAt)`,
    ).run(message);
  }

  countRepeat({ number }: StoredMessage): void {
    this.#prepare('UPDATE message SET repeats = repeats + 1 WHERE number = ?').run(number);
  }

  countConflict({ number }: StoredMessage): void {
    this.#prepare('UPDATE message SET conflicts = conflicts + 1 WHERE number = ?').run(number);
  }

  /** Stores the result of reading a message. */
  finish(number: number, reading: Reading): void {
    this.#prepare(
      `UPDATE message SET state = @state, instrument = @instrument, currency = @currency,
         credits = @credits, total_minor = @totalMinor, problem_code = @problemCode,
         problem = @problem
       WHERE number = @number`,
    ).run({ ...reading, number });
  }

  addCredit(message: number, credit: StoredCredit): void {
    this.#prepare(
      `INSERT INTO credit VALUES (@message, @position, @instructionId, @endToEndId,
         @transactionId, @uetr, @amountMinor, @status, @reason, @isPendingFirst, @returnReason)`,
    ).run({ ...credit, message, isPendingFirst: Number(credit.isPendingFirst) });
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

interface CreditRow extends Omit<StoredCredit, 'isPendingFirst'> {
  readonly isPendingFirst: 0 | 1;
}

function creditOf(row: CreditRow): StoredCredit {
  return { ...row, isPendingFirst: row.isPendingFirst === 1 };
}
