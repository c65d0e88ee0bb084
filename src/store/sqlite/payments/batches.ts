import type { CreditCounts } from '../../../domain/execution/outcome.ts';
import type { NewBatch } from '../../../domain/ports/store.ts';
import type { Batch } from '../../../domain/records/records.ts';
import { present } from '../../../kernel/assert.ts';
import type { Pence } from '../../../kernel/money.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { Database } from '../database/database.ts';

/** A batch while a command works on it; `save` writes it back. */
export interface OpenBatch extends Pick<Batch, 'paymentId' | 'number' | 'instrument' | 'payments'> {
  totalPence: Pence;
  chargePence: Pence;
  exchangeRate: string | null;
  state: Batch['state'];
  stateUpdatedAt: Instant | null;
  sentAt: Instant | null;
  rejected: number;
  pending: number;
  pendingPence: Pence;
  /** What was taken for the batch and is not yet answered for. */
  clearingPence: Pence;
  /** How often the scheme has been asked about pending credits. */
  round: number;
  /** When the scheme wants to be asked about the credits found pending in this round. */
  askAgainAt: Instant | null;
  abandonedAt: Instant | null;
}

/** The batches of payments, and their counts. */
export class Batches {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: Database) {
    this.#sql = prepare(database);
  }

  add(paymentId: string, number: number, batch: NewBatch, now: Instant): void {
    this.#sql.add.run({ ...batch, paymentId, number, now });
  }

  /** The batches from number `from` on, at most `limit`; SQLite takes -1 for no limit. */
  of(paymentId: string, from = 0, limit = -1): readonly Batch[] {
    return this.#sql.of.all(paymentId, from, limit);
  }

  count(paymentId: string): number {
    return this.#sql.count.get(paymentId)?.batches ?? 0;
  }

  find(paymentId: string, number: number): Batch | undefined {
    return this.#sql.find.get(paymentId, number);
  }

  open(paymentId: string, number: number): OpenBatch {
    return present(this.#sql.open.get(paymentId, number), `batch ${paymentId}/${String(number)}`);
  }

  save(batch: OpenBatch): void {
    this.#sql.save.run(batch);
  }

  /** Payments that were given up with their batch as a whole, and have no outcome of their own. */
  givenUp(paymentId: string): number {
    return this.#sql.givenUp.get(paymentId)?.payments ?? 0;
  }

  /** What all the batches of a payment came to; undefined while one of them is not final. */
  finalCounts(paymentId: string): Omit<CreditCounts, 'reasons'> | undefined {
    if (this.#sql.unfinished.get(paymentId) !== undefined) return undefined;
    return this.#sql.counts.get(paymentId);
  }
}

/** The columns of a batch, under the names of its record. */
const BATCH = `payment_id AS paymentId, number, instrument, date, due_at AS dueAt, payments,
  total_pence AS totalPence, charge_pence AS chargePence, exchange_rate AS exchangeRate,
  state, state_updated_at AS stateUpdatedAt, sent_at AS sentAt, rejected, pending, round,
  abandoned_at AS abandonedAt`;

type NewRow = Omit<NewBatch, 'moved'> & Pick<Batch, 'paymentId' | 'number'> & { now: Instant };

function prepare(database: Database) {
  return {
    add: database.prepare<NewRow>(
      `INSERT INTO batch
         (payment_id, number, instrument, date, due_at, payments, total_pence, charge_pence, state,
          state_updated_at)
       VALUES
         (@paymentId, @number, @instrument, @date, @dueAt, @payments, @totalPence, @chargePence,
          'waiting', @now)`,
    ),
    of: database.prepare<[string, number, number], Batch>(
      `SELECT ${BATCH} FROM batch WHERE payment_id = ? AND number >= ? ORDER BY number LIMIT ?`,
    ),
    count: database.prepare<[string], { batches: number }>(
      'SELECT COUNT(*) AS batches FROM batch WHERE payment_id = ?',
    ),
    find: database.prepare<[string, number], Batch>(
      `SELECT ${BATCH} FROM batch WHERE payment_id = ? AND number = ?`,
    ),
    open: database.prepare<[string, number], OpenBatch>(
      `SELECT payment_id AS paymentId, number, instrument, payments, total_pence AS totalPence,
         charge_pence AS chargePence, exchange_rate AS exchangeRate, state,
         state_updated_at AS stateUpdatedAt, sent_at AS sentAt, rejected, pending,
         pending_pence AS pendingPence, clearing_pence AS clearingPence, round,
         ask_again_at AS askAgainAt, abandoned_at AS abandonedAt
       FROM batch WHERE payment_id = ? AND number = ?`,
    ),
    save: database.prepare<OpenBatch>(
      `UPDATE batch SET total_pence = @totalPence, charge_pence = @chargePence,
         exchange_rate = @exchangeRate, state = @state, state_updated_at = @stateUpdatedAt,
         sent_at = @sentAt, rejected = @rejected,
         pending = @pending, pending_pence = @pendingPence, clearing_pence = @clearingPence,
         round = @round, ask_again_at = @askAgainAt, abandoned_at = @abandonedAt
       WHERE payment_id = @paymentId AND number = @number`,
    ),
    unfinished: database.prepare<[string]>(
      `SELECT 1 FROM batch WHERE payment_id = ? AND state NOT IN ('answered', 'failed') LIMIT 1`,
    ),
    givenUp: database.prepare<[string], { payments: number }>(
      `SELECT COALESCE(SUM(payments - (
           SELECT COUNT(*) FROM credit_outcome AS outcome
           WHERE outcome.payment_id = batch.payment_id AND outcome.batch = number
         )), 0) AS payments
       FROM batch WHERE payment_id = ? AND state = 'failed' AND abandoned_at IS NOT NULL`,
    ),
    counts: database.prepare<[string], Omit<CreditCounts, 'reasons'>>(
      'SELECT SUM(payments) AS payments, SUM(rejected) AS rejected FROM batch WHERE payment_id = ?',
    ),
  };
}
