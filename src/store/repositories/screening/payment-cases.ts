import { formatMoney } from '../../../domain/messages/format.ts';
import type { ActionFacts, ActionProposal } from '../../../domain/records/action-proposals.ts';
import type { Act } from '../../../domain/records/audit.ts';
import {
  MAX_CASES_TOGETHER,
  type CaseDecision,
  type ScreeningCase,
} from '../../../domain/records/screening.ts';
import { formatInstant, type Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { sha256 } from '../digest.ts';
import { selectOnce, sql, type DbCommand } from '../engine.ts';
import type { Payments } from '../payments/payments.ts';
import { IS_OPEN } from './case-statements.ts';

type OpenCase = Pick<ScreeningCase, 'id' | 'class' | 'payments' | 'totalPence' | 'endsAt'> & {
  readonly proposed: CaseDecision | null;
};

interface Parts {
  readonly payments: Payments;
  readonly auditLog: AuditLog;
}

/**
 * One decision about all open cases of a payment (docs/decisions, 171). If there are more than
 * `MAX_CASES_TOGETHER`, it is about those with the lowest numbers.
 */
export class PaymentCases {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Locks the payment, so that none of its cases is opened or decided before the commit. */
  *lock(paymentId: string): DbCommand<void> {
    yield* this.#parts.payments.lock([paymentId]);
  }

  /** Returns the facts on which two operators decide. Undefined if there is no open case. */
  *factsOf(paymentId: string, decision: CaseDecision): DbCommand<ActionFacts | undefined> {
    const found = yield* SQL.open.all(paymentId, MAX_CASES_TOGETHER + 1);
    const cases = found.slice(0, MAX_CASES_TOGETHER);
    const first = cases[0];
    const last = cases.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const limits = cases.flatMap(({ endsAt }) => endsAt ?? []);
    const isComplete = cases.length === found.length;
    return {
      Payment: paymentId,
      Decision: decision,
      Cases: cases.length,
      'Case numbers': first === last ? first.id : `${String(first.id)} to ${String(last.id)}`,
      'SHA-256 of the case numbers': sha256(cases.map(({ id }) => id).join(' ')).toString('hex'),
      Payments: sumOf(cases.map(({ payments }) => payments)),
      Amount: formatMoney(sumOf(cases.map(({ totalPence }) => totalPence)), 'GBP'),
      'Held because of': countsOf(cases.map((one) => one.class)),
      'First time limit': limits.length === 0 ? null : formatInstant(earliest(limits)),
      'Proposed for single cases': countsOf(cases.flatMap(({ proposed }) => proposed ?? [])),
      'Further cases': isComplete ? null : 'They need another proposal',
    };
  }

  /**
   * Decides the cases, whose facts the caller has compared in the same transaction. A released step
   * keeps its day, a rejected one is due now. One audit entry contains the numbers of all cases.
   */
  *decide(
    { subject: paymentId, reason, proposedBy, id: proposal }: ActionProposal,
    decision: CaseDecision,
    { at, by }: Act,
  ): DbCommand<void> {
    const cases = yield* SQL.open.all(paymentId, MAX_CASES_TOGETHER);
    const last = cases.at(-1)?.id ?? 0;
    const decided = { paymentId, last, decision, at };
    yield* SQL.makeDue.write(decided);
    yield* SQL.decide.write({ ...decided, by: by.id });
    const numbers = rangesOf(cases.map(({ id }) => id));
    const detail = { decision, reason, proposedBy, proposal, count: cases.length, cases: numbers };
    const entry = { action: 'screeningDecided', subject: paymentId, detail } as const;
    yield* this.#parts.auditLog.append({ at, by }, entry);
  }
}

/** Returns the sum of numbers. */
export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

function earliest(times: readonly Instant[]): Instant {
  return times.reduce((first, one) => Math.min(first, one));
}

/** Returns how often each name occurs, for example `fraud 2, operator 1`. Null if there is none. */
function countsOf(names: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const listed = [...counts].sort().map(([name, count]) => `${name} ${String(count)}`);
  return listed.length === 0 ? null : listed.join(', ');
}

/** Returns ascending numbers as ranges, for example `3-7 9`. */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const one of numbers) {
    const range = ranges.at(-1);
    if (range?.[1] === one - 1) range[1] = one;
    else ranges.push([one, one]);
  }
  return ranges
    .map(([from, to]) => (from === to ? String(from) : `${String(from)}-${String(to)}`))
    .join(' ');
}

interface Decided {
  readonly paymentId: string;
  /** Number of the last case that is decided. */
  readonly last: number;
  readonly decision: CaseDecision;
  readonly at: Instant;
}

const dueAt = `CASE WHEN @decision = 'release' AND batch.only_index IS NULL AND batch.due_at > @at
  THEN batch.due_at ELSE @at END`;

const SQL = {
  open: sql<[string, number], OpenCase>(`
    SELECT id, class, payments, total_pence AS "totalPence", ends_at AS "endsAt", proposed
    FROM screening_case WHERE payment_id = ? AND ${IS_OPEN} ORDER BY id LIMIT ?`),
  makeDue: sql<Decided>(`
    UPDATE work SET (due_at, try_at) = (
      SELECT ${dueAt}, ${dueAt} FROM batch
      WHERE batch.payment_id = work.payment_id AND batch.number = work.batch)
    WHERE step = 'book' AND parked_at IS NULL AND (payment_id, batch) IN (${selectOnce(`
      SELECT payment_id, batch FROM screening_case
      WHERE decision IS NULL AND payment_id = @paymentId AND id <= @last`)})`),
  decide: sql<Decided & { readonly by: string }>(`
    UPDATE screening_case SET decision = @decision, decided_by = @by, decided_at = @at
    WHERE payment_id = @paymentId AND id <= @last AND ${IS_OPEN}`),
};
