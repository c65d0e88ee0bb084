import type { Debit } from '../../../domain/ports/booking.ts';
import type { Holder } from '../../../domain/execution/answers.ts';
import type { Funds } from '../../../domain/execution/book.ts';
import { operationsOf } from '../../../domain/execution/core-operations.ts';
import { changesOf, customersIn, type Transfer } from '../../../domain/execution/transfers.ts';
import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type { StatementEntry } from '../../../domain/ports/statements.ts';
import type { BatchName } from '../../../domain/records/records.ts';
import type { Pence } from '../../../shared/money.ts';
import type { Instant } from '../../../shared/time.ts';
import { rowLock, sql, transactionCache, type DbCommand, type Statement } from '../engine.ts';
import type { CoreRequests } from './core-requests.ts';

const LOCK = rowLock('account', 'number');

/**
 * Caches the funds of locked accounts. If several payments debit one account, its row is read only
 * once.
 */
const KNOWN_FUNDS = transactionCache<Funds>('funds');

/** Transfers to book together. `batch` is null for opening balances, which belong to no batch. */
interface Posting {
  readonly transfers: readonly Transfer[];
  readonly batch: BatchName | null;
}

/**
 * Double-entry ledger. Money moves only by transfers between two accounts, so all balances always
 * sum to zero.
 */
export class Ledger {
  readonly #coreRequests: CoreRequests | null;

  /**
   * @param coreRequests receives the operations for the core banking system, if it keeps the
   * customers' accounts
   */
  constructor(coreRequests: CoreRequests | null) {
    this.#coreRequests = coreRequests;
  }

  /**
   * Locks accounts and returns their funds, for a command that debits them. Accounts that belong to
   * no customer of this bank are left out.
   */
  *fundsOf(accounts: readonly AccountNumber[]): DbCommand<ReadonlyMap<AccountNumber, Funds>> {
    yield* LOCK.acquire(accounts);
    const funds = new Map<AccountNumber, Funds>();
    const unknown: AccountNumber[] = [];
    for (const account of accounts) {
      const known = yield* KNOWN_FUNDS.get(account);
      if (known === undefined) unknown.push(account);
      else funds.set(account, known);
    }
    for (const [account, found] of yield* findAll(unknown, SQL.funds)) {
      funds.set(account, found);
      yield* KNOWN_FUNDS.set(account, found);
    }
    return funds;
  }

  /** Locks accounts for a command that changes more than their balances. */
  *lock(accounts: readonly AccountNumber[]): DbCommand<void> {
    yield* LOCK.acquire(accounts);
    for (const account of accounts) yield* KNOWN_FUNDS.set(account, undefined);
  }

  /** Returns the holder of each account. Accounts that are not held at this bank are left out. */
  *holdersOf(accounts: readonly AccountNumber[]): DbCommand<ReadonlyMap<AccountNumber, Holder>> {
    return yield* findAll(accounts, SQL.holders);
  }

  /**
   * Books transfers and updates each affected balance once. The accounts are locked before the
   * transfers get their numbers. A reader of a statement continues after the highest number it has
   * seen, so it must not miss a lower number that is committed later. If the core banking system
   * keeps the accounts, the same transaction adds the operations for it.
   */
  *post(postings: readonly Posting[], now: Instant): DbCommand<void> {
    const all = postings.flatMap(({ transfers }) => transfers);
    yield* LOCK.acquire(customersIn(all));
    for (const { transfers, batch } of postings) yield* this.#insert(transfers, batch, now);
    if (this.#coreRequests !== null) {
      const operations = postings.flatMap(({ transfers, batch }) =>
        batch === null ? [] : operationsOf(batch, transfers),
      );
      yield* this.#coreRequests.add(operations, now);
    }
    for (const [account, byPence] of changesOf(all)) {
      yield* SQL.change.write(byPence, account);
      const known = yield* KNOWN_FUNDS.get(account);
      if (known === undefined) continue;
      yield* KNOWN_FUNDS.set(account, { ...known, balancePence: known.balancePence + byPence });
    }
  }

  *#insert(transfers: readonly Transfer[], batch: BatchName | null, now: Instant): DbCommand<void> {
    for (const transfer of transfers) {
      yield* SQL.insert.write(
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
  }

  /** Returns true if a credit of a payment was paid to an account at this bank. */
  *isCredited(paymentId: string, index: number): DbCommand<boolean> {
    return (yield* SQL.credit.get(paymentId, index)) !== undefined;
  }

  /** Returns the debits that were booked for a batch. */
  readonly debitsOf = ({ paymentId, number }: BatchName) =>
    SQL.debitsOf.all({ paymentId, batch: number });

  readonly statement = (account: AccountNumber, after: number, limit: number) =>
    SQL.statement.all({ account, after, limit });
}

/** A row of an account query. */
type AccountRow<Found> = Found & { readonly number: AccountNumber };

/** Runs a query for accounts and returns its rows by account number. */
function* findAll<Row extends { readonly number: AccountNumber }>(
  accounts: readonly AccountNumber[],
  query: Statement<[numbers: string], Row>,
): DbCommand<ReadonlyMap<AccountNumber, Row>> {
  if (accounts.length === 0) return new Map();
  const rows = yield* query.all(JSON.stringify(accounts));
  return new Map(rows.map((row) => [row.number, row]));
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

const SQL = {
  funds: sql<[string], AccountRow<Funds>>(`
    SELECT number, customer_id AS customerId, balance_pence AS balancePence, state FROM account
    WHERE customer_id IS NOT NULL AND number IN (SELECT value FROM json_each(?))`),
  holders: sql<[string], AccountRow<Holder>>(`
    SELECT number, name AS holderName, state
    FROM account JOIN customer ON customer.id = customer_id
    WHERE number IN (SELECT value FROM json_each(?))`),
  insert: sql<TransferRow>(`
    INSERT INTO transfer (kind, debit_account, credit_account, amount_pence, payment_id, batch,
      payment_index, reference, counterparty, booked_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
  // PostgreSQL stores no balance for the bank's own accounts. Otherwise every booking would
  // change their rows and so block concurrent commands.
  change: sql<[Pence, AccountNumber]>({
    sqlite: 'UPDATE account SET balance_pence = balance_pence + ? WHERE number = ?',
    postgres: `UPDATE account SET balance_pence = balance_pence + ?
      WHERE number = ? AND customer_id IS NOT NULL`,
  }),
  credit: sql<[string, number]>(`
    SELECT 1 FROM transfer WHERE payment_id = ? AND payment_index = ? AND kind = 'credit'`),
  // Debits with and without a payment index are in different indexes.
  debitsOf: sql<{ readonly paymentId: string; readonly batch: number }, Debit>(`
    SELECT payment_index AS "index", debit_account AS account, amount_pence AS amountPence,
      reference, counterparty
    FROM transfer WHERE id IN (
      SELECT id FROM transfer WHERE payment_id = @paymentId AND batch = @batch
        AND kind = 'debit' AND payment_index IS NULL
      UNION ALL
      SELECT id FROM transfer WHERE payment_id = @paymentId AND batch = @batch
        AND kind = 'debit' AND payment_index IS NOT NULL)
    ORDER BY id`),
  // Each half of the query reads its own index in order and stops at the limit.
  statement: sql<{ account: AccountNumber; after: number; limit: number }, StatementEntry>(`
    SELECT id, booked_at AS bookedAt, amount_pence AS amountPence, reference, counterparty, kind,
      payment_id AS "paymentId", batch, payment_index AS "index",
      CASE kind WHEN 'returned-credit' THEN COALESCE((
        SELECT reason FROM credit_outcome AS outcome
        WHERE outcome.payment_id = entry.payment_id
          AND outcome.payment_index = entry.payment_index), 'NARR') END AS reason
    FROM (
      SELECT * FROM (
        SELECT id, booked_at, -amount_pence AS amount_pence, reference, counterparty, kind,
          payment_id, batch, payment_index
        FROM transfer WHERE debit_account = @account AND kind = 'debit' AND id > @after
        ORDER BY id LIMIT @limit) AS outgoing
      UNION ALL
      SELECT * FROM (
        SELECT id, booked_at, amount_pence, reference, counterparty,
          CASE WHEN kind IN ('returned-credit', 'late-return') THEN 'returned-credit'
            ELSE 'credit' END AS kind,
          payment_id, batch, payment_index
        FROM transfer WHERE credit_account = @account AND id > @after
          AND kind IN ('opening', 'credit', 'returned-credit', 'late-return')
        ORDER BY id LIMIT @limit) AS incoming) AS entry
    ORDER BY id LIMIT @limit`),
};
