import { waitUntil } from '../../../domain/execution/screening.ts';
import { CASES_CURSOR, type OperatorDecision } from '../../../domain/ports/screening-store.ts';
import { serviceActor, type Act, type AuditAction } from '../../../domain/records/audit.ts';
import type { NewBatch } from '../../../domain/ports/booking.ts';
import type { BatchName, Work } from '../../../domain/records/records.ts';
import type {
  CaseCounts,
  CaseDecision,
  CaseDecisionResult,
  DecidedBy,
  NewCase,
  OutsideDecision,
  ScreeningCase,
} from '../../../domain/records/screening.ts';
import { isSameOperator } from '../../../domain/schemes/proposals.ts';
import type { Instant } from '../../../shared/time.ts';
import { expectDefined } from '../../../shared/assert.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DbCommand, Engine } from '../engine.ts';
import type { Payments } from '../payments/payments.ts';
import type { WorkList } from '../payments/work.ts';
import type { Settings } from '../settings.ts';

interface Parts {
  readonly payments: Payments;
  readonly work: WorkList;
  readonly settings: Settings;
  readonly auditLog: AuditLog;
}

type Step = Pick<Work, 'paymentId' | 'batch' | 'cursor'>;

/**
 * The booking steps that the bank's screening holds. Each command locks the payment of its case
 * first, so that a case is decided once.
 */
export class ScreeningCases {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #parts: Parts;

  constructor(engine: Engine, parts: Parts) {
    this.#sql = prepare(engine);
    this.#parts = parts;
  }

  *find({ paymentId, batch, cursor }: Step): DbCommand<ScreeningCase | undefined> {
    const row = yield* this.#sql.ofStep.get(paymentId, batch, cursor);
    return row && caseOf(row);
  }

  /**
   * Opens a case, unless the step has one, and defers the step to its limit. Does not defer a step
   * whose case is decided.
   */
  *open(work: Work, opened: NewCase, now: Instant): DbCommand<void> {
    yield* this.#parts.payments.lock([work.paymentId]);
    const [step] = yield* this.#parts.work.findAll([work.id]);
    if (step === undefined) return;
    const known = yield* this.find(step);
    if (known === undefined) yield* this.add(step, opened, now);
    else if (known.decided !== null) return;
    yield* this.#parts.work.defer(work.id, waitUntil(known ?? opened, now));
  }

  /** Adds the case of a step. The caller adds or defers the step. */
  *add({ paymentId, batch, cursor }: Step, opened: NewCase, now: Instant): DbCommand<void> {
    const { reasons, ...columns } = opened;
    const row = { ...columns, paymentId, batch, cursor, openedAt: now };
    const added = yield* this.#sql.add.get({ ...row, reasons: JSON.stringify(reasons) });
    // The step had a case already, because an earlier run opened it.
    if (added === undefined) return;
    const detail = { caseId: added.id, class: opened.class, bankCaseId: opened.bankCaseId };
    const codes = reasons.join(' ');
    yield* this.#parts.auditLog.append(
      { at: now, by: serviceActor('screening') },
      {
        ...{ action: 'screeningHeld', subject: paymentId },
        detail: { ...detail, batch, payments: opened.payments, reasons: codes },
      },
    );
  }

  /** Adds the cases of batches that are held. The first batch has the given number. */
  *addAll(
    { paymentId, number: first }: BatchName,
    batches: readonly Pick<NewBatch, 'held'>[],
    now: Instant,
  ): DbCommand<void> {
    for (const [index, { held }] of batches.entries()) {
      const step = { paymentId, batch: first + index, cursor: 0 };
      if (held !== undefined) yield* this.add(step, held, now);
    }
  }

  *list(limit: number): DbCommand<readonly ScreeningCase[]> {
    return (yield* this.#sql.list.all(limit)).map(caseOf);
  }

  *ofPayments(paymentIds: readonly string[]): DbCommand<readonly ScreeningCase[]> {
    return (yield* this.#sql.ofPayments.all(JSON.stringify(paymentIds))).map(caseOf);
  }

  *count(): DbCommand<CaseCounts> {
    return (yield* this.#sql.count.get()) ?? { open: 0, nextEndsAt: null };
  }

  /** Proposes a decision, or confirms the proposal of another operator. */
  *decide({ id, decision, reason }: OperatorDecision, act: Act): DbCommand<CaseDecisionResult> {
    const found = yield* this.#lockOpen(id);
    if (typeof found === 'string') return found;
    const { proposed } = found;
    const decided = { decision, by: act.by.id, at: act.at };
    const isSame = proposed !== null && isSameOperator(proposed.by, act.by.id);
    if (proposed?.decision !== decision) {
      yield* this.#propose(found, decided);
      yield* this.#record(act, 'screeningProposed', found, { decision, reason });
      return 'proposed';
    }
    if (isSame) return 'sameOperator';
    yield* this.#decide(found, decided);
    const detail = { decision, reason, proposedBy: proposed.by };
    yield* this.#record(act, 'screeningDecided', found, detail);
    return 'decided';
  }

  /** Rejects a held payment at its limit, unless it is decided. */
  *end(id: number, act: Act): DbCommand<CaseDecision> {
    const found = yield* this.#lock(id);
    const { decided } = expectDefined(found, `screening case ${String(id)}`);
    if (found === undefined || decided !== null) return decided?.decision ?? 'reject';
    yield* this.#decide(found, { decision: 'reject', by: act.by.id, at: act.at });
    yield* this.#record(act, 'screeningEnded', found, { decision: 'reject' });
    return 'reject';
  }

  /**
   * Stores decisions of the bank's case system. One person there proposes a decision or confirms
   * one, and two persons decide. Returns how many cases are decided now. Also stores the position
   * in the feed.
   */
  *takeOutside(decisions: readonly OutsideDecision[], cursor: string, act: Act): DbCommand<number> {
    yield* this.#parts.settings.writeSetting(CASES_CURSOR, cursor);
    let count = 0;
    for (const { screeningId, decision, by } of decisions) {
      const id = (yield* this.#sql.idOf.get(screeningId))?.id;
      const found = id === undefined ? 'unknown' : yield* this.#lockOpen(id);
      if (typeof found === 'string') continue;
      const { proposed } = found;
      const [first = '', ...others] = by.map(outsideOperator);
      const second = others.find((other) => !isSameOperator(other, first));
      const isAgreed = proposed?.decision === decision;
      const isSame = isAgreed && isSameOperator(proposed.by, first);
      // The proposal stays as it is, because another person must confirm it.
      if (second === undefined && isSame) continue;
      const decided = { decision, by: [first, second ?? []].flat().join(' and '), at: act.at };
      const isConfirmed = isAgreed && !isSame;
      const isFinal = second !== undefined || isConfirmed;
      if (isFinal) yield* this.#decide(found, decided);
      else yield* this.#propose(found, decided);
      const action = isFinal ? 'screeningDecided' : 'screeningProposed';
      const proposedBy = isConfirmed ? proposed.by : null;
      yield* this.#record(act, action, found, { decision, by: decided.by, proposedBy });
      if (isFinal) count += 1;
    }
    return count;
  }

  *#propose({ id }: ScreeningCase, { decision, by, at }: DecidedBy): DbCommand<void> {
    yield* this.#sql.propose.write(decision, by, at, id);
  }

  /** Stores the final decision, and makes the step due. */
  *#decide(found: ScreeningCase, { decision, by, at }: DecidedBy): DbCommand<void> {
    yield* this.#sql.decide.write(decision, by, at, found.id);
    yield* this.#parts.work.bookNow({ paymentId: found.paymentId, number: found.batch }, at);
  }

  /** Locks the payment of a case, and returns the case if it is open. */
  *#lockOpen(id: number): DbCommand<ScreeningCase | 'unknown' | 'ended'> {
    const found = yield* this.#lock(id);
    if (found === undefined) return 'unknown';
    return (yield* this.#sql.isOpen.get(id)) === undefined ? 'ended' : found;
  }

  *#lock(id: number): DbCommand<ScreeningCase | undefined> {
    const before = yield* this.#sql.find.get(id);
    if (before === undefined) return undefined;
    yield* this.#parts.payments.lock([before.paymentId]);
    // It may have been decided before the lock.
    const row = yield* this.#sql.find.get(id);
    return row && caseOf(row);
  }

  *#record(
    act: Act,
    action: AuditAction,
    { id, batch, paymentId }: ScreeningCase,
    more: Readonly<Record<string, string | null>>,
  ): DbCommand<void> {
    const detail = { caseId: id, batch, ...more };
    yield* this.#parts.auditLog.append(act, { action, subject: paymentId, detail });
  }
}

/** Returns the id of a person in the bank's case system, in the form of the ids of operators. */
function outsideOperator(name: string): string {
  return `claimed:${name}/-`;
}

interface CaseRow extends Omit<ScreeningCase, 'reasons' | 'proposed' | 'decided'> {
  readonly reasons: string;
  readonly proposed: CaseDecision | null;
  readonly proposedBy: string | null;
  readonly proposedAt: Instant | null;
  readonly decision: CaseDecision | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Instant | null;
}

function caseOf(row: CaseRow): ScreeningCase {
  const { reasons, proposed, proposedBy, proposedAt, decision, decidedBy, decidedAt, ...rest } =
    row;
  return {
    ...rest,
    reasons: JSON.parse(reasons) as readonly string[],
    proposed: decidedByOf(proposed, proposedBy, proposedAt),
    decided: decidedByOf(decision, decidedBy, decidedAt),
  };
}

function decidedByOf(
  decision: CaseDecision | null,
  by: string | null,
  at: Instant | null,
): DecidedBy | null {
  return decision === null || by === null || at === null ? null : { decision, by, at };
}

const CASE = `SELECT screening_case.id, screening_case.payment_id AS "paymentId",
    screening_case.batch, screening_case.cursor, screening_id AS "screeningId", class, reasons,
    bank_case_id AS "bankCaseId", tell_payer AS "tellPayer", payments, total_pence AS "totalPence",
    opened_at AS "openedAt", ends_at AS "endsAt", proposed, proposed_by AS "proposedBy",
    proposed_at AS "proposedAt", decision, decided_by AS "decidedBy", decided_at AS "decidedAt"
  FROM screening_case`;

/** SQL condition: it is not decided, and its step exists. A cancelled payment has no step. */
const IS_OPEN = `decision IS NULL AND EXISTS (
    SELECT 1 FROM work WHERE work.payment_id = screening_case.payment_id
      AND work.batch = screening_case.batch AND step = 'book')`;

type NewRow = Omit<NewCase, 'reasons'> &
  Step & { readonly reasons: string; readonly openedAt: Instant };

function prepare(engine: Engine) {
  return {
    add: engine.prepare<NewRow, { id: number }>(
      `INSERT INTO screening_case
         (payment_id, batch, cursor, screening_id, class, reasons, bank_case_id, tell_payer,
          payments, total_pence, opened_at, ends_at)
       VALUES (@paymentId, @batch, @cursor, @screeningId, @class, @reasons, @bankCaseId, @tellPayer,
         @payments, @totalPence, @openedAt, @endsAt)
       ON CONFLICT (payment_id, batch, cursor) DO NOTHING RETURNING id`,
    ),
    find: engine.prepare<[number], CaseRow>(`${CASE} WHERE id = ?`),
    isOpen: engine.prepare<[number], { id: number }>(
      `SELECT id FROM screening_case WHERE id = ? AND ${IS_OPEN}`,
    ),
    ofStep: engine.prepare<[string, number, number], CaseRow>(
      `${CASE} WHERE payment_id = ? AND batch = ? AND cursor = ?`,
    ),
    idOf: engine.prepare<[string], { id: number }>(
      'SELECT id FROM screening_case WHERE screening_id = ?',
    ),
    list: engine.prepare<[number], CaseRow>(
      `${CASE} WHERE ${IS_OPEN} ORDER BY ends_at IS NULL, ends_at, id LIMIT ?`,
    ),
    ofPayments: engine.prepare<[string], CaseRow>(
      `${CASE} WHERE payment_id IN (SELECT value FROM json_each(?)) AND ${IS_OPEN}`,
    ),
    count: engine.prepare<[], CaseCounts>(
      `SELECT COUNT(*) AS open, MIN(ends_at) AS "nextEndsAt" FROM screening_case WHERE ${IS_OPEN}`,
    ),
    propose: engine.prepare<[CaseDecision, string, Instant, number]>(
      'UPDATE screening_case SET proposed = ?, proposed_by = ?, proposed_at = ? WHERE id = ?',
    ),
    decide: engine.prepare<[CaseDecision, string, Instant, number]>(
      'UPDATE screening_case SET decision = ?, decided_by = ?, decided_at = ? WHERE id = ?',
    ),
  };
}
