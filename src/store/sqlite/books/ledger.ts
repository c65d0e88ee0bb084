import type { TakenDebit } from '../../../domain/execution/abandonment.ts';
import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type { Batch, StatementEntry } from '../../../domain/records/records.ts';
import type { Pence } from '../../../kernel/money.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { Database } from '../database/database.ts';

/** Money that goes from one account to another. */
export interface Transfer {
  readonly kind: 'opening' | 'debit' | 'credit' | 'returned-credit' | 'settlement';
  /** Where the money leaves. */
  readonly from: AccountNumber;
  /** Where it arrives. */
  readonly to: AccountNumber;
  readonly amountPence: Pence;
  /** The payment of the file; null when the transfer stands for many, or for none. */
  readonly index: number | null;
  readonly reference: string;
  readonly counterparty: string;
}

/** A customer as the holder of an account. */
export interface Holder {
  readonly name: string;
  readonly closed: boolean;
}

type BatchName = Pick<Batch, 'paymentId' | 'number'>;

/** The bank's equity, from which opening balances come. */
const OPENING = 'opening';

/** The books. All that is ever written is a transfer, so they balance to zero by their shape. */
export class Ledger {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: Database) {
    this.#sql = prepare(database);
  }

  /** What a customer's account can pay from: nothing, when it is closed or not held here. */
  available(account: AccountNumber): Pence {
    return this.#sql.available.get(account)?.balancePence ?? 0;
  }

  /** Who holds an account, and whether it is closed; undefined when it is not held here. */
  holderOf(account: AccountNumber): Holder | undefined {
    const row = this.#sql.holder.get(account);
    return row && { name: row.name, closed: row.closed === 1 };
  }

  /** Writes a transfer. The balances of both accounts are to change with it: see `change`. */
  insert(transfer: Transfer, batch: BatchName | null, now: Instant): void {
    this.#sql.insert.run(
      transfer.kind,
      transfer.from,
      transfer.to,
      transfer.amountPence,
      batch?.paymentId ?? null,
      batch?.number ?? null,
      transfer.index,
      transfer.reference,
      transfer.counterparty,
      now,
    );
  }

  change(account: AccountNumber, byPence: Pence): void {
    this.#sql.change.run(byPence, account);
  }

  /** Books the balance that a customer's account begins with. */
  bookOpening(account: AccountNumber, amountPence: Pence, now: Instant): void {
    if (amountPence === 0) return;
    const names = { reference: 'Opening balance', counterparty: '' };
    const opening = {
      kind: 'opening',
      from: OPENING,
      to: account,
      amountPence,
      index: null,
    } as const;
    this.insert({ ...opening, ...names }, null, now);
    this.change(OPENING, -amountPence);
    this.change(account, amountPence);
  }

  /** The debits that were taken for a batch. */
  debitsOf({ paymentId, number }: BatchName): readonly TakenDebit[] {
    return this.#sql.debitsOf.all(paymentId, number);
  }

  statement(account: AccountNumber, after: number, limit: number): readonly StatementEntry[] {
    return this.#sql.statement.all({ account, after, limit });
  }
}

type TransferRow = [
  kind: Transfer['kind'],
  debitAccount: AccountNumber,
  creditAccount: AccountNumber,
  amountPence: Pence,
  paymentId: string | null,
  batch: number | null,
  paymentIndex: number | null,
  reference: string,
  counterparty: string,
  bookedAt: Instant,
];

function prepare(database: Database) {
  return {
    available: database.prepare<[AccountNumber], { balancePence: Pence }>(
      `SELECT balance_pence AS balancePence FROM account
       WHERE number = ? AND customer_id IS NOT NULL AND closed = 0`,
    ),
    holder: database.prepare<[AccountNumber], { name: string; closed: 0 | 1 }>(
      `SELECT name, closed FROM account JOIN customer ON customer.id = customer_id
       WHERE number = ?`,
    ),
    insert: database.prepare<TransferRow>(
      `INSERT INTO transfer (kind, debit_account, credit_account, amount_pence, payment_id, batch,
         payment_index, reference, counterparty, booked_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    change: database.prepare<[Pence, AccountNumber]>(
      'UPDATE account SET balance_pence = balance_pence + ? WHERE number = ?',
    ),
    debitsOf: database.prepare<[string, number], TakenDebit>(
      `SELECT payment_index AS "index", debit_account AS account, amount_pence AS amountPence,
         reference, counterparty
       FROM transfer WHERE payment_id = ? AND batch = ? AND kind = 'debit' ORDER BY id`,
    ),
    // Each half walks its own index and stops at the limit.
    statement: database.prepare<
      { account: AccountNumber; after: number; limit: number },
      StatementEntry
    >(
      `SELECT id, booked_at AS bookedAt, amount_pence AS amountPence, reference, counterparty, kind
       FROM (
         SELECT * FROM (
           SELECT id, booked_at, -amount_pence AS amount_pence, reference, counterparty, kind
           FROM transfer WHERE debit_account = @account AND kind = 'debit' AND id > @after
           ORDER BY id LIMIT @limit)
         UNION ALL
         SELECT * FROM (
           SELECT id, booked_at, amount_pence, reference, counterparty,
             CASE kind WHEN 'returned-credit' THEN kind ELSE 'credit' END AS kind
           FROM transfer WHERE credit_account = @account AND id > @after
             AND kind IN ('opening', 'credit', 'returned-credit')
           ORDER BY id LIMIT @limit))
       ORDER BY id LIMIT @limit`,
    ),
  };
}
