import type { StepFailure } from '../../../domain/ports/work-store.ts';
import type { BatchName, FailingWork, Work, WorkFailure } from '../../../domain/records/records.ts';
import { assert, expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql, type DbCommand } from '../engine.ts';

type NewWork = Omit<Work, 'id' | 'attempts'>;

/**
 * The queue of steps to execute. Each step is a row. The transaction that executes a step also
 * deletes its row.
 */
export class WorkList {
  *add(work: NewWork): DbCommand<void> {
    const { step, paymentId, batch, source, cursor, dueAt } = work;
    yield* SQL.add.write(step, paymentId, batch, source, cursor, dueAt, dueAt);
  }

  /** Deletes steps. The caller has found them in the same transaction. */
  *end(works: readonly Pick<Work, 'id'>[]): DbCommand<void> {
    const changes =
      works.length === 1
        ? yield* SQL.end.run(works[0]?.id)
        : yield* SQL.endAll.run(JSON.stringify(works.map(({ id }) => id)));
    assert(changes === works.length, 'all steps found in this transaction still exist');
  }

  /**
   * Makes the step that collects the answers to a batch due now. Does nothing if there is none, or
   * if it is parked. The step gets a new id, so that an execution that began before the answers
   * arrived has no effect.
   */
  *collectNow(paymentId: string, batch: number, now: Instant): DbCommand<void> {
    const step = yield* SQL.removeCollection.get(paymentId, batch);
    if (step !== undefined) yield* this.add({ ...step, dueAt: now });
  }

  /** Makes the step that books a batch due now. Does nothing if there is none, or it is parked. */
  readonly bookNow = ({ paymentId, number }: BatchName, now: Instant) =>
    SQL.bookNow.write(now, now, paymentId, number);

  /**
   * Makes the step that books a batch due at the batch's own due time, or now if it is over. Does
   * nothing if there is none, or it is parked.
   */
  readonly bookWhenDue = (name: BatchName, now: Instant) => SQL.bookWhenDue.write({ ...name, now });

  /** Postpones a step, which is no failure. Does nothing if it does not exist any more. */
  readonly defer = (id: number, until: Instant) => SQL.defer.write(until, until, id);

  /** Postpones a step under a new id, so that a run that has begun has no effect. */
  *replace(id: number, dueAt: Instant): DbCommand<void> {
    const step = yield* SQL.remove.get(id);
    if (step !== undefined) yield* this.add({ ...step, dueAt });
  }

  /** Returns the pending steps of a payment, ordered by batch. */
  readonly ofPayment = (paymentId: string) => SQL.ofPayment.all(paymentId);

  readonly due = (now: Instant, limit: number) => SQL.due.all(now, limit, now, limit, limit);

  *nextAt(after: Instant = 0): DbCommand<Instant | undefined> {
    return (yield* SQL.next.get(after, after))?.tryAt ?? undefined;
  }

  readonly toRetry = (now: Instant, limit: number) => SQL.toRetry.all(now, limit);

  /**
   * Returns the ids of due steps from one source, oldest first. Steps that have failed are left
   * out.
   */
  readonly idsDueOf = (source: Work['source'], now: Instant, limit: number) =>
    SQL.idsDueOf.all(source, now, limit);

  /** Returns the ids of failed steps whose next attempt is due, oldest first. */
  readonly idsToRetry = (now: Instant, limit: number) => SQL.idsToRetry.all(now, limit);

  /** Returns these steps, oldest first. */
  readonly findAll = (ids: readonly Work['id'][]) => SQL.findAll.all(JSON.stringify(ids));

  *nextRetryAt(after: Instant): DbCommand<Instant | undefined> {
    return (yield* SQL.nextRetry.get(after))?.tryAt;
  }

  /** Records that an attempt failed. Does nothing if the step has changed since it was read. */
  *postpone(
    { id, attempts }: Work,
    { at, problem, tryAt, isOutage = false }: StepFailure,
  ): DbCommand<void> {
    const parkedAt = tryAt === null ? at : null;
    // The count is at least 1, so that the step is treated as a retry.
    const counted = isOutage ? Math.max(1, attempts) : attempts + 1;
    const row = { id, attempts, counted, problem, tryAt: tryAt ?? at, parkedAt, at };
    yield* SQL.postpone.write(row);
  }

  readonly failing = (limit: number, id: number | null = null) => SQL.failing.all({ limit, id });

  readonly parkedBatchesOf = (paymentId: string) => SQL.parkedBatches.all(paymentId);

  *failureSummary(): DbCommand<WorkFailure> {
    const row = expectDefined(yield* SQL.failureSummary.get(), 'the state of the work');
    const { failing, parked, failingAt } = row;
    const freshAt = (yield* this.nextAt()) ?? null;
    const oldestDueAt = failingAt === null ? freshAt : Math.min(failingAt, freshAt ?? failingAt);
    return { failing, parked, oldestDueAt };
  }

  /**
   * Returns parked steps, those that fell due first at the front. With an id, returns only that
   * step. With null, returns up to `limit` steps.
   */
  readonly parked = (id: number | null, limit: number) => SQL.parked.all({ id, limit });

  /** Lets a parked step be attempted again. */
  readonly resume = (id: number, now: Instant) => SQL.resume.write(now, id);
}

interface FailureRow {
  readonly failing: number;
  readonly parked: number;
  readonly failingAt: Instant | null;
}

/** SQL list of the columns of a step, named like the fields of `Work`. */
export const WORK = `work.id, step, work.payment_id AS paymentId, batch, source, cursor,
  work.due_at AS dueAt, attempts`;

/**
 * Returns SQL that selects due steps from one source, oldest first. It reads one range of the index
 * `work_fresh`.
 */
const dueOf = (source: Work['source']): string =>
  `SELECT ${WORK}, try_at FROM work
   WHERE attempts = 0 AND source = '${source}' AND try_at <= ? ORDER BY try_at, id LIMIT ?`;

/** Returns SQL that selects columns of failed steps whose next attempt is due, oldest first. */
const toRetry = (columns: string): string =>
  `SELECT ${columns} FROM work WHERE attempts > 0 AND parked_at IS NULL AND try_at <= ?
   ORDER BY try_at, id LIMIT ?`;

/** Returns SQL that selects the earliest due time of the steps from one source. */
const nextOf = (source: Work['source']): string =>
  `SELECT MIN(try_at) AS tryAt FROM work
   WHERE attempts = 0 AND source = '${source}' AND try_at > ?`;

const SQL = {
  add: sql<[Work['step'], string, number, Work['source'], number, Instant, Instant]>(`
    INSERT INTO work (step, payment_id, batch, source, cursor, due_at, try_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`),
  end: sql<[number | undefined]>('DELETE FROM work WHERE id = ?'),
  endAll: sql<[string]>(`
    DELETE FROM work WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))`),
  removeCollection: sql<[string, number], NewWork>(`
    DELETE FROM work WHERE payment_id = ? AND batch = ? AND step = 'collect'
      AND parked_at IS NULL
    RETURNING step, payment_id AS paymentId, batch, source, cursor, due_at AS dueAt`),
  remove: sql<[number], NewWork>(`
    DELETE FROM work WHERE id = ? AND parked_at IS NULL
    RETURNING step, payment_id AS paymentId, batch, source, cursor, due_at AS dueAt`),
  defer: sql<[Instant, Instant, number]>(`
    UPDATE work SET due_at = ?, try_at = ?, attempts = 0, problem = NULL
    WHERE id = ? AND parked_at IS NULL`),
  bookNow: sql<[Instant, Instant, string, number]>(`
    UPDATE work SET due_at = ?, try_at = ?
    WHERE payment_id = ? AND batch = ? AND step = 'book' AND parked_at IS NULL`),
  // A separated payment is due already. The due time of its batch is the end of its hold.
  bookWhenDue: sql<BatchName & { readonly now: Instant }>(`
    UPDATE work SET (due_at, try_at) = (
      SELECT later, later FROM (
        SELECT CASE WHEN only_index IS NULL AND due_at > @now THEN due_at ELSE @now END AS later
        FROM batch
        WHERE batch.payment_id = @paymentId AND batch.number = @number) AS planned)
    WHERE payment_id = @paymentId AND batch = @number AND step = 'book' AND parked_at IS NULL`),
  ofPayment: sql<[string], Work>(`SELECT ${WORK} FROM work WHERE payment_id = ? ORDER BY batch`),
  due: sql<[Instant, number, Instant, number, number], Work>(`
    SELECT id, step, paymentId, batch, source, cursor, dueAt, attempts
    FROM (SELECT * FROM (${dueOf('file')}) AS ofFiles
      UNION ALL SELECT * FROM (${dueOf('order')}) AS ofOrders) AS fresh
    ORDER BY try_at, id LIMIT ?`),
  idsDueOf: sql<[Work['source'], Instant, number], Work['id']>(`
    SELECT id FROM work
    WHERE attempts = 0 AND source = ? AND try_at <= ? ORDER BY try_at, id LIMIT ?`).pluck(),
  findAll: sql<[string], Work>(`
    SELECT ${WORK} FROM work
    WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY try_at, id`),
  next: sql<[Instant, Instant], { tryAt: Instant | null }>(`
    SELECT MIN(tryAt) AS tryAt FROM (${nextOf('file')} UNION ALL ${nextOf('order')}) AS firsts`),
  toRetry: sql<[Instant, number], Work>(toRetry(WORK)),
  idsToRetry: sql<[Instant, number], Work['id']>(toRetry('id')).pluck(),
  nextRetry: sql<[Instant], { tryAt: Instant }>(`
    SELECT try_at AS tryAt FROM work WHERE attempts > 0 AND parked_at IS NULL AND try_at > ?
    ORDER BY try_at, id LIMIT 1`),
  postpone: sql<{
    id: number;
    attempts: number;
    counted: number;
    tryAt: Instant;
    parkedAt: Instant | null;
    at: Instant;
    problem: string;
  }>(`
    UPDATE work SET attempts = @counted, try_at = @tryAt, parked_at = @parkedAt,
      failed_at = @at, problem = @problem
    WHERE id = @id AND attempts = @attempts AND parked_at IS NULL`),
  failing: sql<{ limit: number; id: number | null }, FailingWork>(`
    SELECT ${WORK}, CASE WHEN parked_at IS NULL THEN try_at END AS tryAt, problem, family,
      instrument, payments, total_pence AS totalPence
    FROM work
      JOIN batch ON batch.payment_id = work.payment_id AND batch.number = work.batch
      JOIN payment ON payment.id = work.payment_id
    WHERE attempts > 0 AND (CAST(@id AS BIGINT) IS NULL OR work.id = @id)
    ORDER BY parked_at IS NULL, CASE WHEN parked_at IS NULL THEN try_at ELSE work.due_at END,
      work.id
    LIMIT @limit`),
  parkedBatches: sql<[string], number>(`
    SELECT batch FROM work WHERE payment_id = ? AND parked_at IS NOT NULL ORDER BY batch`).pluck(),
  failureSummary: sql<[], FailureRow>(`
    SELECT
      (SELECT COUNT(*) FROM work WHERE attempts > 0 AND parked_at IS NULL) AS failing,
      (SELECT COUNT(*) FROM work WHERE parked_at IS NOT NULL) AS parked,
      (SELECT MIN(due_at) FROM work WHERE attempts > 0 AND parked_at IS NULL) AS failingAt`),
  parked: sql<{ id: number | null; limit: number }, Work>(`
    SELECT ${WORK} FROM work WHERE parked_at IS NOT NULL AND (CAST(@id AS BIGINT) IS NULL OR id = @id)
    ORDER BY work.due_at, id LIMIT @limit`),
  // The count of attempts restarts at 1, not 0. So the step is treated as a retry and does not
  // run ahead of new steps.
  resume: sql<[Instant, number]>(`
    UPDATE work SET parked_at = NULL, attempts = 1, try_at = ? WHERE id = ?`),
};
