import type { LoadedBatch, OpenBatch, OpenPayment } from '../../../domain/execution/changes.ts';
import type { EndedBatches } from '../../../domain/execution/outcome.ts';
import { BATCH_MOVES, finalStatuses } from '../../../domain/lifecycle/lifecycle.ts';
import type { NewBatch } from '../../../domain/ports/booking.ts';
import type { LoadedStep } from '../../../domain/ports/store.ts';
import type { Batch, BatchName, Work } from '../../../domain/records/records.ts';
import { expectDefined } from '../../../shared/assert.ts';
import { sql, type DbCommand, type Sql } from '../engine.ts';

export class Batches {
  /** Adds a batch in its current state. */
  *add(batch: OpenBatch, { dueAt }: Pick<NewBatch, 'dueAt'>): DbCommand<void> {
    const { instrument, date, onlyIndex } = batch;
    yield* SQL.add.write(instrument, date, dueAt, onlyIndex, ...batchColumns(batch));
  }

  readonly of = (paymentId: string, from = 0, limit = Number.MAX_SAFE_INTEGER) =>
    SQL.of.all(paymentId, from, limit);

  /** Returns the number of batches that contain payments. */
  *count(paymentId: string): DbCommand<number> {
    return (yield* SQL.count.get(paymentId))?.batches ?? 0;
  }

  /** Returns the number that the next batch of a payment gets. */
  *nextNumber(paymentId: string): DbCommand<number> {
    return (yield* SQL.nextNumber.get(paymentId))?.number ?? 0;
  }

  *separated(paymentId: string): DbCommand<readonly number[]> {
    return (yield* SQL.separated.all(paymentId)).map(({ index }) => index);
  }

  *countPayments(paymentId: string): DbCommand<number> {
    return (yield* SQL.countPayments.get(paymentId))?.payments ?? 0;
  }

  readonly newest = (paymentId: string, limit: number) => SQL.newest.all(paymentId, limit);

  readonly find = (paymentId: string, number: number) => SQL.find.get(paymentId, number);

  /**
   * Returns the batch and the payment of each step, by step id, for a command that changes them.
   * Steps that no longer exist are left out.
   */
  *open(works: readonly Pick<Work, 'id'>[]): DbCommand<ReadonlyMap<Work['id'], LoadedBatch>> {
    const rows = yield* SQL.open.all(idsOf(works));
    return new Map(
      rows.map(
        ({ workId, consentId, createdAt, debtorAccount, groupStatus, customerId, ...batch }) => {
          const payment = {
            id: batch.paymentId,
            consentId,
            createdAt,
            debtorAccount,
            groupStatus,
            customerId,
          };
          return [workId, { batch, payment }];
        },
      ),
    );
  }

  *ofSteps(works: readonly Work[]): DbCommand<readonly LoadedStep[]> {
    const byId = new Map(works.map((work) => [work.id, work]));
    return (yield* SQL.ofSteps.all(idsOf(works))).map((row) => {
      const { workId, family, data, releasedAt, debtorAccount, customerId, ...others } = row;
      const { cases, ...batch } = others;
      const id = batch.paymentId;
      const payment = { id, family, data, releasedAt, debtorAccount, customerId };
      const work = expectDefined(byId.get(workId), 'a step from the list');
      return { work, batch, payment, hasCase: cases > 0 };
    });
  }

  readonly save = (batch: OpenBatch) => SQL.save.write(...batchColumns(batch));

  /** Counts a credit that was returned. */
  readonly countReturned = ({ paymentId, number }: BatchName) =>
    SQL.countReturned.write(paymentId, number);

  /** Returns the totals over all batches of a payment, or undefined if a batch is not final yet. */
  *ended(paymentId: string): DbCommand<Omit<EndedBatches, 'reasons' | 'isCancelled'> | undefined> {
    const found = yield* SQL.ended.get(paymentId, paymentId);
    if (found === undefined) return undefined;
    const { payments, unpaid, totalPence, abandoned } = found;
    const abandonedPayments =
      abandoned === 0 ? 0 : ((yield* SQL.abandoned.get(paymentId))?.payments ?? 0);
    return { payments, unpaid, totalPence, abandonedPayments };
  }
}

/** SQL list of the columns of a batch, named like the fields of `Batch`. */
const BATCH = `batch.payment_id AS paymentId, number, instrument, date, batch.due_at AS dueAt, payments,
  total_pence AS totalPence, charge_pence AS chargePence, exchange_rate AS exchangeRate,
  state, state_updated_at AS stateUpdatedAt, sent_at AS sentAt, rejected, returned, pending, round,
  abandoned_at AS abandonedAt, failure_reason AS failureReason, only_index AS onlyIndex`;

/** SQL list of the final states of a batch. The index `batch_unfinished` uses the same list. */
const FINAL = finalStatuses(BATCH_MOVES)
  .map((state) => `'${state}'`)
  .join(', ');

/**
 * Parameters in order, for `?` placeholders. Named parameters are slower, because each name is
 * looked up in an object.
 */
type PositionalParameters = (string | number | null)[];

/** Totals over the batches of a payment. `abandoned` is the number of abandoned batches. */
type Counts = Omit<EndedBatches, 'reasons' | 'abandonedPayments' | 'isCancelled'> & {
  readonly abandoned: number;
};

/**
 * Returns the parameters for the columns that both the INSERT and the UPDATE set, in the same
 * order.
 */
function batchColumns(batch: OpenBatch): PositionalParameters {
  return [
    batch.payments,
    batch.totalPence,
    batch.chargePence,
    batch.exchangeRate,
    batch.state,
    batch.stateUpdatedAt,
    batch.sentAt,
    batch.rejected,
    batch.pending,
    batch.pendingPence,
    batch.clearingPence,
    batch.round,
    batch.askAgainAt,
    batch.abandonedAt,
    batch.failureReason,
    batch.paymentId,
    batch.number,
  ];
}

function idsOf(works: readonly Pick<Work, 'id'>[]): string {
  return JSON.stringify(works.map(({ id }) => id));
}

/** A step, its batch and the columns of its payment, selected for a command that executes it. */
type OpenRow = OpenBatch & Omit<OpenPayment, 'id'> & { readonly workId: Work['id'] };

/** A step, its batch and its payment, selected for a query that prepares its execution. */
type StepRow = Batch &
  Omit<LoadedStep['payment'], 'id'> & { readonly workId: Work['id']; readonly cases: number };

/**
 * Returns SQL that selects steps by a JSON list of ids, with their batches and payments. Each table
 * is searched by its key: first the steps, then the batches, then the payments.
 */
function selectSteps(columns: string): Sql {
  const from = (join: string): string => `SELECT ${columns} FROM json_each(?) AS wanted
    ${join} work ON work.id = CAST(wanted.value AS BIGINT)
    ${join} batch ON batch.payment_id = work.payment_id AND batch.number = work.batch
    ${join} payment ON payment.id = work.payment_id`;
  // For a CROSS JOIN, SQLite reads the tables in the written order.
  return { sqlite: from('CROSS JOIN'), postgres: from('JOIN') };
}

const SQL = {
  newest: sql<[string, number], Batch>(`
    SELECT ${BATCH} FROM batch WHERE payment_id = ? ORDER BY number DESC LIMIT ?`),
  of: sql<[string, number, number], Batch>(`
    SELECT ${BATCH} FROM batch WHERE payment_id = ? AND number >= ? ORDER BY number LIMIT ?`),
  count: sql<[string], { batches: number }>(`
    SELECT COUNT(*) AS batches FROM batch WHERE payment_id = ? AND payments > 0`),
  nextNumber: sql<[string], { number: number | null }>(`
    SELECT MAX(number) + 1 AS number FROM batch WHERE payment_id = ?`),
  separated: sql<[string], { index: number }>(`
    SELECT only_index AS "index" FROM batch
    WHERE payment_id = ? AND only_index IS NOT NULL ORDER BY only_index`),
  countPayments: sql<[string], { payments: number | null }>(`
    SELECT SUM(payments) AS payments FROM batch WHERE payment_id = ?`),
  find: sql<[string, number], Batch>(`
    SELECT ${BATCH} FROM batch WHERE payment_id = ? AND number = ?`),
  add: sql<PositionalParameters>(`
    INSERT INTO batch
      (instrument, date, due_at, only_index, payments, total_pence, charge_pence, exchange_rate, state,
       state_updated_at, sent_at, rejected, pending, pending_pence, clearing_pence, round,
       ask_again_at, abandoned_at, failure_reason, payment_id, number)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
  open: sql<[string], OpenRow>(
    selectSteps(
      `work.id AS workId, batch.payment_id AS paymentId, number, instrument, date, payments,
       total_pence AS totalPence, charge_pence AS chargePence, exchange_rate AS exchangeRate,
       state, state_updated_at AS stateUpdatedAt, sent_at AS sentAt, rejected, returned,
       pending, pending_pence AS pendingPence, clearing_pence AS clearingPence, round,
       ask_again_at AS askAgainAt, abandoned_at AS abandonedAt, failure_reason AS failureReason,
       only_index AS onlyIndex,
       consent_id AS consentId, created_at AS createdAt, debtor_account AS debtorAccount,
       customer_id AS customerId, group_status AS groupStatus`,
    ),
  ),
  ofSteps: sql<[string], StepRow>(
    selectSteps(
      `work.id AS workId, ${BATCH}, family, data,
       COALESCE(released_at, created_at) AS releasedAt,
       debtor_account AS debtorAccount, customer_id AS customerId,
       (SELECT COUNT(*) FROM screening_case
        WHERE payment_id = work.payment_id AND batch = work.batch) AS cases`,
    ),
  ),
  save: sql<PositionalParameters>(`
    UPDATE batch SET payments = ?, total_pence = ?, charge_pence = ?, exchange_rate = ?, state = ?,
      state_updated_at = ?, sent_at = ?, rejected = ?, pending = ?, pending_pence = ?,
      clearing_pence = ?, round = ?, ask_again_at = ?, abandoned_at = ?, failure_reason = ?
    WHERE payment_id = ? AND number = ?`),
  countReturned: sql<[string, number]>(`
    UPDATE batch SET returned = returned + 1 WHERE payment_id = ? AND number = ?`),
  // Counts the payments of abandoned batches. Credits that have an outcome of their own are not
  // counted.
  abandoned: sql<[string], { payments: number }>(`
    SELECT COALESCE(SUM(payments - (
        SELECT COUNT(*) FROM credit_outcome AS outcome
        WHERE outcome.payment_id = batch.payment_id AND outcome.batch = number
      )), 0) AS payments
    FROM batch WHERE payment_id = ? AND state = 'failed' AND abandoned_at IS NOT NULL`),
  // Checks first that every batch is final. If one is not, nothing is summed.
  ended: sql<[string, string], Counts>(`
    SELECT SUM(payments) AS payments, SUM(rejected + returned) AS unpaid,
      SUM(total_pence) AS totalPence,
      COUNT(abandoned_at) AS abandoned
    FROM batch
    WHERE payment_id = ? AND NOT EXISTS (
      SELECT 1 FROM batch WHERE payment_id = ? AND state NOT IN (${FINAL}))
    HAVING COUNT(*) > 0`),
};
