import { waitUntil } from '../../../domain/execution/screening.ts';
import type { Act } from '../../../domain/records/audit.ts';
import type { Work } from '../../../domain/records/records.ts';
import type { HoldResult } from '../../../domain/records/screening.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { selectOnce, sql, type DbCommand } from '../engine.ts';
import type { Payments } from '../payments/payments.ts';
import type { WorkList } from '../payments/work.ts';
import { CASE_COLUMNS, caseOf, type CaseRow } from './case-statements.ts';
import { rangesOf, sumOf } from './payment-cases.ts';

interface Parts {
  readonly payments: Payments;
  readonly work: WorkList;
  readonly auditLog: AuditLog;
}

/** Holds payments for operators (docs/decisions, 166). */
export class Holds {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Holds the booking steps of a payment that have not begun, are not parked and have no case. One
   * audit entry contains the numbers of all cases.
   */
  *hold(paymentId: string, reason: string, act: Act): DbCommand<HoldResult> {
    const { payments, work, auditLog } = this.#parts;
    yield* payments.lock([paymentId]);
    if ((yield* payments.find(paymentId)) === undefined) return { kind: 'unknown' };
    const counts = expectDefined(yield* SQL.count.get({ paymentId }), 'the counts of the steps');
    const held = { heldBy: act.by.id, reasons: JSON.stringify([reason]) };
    const added = yield* SQL.add.all({ paymentId, ...held, openedAt: act.at });
    const rows = added.toSorted((one, other) => one.id - other.id);
    const [first] = rows;
    if (first === undefined) return { kind: refusalOf(counts) };
    // The steps get new ids, so that a run of one that is under way has no effect.
    const dueAt = waitUntil(first, act.at);
    const steps = yield* SQL.remove.all({ paymentId, firstCase: first.id });
    for (const step of steps) yield* work.add({ ...step, dueAt });
    const detail = {
      count: rows.length,
      cases: rangesOf(rows.map(({ id }) => id)),
      reason,
      payments: sumOf(rows.map((row) => row.payments)),
    };
    yield* auditLog.append(act, { action: 'paymentHeld', subject: paymentId, detail });
    return { kind: 'held', cases: rows.map(caseOf), others: counts.steps - rows.length };
  }
}

/** Returns why no booking step can be held. */
function refusalOf({ steps, parked, begun }: Counts): Exclude<HoldResult['kind'], 'held'> {
  if (steps === 0) return 'noBooking';
  if (parked > 0) return 'parked';
  return begun === steps ? 'begun' : 'heldBefore';
}

/** Counts of the booking steps of a payment. */
interface Counts {
  readonly steps: number;
  readonly parked: number;
  /** Number of the steps whose booking has begun. */
  readonly begun: number;
}

/** The columns that all cases of a hold share. */
interface NewHold {
  readonly paymentId: string;
  /** JSON list of the reason. */
  readonly reasons: string;
  readonly heldBy: string;
  readonly openedAt: Instant;
}

// Without `selectOnce`, PostgreSQL would read all batches of the payment for each of its steps,
// because most payments have one batch.
const STEPS = `(${selectOnce(`
    SELECT payment_id, batch, cursor, parked_at FROM work
    WHERE payment_id = @paymentId AND step = 'book'`)}) AS step
  JOIN batch ON batch.payment_id = step.payment_id AND number = step.batch`;

const SQL = {
  // A batch without payments is left if all of them were separated.
  count: sql<Pick<NewHold, 'paymentId'>, Counts>(`
    SELECT COUNT(*) AS steps, COUNT(parked_at) AS parked,
      COUNT(CASE WHEN cursor > 0 OR payments = 0 THEN 1 END) AS begun FROM ${STEPS}`),
  add: sql<NewHold, CaseRow>(`
    INSERT INTO screening_case
      (payment_id, batch, cursor, class, reasons, tell_payer, payments, total_pence, opened_at,
       held_by)
    SELECT step.payment_id, step.batch, 0, 'operator', @reasons, 'delay', payments,
      total_pence, @openedAt, @heldBy
    FROM ${STEPS} WHERE step.cursor = 0 AND parked_at IS NULL AND payments > 0
      AND step.batch NOT IN (
        SELECT batch FROM screening_case WHERE payment_id = @paymentId AND cursor = 0)
    ORDER BY step.batch RETURNING ${CASE_COLUMNS}`),
  // Removes the steps of the new cases. Their numbers begin with `firstCase`.
  remove: sql<
    { readonly paymentId: string; readonly firstCase: number },
    Omit<Work, 'id' | 'attempts' | 'dueAt'>
  >(`
    DELETE FROM work
    WHERE step = 'book' AND parked_at IS NULL AND (payment_id, batch) IN (${selectOnce(`
      SELECT payment_id, batch FROM screening_case
      WHERE payment_id = @paymentId AND id >= @firstCase`)})
    RETURNING step, payment_id AS "paymentId", batch, source, cursor`),
};
