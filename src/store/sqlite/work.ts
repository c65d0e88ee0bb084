import type { Work } from '../../domain/records.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Database } from './database.ts';

/** Steps of execution that fall due. A step exists exactly until it is committed. */
export class WorkList {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: Database) {
    this.#sql = prepare(database);
  }

  add(work: Omit<Work, 'id'>): void {
    this.#sql.add.run(work);
  }

  /** Ends a step; false when somebody else did. */
  end(work: Work): boolean {
    return this.#sql.end.run(work.id).changes === 1;
  }

  due(now: Instant, limit: number): readonly Work[] {
    return this.#sql.due.all(now, limit);
  }

  nextAt(after: Instant = 0): Instant | undefined {
    return this.#sql.next.get(after)?.dueAt;
  }
}

function prepare(database: Database) {
  return {
    add: database.prepare<Omit<Work, 'id'>>(
      `INSERT INTO work (step, payment_id, batch, cursor, due_at)
       VALUES (@step, @paymentId, @batch, @cursor, @dueAt)`,
    ),
    end: database.prepare<[number]>('DELETE FROM work WHERE id = ?'),
    due: database.prepare<[Instant, number], Work>(
      `SELECT id, step, payment_id AS paymentId, batch, cursor, due_at AS dueAt
       FROM work WHERE due_at <= ? ORDER BY due_at, id LIMIT ?`,
    ),
    next: database.prepare<[Instant], { dueAt: Instant }>(
      'SELECT due_at AS dueAt FROM work WHERE due_at > ? ORDER BY due_at, id LIMIT 1',
    ),
  };
}
