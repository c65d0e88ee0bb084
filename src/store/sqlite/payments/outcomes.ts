import type { UndecidedCredit } from '../../../domain/execution/abandonment.ts';
import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type { CreditOutcome, ReasonCode } from '../../../domain/records/payment.ts';
import type { Pence } from '../../../kernel/money.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { Database } from '../database/database.ts';
import type { OpenBatch } from './batches.ts';

/** What is known of one credit that stands out. */
export interface KnownOutcome {
  readonly status: CreditOutcome['status'];
  readonly amountPence: Pence;
}

/** An outcome to be kept, with what was debited for the credit, and from which account. */
type NewOutcome = CreditOutcome & {
  readonly amountPence: Pence;
  readonly debtor: AccountNumber;
};

/** Credits that a scheme, or want of funds, made stand out from their batch. */
export class Outcomes {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: Database) {
    this.#sql = prepare(database);
  }

  find(paymentId: string, index: number): KnownOutcome | undefined {
    return this.#sql.find.get(paymentId, index);
  }

  /** Sets the outcome of a credit of the batch, in the batch's present round. */
  put(batch: OpenBatch, outcome: NewOutcome): void {
    this.#sql.put.run({
      ...outcome,
      paymentId: batch.paymentId,
      batch: batch.number,
      round: batch.round,
    });
  }

  /** The credits of a batch that the scheme has not decided. */
  undecided({ paymentId, number }: OpenBatch): readonly UndecidedCredit[] {
    return this.#sql.undecided.all(paymentId, number);
  }

  /** The scheme is asked no more about a credit: it counts as rejected. */
  giveUp({ paymentId }: OpenBatch, index: number, at: Instant): void {
    this.#sql.giveUp.run(at, paymentId, index);
  }

  /** The credit stands out no more: it was accepted. */
  drop(paymentId: string, index: number): void {
    this.#sql.drop.run(paymentId, index);
  }

  /** Drops the pending credits of earlier rounds, which this round did not call pending again. */
  dropEarlier({ paymentId, number, round }: OpenBatch): { payments: number; totalPence: Pence } {
    const earlier = this.#sql.earlier.get(paymentId, number, round);
    if (earlier === undefined || earlier.payments === 0) return { payments: 0, totalPence: 0 };
    this.#sql.dropEarlier.run(paymentId, number, round);
    return earlier;
  }

  between(paymentId: string, from: number, to: number): readonly CreditOutcome[] {
    return this.#sql.between.all(paymentId, from, to);
  }

  pending(paymentId: string, batch: number): readonly number[] {
    const indexes = this.#sql.pending.all(paymentId, batch).map((row) => row.index);
    return indexes.sort((one, other) => one - other);
  }

  /** How many credits of a payment were rejected for each reason. */
  reasons(paymentId: string): Map<ReasonCode, number> {
    return new Map(this.#sql.reasons.all(paymentId).map((row) => [row.reason, row.payments]));
  }
}

type OutcomeRow = NewOutcome & { paymentId: string; batch: number; round: number };

function prepare(database: Database) {
  return {
    find: database.prepare<[string, number], KnownOutcome>(
      `SELECT status, amount_pence AS amountPence FROM credit_outcome
       WHERE payment_id = ? AND payment_index = ?`,
    ),
    put: database.prepare<OutcomeRow>(
      `INSERT INTO credit_outcome
         (payment_id, payment_index, batch, status, reason, at, amount_pence, round,
          debtor_account)
       VALUES (@paymentId, @index, @batch, @status, @reason, @at, @amountPence, @round, @debtor)
       ON CONFLICT (payment_id, payment_index) DO UPDATE SET status = excluded.status,
         reason = excluded.reason, at = excluded.at, round = excluded.round`,
    ),
    undecided: database.prepare<[string, number], UndecidedCredit>(
      `SELECT payment_index AS "index", debtor_account AS debtor, amount_pence AS amountPence
       FROM credit_outcome WHERE payment_id = ? AND batch = ? AND status = 'Pending'`,
    ),
    giveUp: database.prepare<[Instant, string, number]>(
      `UPDATE credit_outcome SET status = 'Rejected', reason = 'NARR', at = ?
       WHERE payment_id = ? AND payment_index = ?`,
    ),
    drop: database.prepare<[string, number]>(
      'DELETE FROM credit_outcome WHERE payment_id = ? AND payment_index = ?',
    ),
    earlier: database.prepare<[string, number, number], { payments: number; totalPence: Pence }>(
      `SELECT COUNT(*) AS payments, COALESCE(SUM(amount_pence), 0) AS totalPence
       FROM credit_outcome
       WHERE payment_id = ? AND batch = ? AND status = 'Pending' AND round < ?`,
    ),
    dropEarlier: database.prepare<[string, number, number]>(
      `DELETE FROM credit_outcome
       WHERE payment_id = ? AND batch = ? AND status = 'Pending' AND round < ?`,
    ),
    between: database.prepare<[string, number, number], CreditOutcome>(
      `SELECT payment_index AS "index", status, reason, at FROM credit_outcome
       WHERE payment_id = ? AND payment_index >= ? AND payment_index < ? ORDER BY payment_index`,
    ),
    // Sorted by the caller: asked to sort, SQLite walks all the outcomes of the payment instead.
    pending: database.prepare<[string, number], { index: number }>(
      `SELECT payment_index AS "index" FROM credit_outcome
       WHERE payment_id = ? AND batch = ? AND status = 'Pending'`,
    ),
    reasons: database.prepare<[string], { reason: ReasonCode; payments: number }>(
      `SELECT reason, COUNT(*) AS payments FROM credit_outcome
       WHERE payment_id = ? AND status = 'Rejected' GROUP BY reason ORDER BY reason`,
    ),
  };
}
