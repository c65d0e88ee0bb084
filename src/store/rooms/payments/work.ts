import type { WorkClaim } from '../../../domain/ports/work-store.ts';
import type { TroubledWork, Work, WorkTrouble } from '../../../domain/records/records.ts';
import { assert, present } from '../../../kernel/assert.ts';
import type { Clock, Instant } from '../../../kernel/time.ts';
import type { Database } from '../../sqlite/database/database.ts';
import { Claims } from '../../sqlite/rooms/claims.ts';

type NewWork = Omit<Work, 'id' | 'attempts'>;

/** Steps of execution that fall due. A step exists exactly until it is committed. */
export class WorkList {
  readonly #sql: ReturnType<typeof prepare>;

  readonly #machineClock: Clock;
  readonly #claims = new Claims();

  constructor(database: Database, machineClock: Clock) {
    this.#sql = prepare(database);
    this.#machineClock = machineClock;
  }

  add(work: NewWork): void {
    const { step, paymentId, batch, source, cursor, dueAt } = work;
    this.#sql.add.run(step, paymentId, batch, source, cursor, dueAt, dueAt);
  }

  /** Ends steps that were found in this transaction. */
  end(works: readonly Pick<Work, 'id'>[]): void {
    const { changes } =
      works.length === 1
        ? this.#sql.end.run(works[0]?.id)
        : this.#sql.endAll.run(JSON.stringify(works.map(({ id }) => id)));
    assert(changes === works.length, 'steps that were found are there to be ended');
  }

  /** The steps that the batches of a payment wait for, in the order of the batches. */
  ofPayment(paymentId: string): readonly Work[] {
    return this.#sql.ofPayment.all(paymentId);
  }

  due(now: Instant, limit: number): readonly Work[] {
    return this.#sql.due.all(now, limit, now, limit, limit);
  }

  /** When fresh work falls due next after an instant; without one, when the first of all does. */
  nextAt(after: Instant = 0): Instant | undefined {
    return this.#sql.next.get(after, after)?.tryAt ?? undefined;
  }

  toRetry(now: Instant, limit: number): readonly Work[] {
    return this.#sql.toRetry.all(now, limit);
  }

  claim(
    which: 'orders' | 'files' | 'failed',
    now: Instant,
    limit: number,
    claim: WorkClaim,
  ): readonly Work[] {
    // Those that are held are found as well: their rows are there until they are done.
    const most = limit + this.#claims.size;
    const found =
      which === 'failed'
        ? this.toRetry(now, most)
        : this.#sql.dueOf.all(which === 'orders' ? 'order' : 'file', now, most);
    return this.#claims.take(found, limit, claim, this.#machineClock());
  }

  release(work: Work, owner: string): void {
    this.#claims.release(work, owner);
  }

  nextRetryAt(after: Instant): Instant | undefined {
    return this.#sql.nextRetry.get(after)?.tryAt;
  }

  postpone(
    { id, attempts }: Work,
    { at, problem, tryAt }: { at: Instant; problem: string; tryAt: Instant | null },
  ): void {
    const parkedAt = tryAt === null ? at : null;
    this.#sql.postpone.run({ id, attempts, problem, tryAt: tryAt ?? at, parkedAt });
  }

  troubled(limit: number, id: number | null = null): readonly TroubledWork[] {
    return this.#sql.troubled.all({ limit, id });
  }

  trouble(): WorkTrouble {
    const row = present(this.#sql.trouble.get(), 'the state of the work');
    const { failing, parked, failingAt } = row;
    const freshAt = this.nextAt() ?? null;
    const oldestDueAt = failingAt === null ? freshAt : Math.min(failingAt, freshAt ?? failingAt);
    return { failing, parked, oldestDueAt };
  }

  /** Parked steps, longest due first: that one, or (null) so many of all. */
  parked(id: number | null, limit: number): readonly Work[] {
    return this.#sql.parked.all({ id, limit });
  }

  /** Lets a parked step be tried again. */
  resume(id: number, now: Instant): void {
    this.#sql.resume.run(now, id);
  }
}

interface TroubleRow {
  readonly failing: number;
  readonly parked: number;
  readonly failingAt: Instant | null;
}

/** The columns of a step, under the names of its record. */
const WORK = `work.id, step, work.payment_id AS paymentId, batch, source, cursor,
  work.due_at AS dueAt, attempts`;

/** Those of a source that are due, oldest first: one walk along the index of fresh work. */
const dueOf = (source: Work['source']): string =>
  `SELECT ${WORK}, try_at FROM work
   WHERE attempts = 0 AND source = '${source}' AND try_at <= ? ORDER BY try_at, id LIMIT ?`;

/** When the next one of a source falls due. */
const nextOf = (source: Work['source']): string =>
  `SELECT MIN(try_at) AS tryAt FROM work
   WHERE attempts = 0 AND source = '${source}' AND try_at > ?`;

function prepare(database: Database) {
  return { ...prepareSteps(database), ...prepareTrouble(database) };
}

function prepareSteps(database: Database) {
  return {
    add: database.prepare<[Work['step'], string, number, Work['source'], number, Instant, Instant]>(
      `INSERT INTO work (step, payment_id, batch, source, cursor, due_at, try_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    end: database.prepare<[number | undefined]>('DELETE FROM work WHERE id = ?'),
    endAll: database.prepare<[string]>(
      'DELETE FROM work WHERE id IN (SELECT value FROM json_each(?))',
    ),
    ofPayment: database.prepare<[string], Work>(
      `SELECT ${WORK} FROM work WHERE payment_id = ? ORDER BY batch`,
    ),
    due: database.prepare<[Instant, number, Instant, number, number], Work>(
      `SELECT id, step, paymentId, batch, source, cursor, dueAt, attempts
       FROM (SELECT * FROM (${dueOf('file')}) UNION ALL SELECT * FROM (${dueOf('order')}))
       ORDER BY try_at, id LIMIT ?`,
    ),
    dueOf: database.prepare<[Work['source'], Instant, number], Work>(
      `SELECT ${WORK} FROM work
       WHERE attempts = 0 AND source = ? AND try_at <= ? ORDER BY try_at, id LIMIT ?`,
    ),
    next: database.prepare<[Instant, Instant], { tryAt: Instant | null }>(
      `SELECT MIN(tryAt) AS tryAt FROM (${nextOf('file')} UNION ALL ${nextOf('order')})`,
    ),
  };
}

function prepareTrouble(database: Database) {
  return {
    toRetry: database.prepare<[Instant, number], Work>(
      `SELECT ${WORK} FROM work WHERE attempts > 0 AND parked_at IS NULL AND try_at <= ?
       ORDER BY try_at, id LIMIT ?`,
    ),
    nextRetry: database.prepare<[Instant], { tryAt: Instant }>(
      `SELECT try_at AS tryAt FROM work WHERE attempts > 0 AND parked_at IS NULL AND try_at > ?
       ORDER BY try_at, id LIMIT 1`,
    ),
    postpone: database.prepare<{
      id: number;
      attempts: number;
      tryAt: Instant;
      parkedAt: Instant | null;
      problem: string;
    }>(
      `UPDATE work SET attempts = @attempts + 1, try_at = @tryAt, parked_at = @parkedAt,
         problem = @problem
       WHERE id = @id`,
    ),
    troubled: database.prepare<{ limit: number; id: number | null }, TroubledWork>(
      `SELECT ${WORK}, CASE WHEN parked_at IS NULL THEN try_at END AS tryAt, problem, family,
         instrument, payments, total_pence AS totalPence
       FROM work
         JOIN batch ON batch.payment_id = work.payment_id AND batch.number = work.batch
         JOIN payment ON payment.id = work.payment_id
       WHERE attempts > 0 AND (@id IS NULL OR work.id = @id)
       ORDER BY parked_at IS NULL, CASE WHEN parked_at IS NULL THEN try_at ELSE work.due_at END,
         work.id
       LIMIT @limit`,
    ),
    trouble: database.prepare<[], TroubleRow>(
      `SELECT
         (SELECT COUNT(*) FROM work WHERE attempts > 0 AND parked_at IS NULL) AS failing,
         (SELECT COUNT(*) FROM work WHERE parked_at IS NOT NULL) AS parked,
         (SELECT MIN(due_at) FROM work WHERE attempts > 0 AND parked_at IS NULL) AS failingAt`,
    ),
    parked: database.prepare<{ id: number | null; limit: number }, Work>(
      `SELECT ${WORK} FROM work WHERE parked_at IS NOT NULL AND (@id IS NULL OR id = @id)
       ORDER BY work.due_at, id LIMIT @limit`,
    ),
    // Its tries begin anew, among those that failed: it does not stand before others.
    resume: database.prepare<[Instant, number]>(
      'UPDATE work SET parked_at = NULL, attempts = 1, try_at = ? WHERE id = ?',
    ),
  };
}
