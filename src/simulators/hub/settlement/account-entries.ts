import type { MinorUnits } from '../../../shared/money.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Database } from '../database.ts';
import type { RecalledIds } from '../recalls/recall-books.ts';

/** Ids of the credit of an entry. */
type EntryCredit = Omit<RecalledIds, 'uetr' | 'amount'>;

/** An entry of the bank's settlement account, before it is stored. */
export interface NewEntry {
  /** Id of the message that it settles. Null if it names a single credit. */
  readonly messageId: string | null;
  readonly credits: number;
  /** Null if the entry settles a message with several credits. */
  readonly credit: EntryCredit | null;
  readonly direction: 'DBIT' | 'CRDT';
  readonly amountMinor: MinorUnits;
  readonly currency: string;
  readonly bookedAt: Instant;
}

export interface AccountEntry extends NewEntry {
  readonly number: number;
}

/** A statement of the account in one currency. */
export interface AccountStatement {
  readonly number: number;
  readonly currency: string;
  readonly sequence: number;
  readonly openingMinor: MinorUnits;
  readonly closingMinor: MinorUnits;
  readonly createdAt: Instant;
}

const ENTRY = `SELECT number, message_id AS messageId, credits, credit, direction,
    amount_minor AS amountMinor, currency, booked_at AS bookedAt
  FROM entry`;

const STATEMENT = `SELECT number, currency, sequence, opening_minor AS openingMinor,
    closing_minor AS closingMinor, created_at AS createdAt
  FROM statement`;

type EntryRow = Omit<AccountEntry, 'credit'> & { readonly credit: string | null };

/** The bank's settlement account at the hub, with one balance for each currency. */
export class AccountEntries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add({ credit, ...entry }: NewEntry): void {
    this.#database
      .prepare(
        `INSERT INTO entry (message_id, credits, credit, direction, amount_minor, currency,
           booked_at)
         VALUES (@messageId, @credits, @credit, @direction, @amountMinor, @currency, @bookedAt)`,
      )
      .run({ ...entry, credit: credit === null ? null : JSON.stringify(credit) });
  }

  /** Returns booked entries without a notification, the oldest first. */
  toNotify(now: Instant): readonly AccountEntry[] {
    return this.#entries('WHERE is_notified = 0 AND booked_at <= ? ORDER BY number', now);
  }

  markNotified({ number }: AccountEntry): void {
    this.#database.prepare('UPDATE entry SET is_notified = 1 WHERE number = ?').run(number);
  }

  /** Returns the entries of a statement. */
  of({ number }: AccountStatement): readonly AccountEntry[] {
    return this.#entries('WHERE statement = ? ORDER BY number', number);
  }

  /** Returns the booking time of the oldest entry in no statement. Null if there is none. */
  oldestOpenAt(): Instant | null {
    return this.#firstBooking('statement IS NULL');
  }

  /** Returns the booking time of the next entry without a notification. Null if there is none. */
  nextNotificationAt(): Instant | null {
    return this.#firstBooking('is_notified = 0');
  }

  #firstBooking(condition: string): Instant | null {
    const sql = `SELECT MIN(booked_at) AS at FROM entry WHERE ${condition}`;
    return this.#database.prepare<[], { at: Instant | null }>(sql).get()?.at ?? null;
  }

  /** Creates a statement of each currency with booked entries that are in none. */
  closeStatements(now: Instant): void {
    this.#database
      .transaction(() => {
        const currencies = this.#database
          .prepare<[Instant], { currency: string; total: MinorUnits }>(
            `SELECT currency, SUM(CASE direction WHEN 'DBIT' THEN -amount_minor ELSE amount_minor END)
               AS total FROM entry WHERE statement IS NULL AND booked_at <= ? GROUP BY currency`,
          )
          .all(now);
        for (const { currency, total } of currencies) this.#close(currency, total, now);
      })
      .immediate();
  }

  #close(currency: string, total: MinorUnits, now: Instant): void {
    const last = this.#database
      .prepare<[string], AccountStatement>(
        `${STATEMENT} WHERE currency = ? ORDER BY sequence DESC LIMIT 1`,
      )
      .get(currency);
    const opening = last?.closingMinor ?? 0;
    const { lastInsertRowid } = this.#database
      .prepare(
        `INSERT INTO statement (currency, sequence, opening_minor, closing_minor, created_at)
         VALUES (?, ?, ?, ?, ?)`,
      )
      .run(currency, (last?.sequence ?? 0) + 1, opening, opening + total, now);
    this.#database
      .prepare(
        'UPDATE entry SET statement = ? WHERE statement IS NULL AND booked_at <= ? AND currency = ?',
      )
      .run(lastInsertRowid, now, currency);
  }

  /** Returns statements that are not delivered, the oldest first. */
  toDeliver(): readonly AccountStatement[] {
    return this.#database
      .prepare<[], AccountStatement>(`${STATEMENT} WHERE is_delivered = 0 ORDER BY number`)
      .all();
  }

  markDelivered({ number }: AccountStatement): void {
    this.#database.prepare('UPDATE statement SET is_delivered = 1 WHERE number = ?').run(number);
  }

  #entries(condition: string, value: number): readonly AccountEntry[] {
    return this.#database
      .prepare<[number], EntryRow>(`${ENTRY} ${condition}`)
      .all(value)
      .map(({ credit, ...entry }) => ({
        ...entry,
        credit: credit === null ? null : (JSON.parse(credit) as EntryCredit),
      }));
  }
}
