import type { LedgerFilter } from '../../../domain/ports/overview-store.ts';
import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import {
  CUSTOMERS,
  type LedgerEntry,
  type LedgerSum,
  type OpenSum,
} from '../../../domain/records/ledger-day.ts';
import type { Pence } from '../../../shared/money.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql, type DbCommand } from '../engine.ts';

/** Sums and entries of the ledger by day, for operators. */
export class LedgerDays {
  readonly sums = (from: Instant, before: Instant) => SQL.sums.all(from, before);

  *balances(): DbCommand<ReadonlyMap<AccountNumber, Pence>> {
    const rows = yield* SQL.balances.all();
    return new Map(rows.map(({ account, balancePence }) => [account, balancePence]));
  }

  readonly open = (from: Instant, before: Instant) => SQL.open.all({ from, before });

  *entries(
    { account, from, before, after }: LedgerFilter,
    limit: number,
  ): DbCommand<readonly LedgerEntry[]> {
    const { at, id } = after ?? { at: before, id: 0 };
    return yield* SQL.entries.all({ account, from, at, id, limit });
  }
}

interface EntriesQuery {
  readonly account: AccountNumber;
  readonly from: Instant;
  readonly at: Instant;
  readonly id: number;
  readonly limit: number;
}

/** SQL for the messages to schemes about the batch of an entry, the first one first. */
const messageAt = (column: string, offset: number): string =>
  `(SELECT ${column} FROM scheme_message AS message
    WHERE message.payment_id = entry.payment_id AND message.batch = entry.batch
    ORDER BY part LIMIT 1 OFFSET ${String(offset)})`;

/**
 * SQL for the amount of a batch that is not sent. A message that was not handed over counts as not
 * sent, although its batch is. Its total in another currency is the whole batch, a single payment.
 */
const UNSENT = `CASE WHEN state <> 'sent' THEN clearing_pence ELSE COALESCE((
    SELECT CASE WHEN MIN(currency) = 'GBP' AND SUM(total_minor) < clearing_pence - pending_pence
      THEN SUM(total_minor) ELSE clearing_pence - pending_pence END
    FROM scheme_message AS message
    WHERE message.payment_id = batch.payment_id AND message.batch = batch.number
      AND handed_over_at IS NULL AND open > 0
    HAVING COUNT(*) > 0), 0) END`;

function openSum(condition: string, pence: string): string {
  return `CAST(SUM(CASE WHEN ${condition} THEN ${pence} ELSE 0 END) AS BIGINT)`;
}

const SQL = {
  // The kind of a transfer decides which of its accounts is a customer's.
  sums: sql<[Instant, Instant], LedgerSum>(`
    SELECT kind, CASE kind WHEN 'debit' THEN '${CUSTOMERS}' ELSE debit_account END AS "from",
      CASE WHEN kind IN ('debit', 'settlement') THEN credit_account ELSE '${CUSTOMERS}' END AS "to",
      COUNT(*) AS entries, CAST(SUM(amount_pence) AS BIGINT) AS "amountPence"
    FROM transfer WHERE booked_at >= ? AND booked_at < ?
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`),
  // PostgreSQL stores no balance for the bank's own accounts.
  balances: sql<[], { account: AccountNumber; balancePence: Pence }>({
    sqlite: `SELECT number AS account, balance_pence AS balancePence FROM account
      WHERE customer_id IS NULL`,
    postgres: `SELECT account, CAST(SUM(pence) AS BIGINT) AS "balancePence" FROM (
        SELECT credit_account AS account, SUM(amount_pence) AS pence FROM transfer
        WHERE kind IN ('debit', 'settlement') GROUP BY credit_account
        UNION ALL
        SELECT debit_account, -SUM(amount_pence) FROM transfer
        WHERE kind <> 'debit' GROUP BY debit_account) AS moved
      GROUP BY account`,
  }),
  open: sql<{ from: Instant; before: Instant }, OpenSum>(`
    SELECT instrument,
      CASE WHEN due_at >= @from AND due_at < @before THEN 1 ELSE 0 END AS "isOfDay",
      ${openSum('parked_at IS NULL', 'unsent_pence')} AS "toSendPence",
      ${openSum('parked_at IS NULL', 'clearing_pence - pending_pence - unsent_pence')} AS "unansweredPence",
      ${openSum('parked_at IS NULL', 'pending_pence')} AS "pendingPence",
      ${openSum('parked_at IS NOT NULL', 'clearing_pence')} AS "parkedPence"
    FROM (SELECT instrument, batch.due_at, clearing_pence, pending_pence, parked_at,
        ${UNSENT} AS unsent_pence
      FROM batch LEFT JOIN work
        ON work.payment_id = batch.payment_id AND work.batch = batch.number
      WHERE state NOT IN ('answered', 'failed') AND clearing_pence > 0) AS unfinished
    GROUP BY 1, 2 ORDER BY 1, 2`),
  entries: sql<EntriesQuery, LedgerEntry>(`
    SELECT id, kind, debit_account AS "from", credit_account AS "to",
      amount_pence AS "amountPence", booked_at AS at, payment_id AS "paymentId", batch,
      payment_index AS "index", ${messageAt('id', 0)} AS "messageId",
      CASE WHEN ${messageAt('part', 1)} IS NULL THEN 0 ELSE 1 END AS "hasMoreMessages"
    FROM (SELECT * FROM transfer
      WHERE (debit_account = @account OR credit_account = @account)
        AND booked_at >= @from AND (booked_at, id) < (@at, @id)
      ORDER BY booked_at DESC, id DESC LIMIT @limit) AS entry
    ORDER BY booked_at DESC, id DESC`),
};
