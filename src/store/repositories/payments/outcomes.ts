import type { UndecidedCredit } from '../../../domain/execution/abandonment.ts';
import type { StoredOutcome, PendingCredits } from '../../../domain/execution/answers.ts';
import type { NewOutcome } from '../../../domain/execution/changes.ts';
import type { CreditOutcome, ReasonCode } from '../../../domain/records/payment.ts';
import type { BatchName } from '../../../domain/records/records.ts';
import { expectDefined } from '../../../shared/assert.ts';
import { sql, type DbCommand } from '../engine.ts';

/**
 * Outcomes of single credits that differ from the outcome of their batch. Such a credit was
 * refused at its booking, rejected by its scheme, returned later, or it is pending.
 */
export class Outcomes {
  /** Returns the stored outcomes of a payment's credits, by index. */
  *find(
    paymentId: string,
    indexes: readonly number[],
  ): DbCommand<ReadonlyMap<number, StoredOutcome>> {
    if (indexes.length === 0) return new Map();
    const rows = yield* SQL.find.all(paymentId, JSON.stringify(indexes));
    return new Map(rows.map(({ index, ...known }) => [index, known]));
  }

  /** Stores the outcome of one credit of a batch. */
  readonly put = ({ paymentId, number: batch }: BatchName, outcome: NewOutcome) =>
    SQL.put.write({ ...outcome, paymentId, batch });

  /** Returns the pending credits of a batch. */
  readonly undecided = ({ paymentId, number }: BatchName) => SQL.undecided.all(paymentId, number);

  /** Deletes the outcome of a credit. The credit then has the same outcome as its batch. */
  readonly drop = ({ paymentId }: BatchName, index: number) => SQL.drop.write(paymentId, index);

  /** Returns the number and the sum of the batch's credits that became pending before `round`. */
  *earlier({ paymentId, number }: BatchName, round: number): DbCommand<PendingCredits> {
    return expectDefined(yield* SQL.earlier.get(paymentId, number, round), 'what is pending');
  }

  /** Deletes the outcomes of the credits that `earlier` counts. */
  readonly dropEarlier = ({ paymentId, number }: BatchName, round: number) =>
    SQL.dropEarlier.write(paymentId, number, round);

  readonly between = (paymentId: string, from: number, to: number) =>
    SQL.between.all(paymentId, from, to);

  *pending(paymentId: string, batch: number): DbCommand<readonly number[]> {
    const indexes = (yield* SQL.pending.all(paymentId, batch)).map((row) => row.index);
    return indexes.sort((one, other) => one - other);
  }

  *refused(paymentId: string, batch: number): DbCommand<readonly number[]> {
    return (yield* SQL.refused.all(paymentId, batch)).map((row) => row.index);
  }

  /**
   * For each reason code, returns the number of a payment's credits that were not paid. Batches
   * that failed for insufficient funds are left out, because they have no reason.
   */
  *reasons(paymentId: string): DbCommand<Map<ReasonCode, number>> {
    const rows = yield* SQL.reasons.all(paymentId, paymentId);
    return new Map(rows.map((row) => [row.reason, row.payments]));
  }
}

type OutcomeRow = NewOutcome & { paymentId: string; batch: number };

const SQL = {
  find: sql<[string, string], StoredOutcome & { index: number }>(`
    SELECT payment_index AS "index", status, amount_pence AS amountPence, round
    FROM credit_outcome
    WHERE payment_id = ? AND payment_index IN (
      SELECT CAST(value AS BIGINT) FROM json_each(?))`),
  put: sql<OutcomeRow>(`
    INSERT INTO credit_outcome
      (payment_id, payment_index, batch, status, reason, at, amount_pence, round,
       debtor_account)
    VALUES (@paymentId, @index, @batch, @status, @reason, @at, @amountPence, @round, @debtor)
    ON CONFLICT (payment_id, payment_index) DO UPDATE SET status = excluded.status,
      reason = excluded.reason, at = excluded.at, round = excluded.round`),
  undecided: sql<[string, number], UndecidedCredit>(`
    SELECT payment_index AS "index", debtor_account AS debtor, amount_pence AS amountPence
    FROM credit_outcome WHERE payment_id = ? AND batch = ? AND status = 'Pending'`),
  drop: sql<[string, number]>(`
    DELETE FROM credit_outcome WHERE payment_id = ? AND payment_index = ?`),
  earlier: sql<[string, number, number], PendingCredits>(`
    SELECT COUNT(*) AS payments, COALESCE(SUM(amount_pence), 0) AS totalPence
    FROM credit_outcome
    WHERE payment_id = ? AND batch = ? AND status = 'Pending' AND round < ?`),
  dropEarlier: sql<[string, number, number]>(`
    DELETE FROM credit_outcome
    WHERE payment_id = ? AND batch = ? AND status = 'Pending' AND round < ?`),
  between: sql<[string, number, number], CreditOutcome>(`
    SELECT payment_index AS "index", status, reason, at FROM credit_outcome
    WHERE payment_id = ? AND payment_index >= ? AND payment_index < ? ORDER BY payment_index`),
  // The caller sorts the rows. With ORDER BY, SQLite would scan all outcomes of the payment.
  pending: sql<[string, number], { index: number }>(`
    SELECT payment_index AS "index" FROM credit_outcome
    WHERE payment_id = ? AND batch = ? AND status = 'Pending'`),
  refused: sql<[string, number], { index: number }>(`
    SELECT payment_index AS "index" FROM credit_outcome
    WHERE payment_id = ? AND batch = ? AND status = 'Refused' ORDER BY payment_index`),
  // A payment that was refused has a reason of its own, even if its whole batch failed later.
  reasons: sql<[string, string], { reason: ReasonCode; payments: number }>(`
    SELECT reason, CAST(SUM(payments) AS BIGINT) AS payments FROM (
      SELECT reason, 1 AS payments FROM credit_outcome
      WHERE payment_id = ? AND status <> 'Pending'
      UNION ALL
      SELECT failure_reason, payments - (
        SELECT COUNT(*) FROM credit_outcome AS outcome
        WHERE outcome.payment_id = batch.payment_id AND outcome.batch = number) FROM batch
      WHERE payment_id = ? AND failure_reason IS NOT NULL) AS unpaid
    GROUP BY reason ORDER BY reason`),
};
