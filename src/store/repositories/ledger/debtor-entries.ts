import type { DebtorEntry } from '../../../domain/ports/statements.ts';
import { sql } from '../engine.ts';

/** The entries of debtors' accounts for the payments of a file. */
export class DebtorEntries {
  /** Returns the entries for single payments, in the order of the file. */
  readonly between = (paymentId: string, from: number, to: number) =>
    SQL.between.all(paymentId, from, to);

  readonly common = (paymentId: string) => SQL.common.all(paymentId);
}

const COLUMNS = `batch, payment_index AS "index", amount_pence AS amountPence, reference,
  counterparty, booked_at AS bookedAt`;

const SQL = {
  between: sql<[string, number, number], DebtorEntry>(`
    SELECT kind, CASE kind WHEN 'debit' THEN debit_account ELSE credit_account END AS account,
      ${COLUMNS}
    FROM transfer
    WHERE payment_id = ? AND payment_index >= ? AND payment_index < ?
      AND payment_index IS NOT NULL AND kind IN ('debit', 'returned-credit', 'late-return')
    ORDER BY payment_index, kind`),
  common: sql<[string], DebtorEntry>(`
    SELECT kind, debit_account AS account, ${COLUMNS}
    FROM transfer WHERE payment_id = ? AND kind = 'debit' AND payment_index IS NULL
    ORDER BY batch, debit_account`),
};
