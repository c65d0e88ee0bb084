import type {
  CaseCounts,
  CaseDecision,
  DecidedBy,
  ProposedCaseDecision,
  NewCase,
  ScreeningCase,
} from '../../../domain/records/screening.ts';
import type { Work } from '../../../domain/records/records.ts';
import type { Instant } from '../../../shared/time.ts';
import { sql } from '../engine.ts';

/** A booking step that can have a case. */
export type Step = Pick<Work, 'paymentId' | 'batch' | 'cursor'>;

export interface CaseRow extends Omit<ScreeningCase, 'reasons' | 'proposed' | 'decided'> {
  readonly reasons: string;
  readonly proposed: CaseDecision | null;
  readonly proposedBy: string | null;
  readonly proposedAt: Instant | null;
  readonly proposedReason: string | null;
  readonly decision: CaseDecision | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Instant | null;
}

/** Returns the case of a row. */
export function caseOf(row: CaseRow): ScreeningCase {
  const { reasons, proposed, proposedBy, proposedAt, proposedReason, ...others } = row;
  const { decision, decidedBy, decidedAt, ...rest } = others;
  const proposal = decidedByOf(proposed, proposedBy, proposedAt);
  return {
    ...rest,
    reasons: JSON.parse(reasons) as readonly string[],
    proposed: proposal && { ...proposal, reason: proposedReason },
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

/** Returns the id of a person in the bank's case system, in the form of the ids of operators. */
export function outsideOperator(name: string): string {
  return `claimed:${name}/-`;
}

/** SQL list of the columns of a case, named like the fields of `CaseRow`. */
export const CASE_COLUMNS = `id, payment_id AS "paymentId", batch, cursor,
  screening_id AS "screeningId", class, reasons, bank_case_id AS "bankCaseId",
  tell_payer AS "tellPayer", payments, total_pence AS "totalPence", opened_at AS "openedAt",
  ends_at AS "endsAt", proposed, proposed_by AS "proposedBy", proposed_at AS "proposedAt",
  proposed_reason AS "proposedReason", decision, decided_by AS "decidedBy",
  decided_at AS "decidedAt", held_by AS "heldBy"`;

/** SQL query of cases. */
export const CASE = `SELECT ${CASE_COLUMNS} FROM screening_case`;

/**
 * SQL condition: it is not decided, and its step exists. A cancelled payment has no step. OFFSET
 * makes PostgreSQL look up the step of each case by its key. Otherwise, it would read all steps of
 * the payment for each case, because most payments have one step.
 */
export const IS_OPEN = `decision IS NULL AND EXISTS (
    SELECT 1 FROM work WHERE work.payment_id = screening_case.payment_id
      AND work.batch = screening_case.batch AND step = 'book' LIMIT 1 OFFSET 0)`;

/** A decision about a payment that has no case yet. `decidedBy`: JSON list of persons. */
interface EarlyRow {
  readonly id: number;
  readonly decision: CaseDecision;
  readonly decidedBy: string;
}

type NewRow = Omit<NewCase, 'reasons'> &
  Step & { readonly reasons: string; readonly openedAt: Instant };

/** The statements about cases. */
export const SQL = {
  add: sql<NewRow, { id: number }>(`
    INSERT INTO screening_case
      (payment_id, batch, cursor, screening_id, class, reasons, bank_case_id, tell_payer,
       payments, total_pence, opened_at, ends_at, held_by)
    VALUES (@paymentId, @batch, @cursor, @screeningId, @class, @reasons, @bankCaseId, @tellPayer,
      @payments, @totalPence, @openedAt, @endsAt, @heldBy)
    ON CONFLICT (payment_id, batch, cursor, class) DO NOTHING RETURNING id`),
  find: sql<[number], CaseRow>(`${CASE} WHERE id = ?`),
  isOpen: sql<[number], { id: number }>(`
    SELECT id FROM screening_case WHERE id = ? AND ${IS_OPEN}`),
  // A case of the screening comes before that of an operator, whose hold was released before.
  ofStep: sql<[string, number, number, number], CaseRow>(`
    ${CASE} WHERE payment_id = ? AND batch = ?
      AND (cursor = ? OR (cursor < ? AND class = 'operator' AND decision = 'reject'))
    ORDER BY class = 'operator' LIMIT 1`),
  idOf: sql<[string], { id: number }>('SELECT id FROM screening_case WHERE screening_id = ?'),
  hasStep: sql<[string, number], { id: number }>(`
    SELECT id FROM work WHERE payment_id = ? AND batch = ? AND step = 'book'`),
  keepEarly: sql<[string, number, string, CaseDecision, string]>(`
    INSERT INTO screening_decision (payment_id, batch, screening_id, decision, decided_by)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT (screening_id, decision, decided_by) DO NOTHING`),
  takeEarly: sql<[string], EarlyRow>(`
    DELETE FROM screening_decision WHERE screening_id = ?
    RETURNING id, decision, decided_by AS "decidedBy"`),
  dropEarly: sql<[]>(`
    DELETE FROM screening_decision WHERE NOT EXISTS (
      SELECT 1 FROM work WHERE work.payment_id = screening_decision.payment_id
        AND work.batch = screening_decision.batch AND step = 'book')`),
  list: sql<[number], CaseRow>(`
    ${CASE} WHERE ${IS_OPEN} ORDER BY ends_at IS NULL, ends_at, id LIMIT ?`),
  proposed: sql<[], CaseRow>(`${CASE} WHERE proposed IS NOT NULL AND ${IS_OPEN} ORDER BY id`),
  ofPayments: sql<[string], CaseRow>(`
    ${CASE} WHERE payment_id IN (SELECT value FROM json_each(?)) AND ${IS_OPEN}`),
  count: sql<[], CaseCounts>(`
    SELECT COUNT(*) AS open, MIN(ends_at) AS "nextEndsAt" FROM screening_case WHERE ${IS_OPEN}`),
  heldStep: sql<[], { id: number }>(
    // SQLite reads the tables of a cross join in this order: few payments are held, many wait.
    `SELECT work.id FROM screening_case CROSS JOIN work
     WHERE work.payment_id = screening_case.payment_id AND work.batch = screening_case.batch
       AND work.cursor = screening_case.cursor AND step = 'book' AND class <> 'operator' LIMIT 1`,
  ),
  propose: sql<ProposedCaseDecision & { readonly id: number }>(`
    UPDATE screening_case SET proposed = @decision, proposed_by = @by, proposed_at = @at,
      proposed_reason = @reason WHERE id = @id`),
  withdraw: sql<[number]>(`
    UPDATE screening_case SET proposed = NULL, proposed_by = NULL, proposed_at = NULL,
      proposed_reason = NULL WHERE id = ?`),
  decide: sql<[CaseDecision, string, Instant, number]>(`
    UPDATE screening_case SET decision = ?, decided_by = ?, decided_at = ? WHERE id = ?`),
};
