import type {
  CoreDay,
  CoreProblem,
  CoreRequest,
  CoreRequestCounts,
  PerformedRequest,
} from '../../../domain/ports/core-store.ts';
import type { OpenCoreRequest } from '../../../domain/ports/history-store.ts';
import type { HeldDebit } from '../../../domain/execution/core-operations.ts';
import type { CoreEntry, CoreOperation, CoreTotal } from '../../../domain/ports/core-banking.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Instant, LocalDate } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { sql, type DbCommand } from '../engine.ts';

/** The operations for the core banking system, and its bookings (docs/decisions, 140). */
export class CoreRequests {
  readonly #auditLog: AuditLog;

  constructor(auditLog: AuditLog) {
    this.#auditLog = auditLog;
  }

  /** Adds operations that the core must perform. */
  *add(operations: readonly CoreOperation[], now: Instant): DbCommand<void> {
    if (operations.length > 0) yield* SQL.add.write(JSON.stringify(operations), now, null);
  }

  readonly waiting = (limit: number) => SQL.waiting.all(limit);

  /** Returns the oldest requests that wait or were refused. */
  *open(limit: number): DbCommand<readonly OpenCoreRequest[]> {
    const rows = yield* SQL.open.all(limit);
    return rows.map(({ problem, ...row }) => ({ ...requestOf(row), problem }));
  }

  /**
   * Stores the core's results for the operations of requests. Requests whose results another node
   * has stored already are skipped.
   */
  *complete(performed: readonly PerformedRequest[], now: Instant): DbCommand<void> {
    for (const { id, entries, refused, problem } of performed) {
      if ((yield* SQL.end.run(id)) === 0) continue;
      for (const { bookedOn, ...entry } of entries) {
        yield* SQL.addEntry.write({ ...entry, bookedOn });
      }
      if (refused.length > 0) yield* SQL.add.write(JSON.stringify(refused), now, problem);
    }
  }

  *isHoldNeeded(held: HeldDebit): DbCommand<boolean> {
    return (yield* SQL.isHoldNeeded.get({ ...held })) !== undefined;
  }

  *problems(limit: number): DbCommand<readonly CoreProblem[]> {
    return (yield* SQL.refused.all(limit)).map(({ problem, ...row }) => ({
      ...requestOf(row),
      problem,
    }));
  }

  *retry(id: number, act: Act): DbCommand<boolean> {
    if ((yield* SQL.retry.run(id)) === 0) return false;
    yield* this.#auditLog.append(act, { ...entryOf(id), action: 'coreRequestRetried' });
    return true;
  }

  *dismiss(id: number, reason: string, act: Act): DbCommand<boolean> {
    const found = yield* SQL.findRefused.get(id);
    if (found === undefined || (yield* SQL.drop.run(id)) === 0) return false;
    const { operations, problem } = found;
    // Operations contain account numbers, and the audit log has none.
    const count = (JSON.parse(operations) as readonly CoreOperation[]).length;
    const detail = { reason, problem, operations: count };
    yield* this.#auditLog.append(act, { ...entryOf(id), action: 'coreRequestDismissed', detail });
    return true;
  }

  *counts(): DbCommand<CoreRequestCounts> {
    const { waiting = 0, oldestAt = null } = (yield* SQL.countWaiting.get()) ?? {};
    return { waiting, oldestAt, refused: (yield* SQL.countRefused.get())?.refused ?? 0 };
  }

  readonly totalsOf = (day: LocalDate) => SQL.totals.all(day);

  /** Returns the entries of a day after an id, in the order of their ids. */
  readonly entriesOf = (day: LocalDate, after: string, limit: number) =>
    SQL.entries.all(day, after, limit);

  readonly days = (limit: number) => SQL.days.all(limit);

  *saveDay(day: CoreDay): DbCommand<void> {
    yield* SQL.saveDay.run({ ...day });
  }
}

interface RequestRow extends Omit<CoreRequest, 'operations'> {
  readonly operations: string;
}

const requestOf = ({ operations, ...row }: RequestRow): CoreRequest => ({
  ...row,
  operations: JSON.parse(operations) as readonly CoreOperation[],
});

const entryOf = (id: number) => ({ subject: `core request ${String(id)}` });

const SQL = {
  add: sql<[string, Instant, string | null]>(`
    INSERT INTO core_request (operations, added_at, problem) VALUES (?, ?, ?)`),
  waiting: sql<[number], RequestRow>(`
    SELECT id, operations, added_at AS addedAt FROM core_request
    WHERE problem IS NULL ORDER BY id LIMIT ?`).as(requestOf),
  open: sql<[number], RequestRow & Pick<OpenCoreRequest, 'problem'>>(`
    SELECT id, operations, added_at AS addedAt, problem FROM core_request ORDER BY id LIMIT ?`),
  end: sql<[number]>('DELETE FROM core_request WHERE id = ? AND problem IS NULL'),
  addEntry: sql<CoreEntry & { readonly bookedOn: LocalDate }>(`
    INSERT INTO core_entry (id, type, account, amount_pence, booked_on)
    VALUES (@id, @type, @account, @amountPence, @bookedOn) ON CONFLICT (id) DO NOTHING`),
  isHoldNeeded: sql<HeldDebit>(`
    SELECT 1 FROM work WHERE payment_id = @paymentId AND batch = @number AND step = 'book'
    UNION ALL
    SELECT 1 FROM transfer
    WHERE payment_id = @paymentId AND batch = @number AND kind = 'debit'
      AND payment_index IS NULL AND debit_account = @name AND amount_pence = @amountPence
    UNION ALL
    SELECT 1 FROM transfer
    WHERE payment_id = @paymentId AND batch = @number AND kind = 'debit'
      AND payment_index IS NOT NULL AND CAST(payment_index AS TEXT) = @name
      AND amount_pence = @amountPence
    LIMIT 1`),
  refused: sql<[number], RequestRow & { readonly problem: string }>(`
    SELECT id, operations, added_at AS addedAt, problem FROM core_request
    WHERE problem IS NOT NULL ORDER BY id LIMIT ?`),
  findRefused: sql<[number], { operations: string; problem: string }>(
    'SELECT operations, problem FROM core_request WHERE id = ? AND problem IS NOT NULL',
  ),
  retry: sql<[number]>(`
    UPDATE core_request SET problem = NULL WHERE id = ? AND problem IS NOT NULL`),
  drop: sql<[number]>('DELETE FROM core_request WHERE id = ? AND problem IS NOT NULL'),
  countWaiting: sql<[], { waiting: number; oldestAt: Instant | null }>(`
    SELECT COUNT(*) AS waiting, MIN(added_at) AS "oldestAt" FROM core_request
    WHERE problem IS NULL`),
  countRefused: sql<[], { refused: number }>(`
    SELECT COUNT(*) AS refused FROM core_request WHERE problem IS NOT NULL`),
  totals: sql<[LocalDate], CoreTotal>(`
    SELECT type, COUNT(*) AS count, SUM(amount_pence) AS "sumPence" FROM core_entry
    WHERE booked_on = ? GROUP BY type ORDER BY type`),
  entries: sql<[LocalDate, string, number], CoreEntry>(`
    SELECT id, type, account, amount_pence AS "amountPence" FROM core_entry
    WHERE booked_on = ? AND id > ? ORDER BY id LIMIT ?`),
  days: sql<[number], CoreDay>(`
    SELECT day, checked_at AS "checkedAt", differences FROM core_day
    ORDER BY day DESC LIMIT ?`),
  saveDay: sql<CoreDay>(`
    INSERT INTO core_day (day, checked_at, differences)
    VALUES (@day, @checkedAt, @differences)
    ON CONFLICT (day) DO UPDATE
    SET checked_at = excluded.checked_at, differences = excluded.differences`),
};
