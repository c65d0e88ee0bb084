import type Sqlite from 'better-sqlite3';
import { Violation } from '../story.ts';
import type { AcknowledgedActions } from './acknowledged.ts';

/** The actions of two operators, with the entry that each writes to the audit log. */
const EFFECTS: Readonly<Record<string, string>> = {
  abandonWork: 'workAbandoned',
  endPermission: 'consentRevoked',
  planDowntime: 'downtimeMarked',
  recallCredit: 'hubRecalled',
  resumeScheme: 'schemeResumed',
  resumeTpp: 'tppResumed',
};

/** A stored proposal. */
interface Proposal {
  readonly id: number;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly by: string;
  readonly ending: string | null;
  readonly endedBy: string | null;
}

/** Counts of the stored actions. */
export interface StoredActions {
  readonly proposed: number;
  readonly confirmed: number;
  readonly withdrawn: number;
}

/**
 * Compares the proposals and the audit log of a database with everything that the console has
 * acknowledged. Each effect must have exactly one confirmed proposal of two operators.
 */
export function auditActions(
  database: Sqlite.Database,
  { proposals, ends, stops, suspensions, views }: AcknowledgedActions,
): StoredActions {
  const stored = readProposals(database);
  const byId = new Map(stored.map((one) => [one.id, one]));
  for (const { reason, ...expected } of proposals) {
    const same = stored.filter((one) => one.reason === reason);
    const isKept = same.length === 1 && sameProposal(same[0], expected);
    if (!isKept) throw new Violation(`The proposal with ${reason} is stored differently.`);
  }
  for (const { id, ending, by } of ends) {
    const found = byId.get(id);
    if (found?.ending === ending && found.endedBy === by) continue;
    throw new Violation(`Action ${String(id)} was ${ending} by ${by}, but this is not stored.`);
  }
  const confirmed = stored.filter(({ ending }) => ending === 'confirmed');
  for (const { id, by, endedBy } of confirmed) {
    if (endedBy === null || endedBy === by) {
      throw new Violation(`Action ${String(id)} was confirmed without a second operator.`);
    }
  }
  auditEntries(database, stored);
  auditEffects(database, confirmed);
  auditStops(database, stops);
  auditSuspensions(database, suspensions);
  auditRecalls(database, confirmed);
  for (const [key, count] of views) {
    const [operator = '', consentId = ''] = JSON.parse(key) as readonly string[];
    const entries = database
      .prepare<[string, string], number>(
        `SELECT COUNT(*) FROM audit_entry WHERE action = 'paymentViewed' AND actor_id = ?
         AND json_extract(detail, '$.consentId') = ?`,
      )
      .pluck()
      .get(operator, consentId);
    if ((entries ?? 0) < count) throw new Violation(`A view of ${consentId} is not recorded.`);
  }
  const withdrawn = stored.filter(({ ending }) => ending === 'withdrawn').length;
  return { proposed: stored.length, confirmed: confirmed.length, withdrawn };
}

function readProposals(database: Sqlite.Database): readonly Proposal[] {
  return database
    .prepare<[], Proposal>(
      `SELECT id, action, subject, reason, proposed_by AS "by", ending, ended_by AS endedBy
       FROM operator_proposal`,
    )
    .all();
}

function sameProposal(
  stored: Proposal | undefined,
  expected: Pick<Proposal, 'action' | 'subject' | 'by'>,
): boolean {
  return (
    stored?.action === expected.action &&
    stored.subject === expected.subject &&
    stored.by === expected.by
  );
}

/** Checks that each proposal and each of its ends has exactly one entry in the audit log. */
function auditEntries(database: Sqlite.Database, stored: readonly Proposal[]): void {
  const entries = database
    .prepare<[], { action: string; id: number; by: string }>(
      `SELECT action, json_extract(detail, '$.proposal') AS id, actor_id AS "by" FROM audit_entry
       WHERE action IN ('actionProposed', 'actionConfirmed', 'actionWithdrawn')`,
    )
    .all()
    .map(({ action, id, by }) => `${action} ${String(id)} ${by}`)
    .toSorted();
  const expected = stored
    .flatMap(({ id, by, ending, endedBy }) => {
      const end = ending === 'confirmed' ? 'actionConfirmed' : 'actionWithdrawn';
      const isEnded = ending === 'confirmed' || ending === 'withdrawn';
      const number = String(id);
      return [
        `actionProposed ${number} ${by}`,
        ...(isEnded ? [`${end} ${number} ${endedBy ?? ''}`] : []),
      ];
    })
    .toSorted();
  if (JSON.stringify(entries) === JSON.stringify(expected)) return;
  throw new Violation('The audit log and the proposals differ.');
}

/** Checks that each effect of operators has one confirmed proposal, and vice versa. */
function auditEffects(database: Sqlite.Database, confirmed: readonly Proposal[]): void {
  for (const [action, effect] of Object.entries(EFFECTS)) {
    const effects = database
      .prepare<[string], string>(
        `SELECT actor_id FROM audit_entry WHERE action = ? AND actor_kind = 'operator'`,
      )
      .pluck()
      .all(effect)
      .toSorted();
    const expected = confirmed
      .filter((one) => one.action === action)
      .map(({ endedBy }) => endedBy ?? '')
      .toSorted();
    if (JSON.stringify(effects) === JSON.stringify(expected)) continue;
    throw new Violation(
      `${effect}: ${String(effects.length)} entries, ${String(expected.length)} confirmed.`,
    );
  }
}

/** Checks that each stop of a scheme is stored once, with its entry in the audit log. */
function auditStops(database: Sqlite.Database, stops: readonly string[]): void {
  const stored = database.prepare<[], string>('SELECT reason FROM scheme_stop').pluck().all();
  const entries = database
    .prepare<[], number>(`SELECT COUNT(*) FROM audit_entry WHERE action = 'schemeStopped'`)
    .pluck()
    .get();
  if (entries !== stored.length) throw new Violation('The audit log and the stops differ.');
  const missing = stops.find((reason) => stored.filter((one) => one === reason).length !== 1);
  if (missing !== undefined) throw new Violation(`The stop with ${missing} is not stored once.`);
}

/** Checks that each suspension and each end of one has an entry in the audit log. */
function auditSuspensions(database: Sqlite.Database, suspensions: readonly string[]): void {
  const entries = database
    .prepare<[], string>(
      `SELECT json_extract(detail, '$.reason') FROM audit_entry WHERE action = 'tppSuspended'`,
    )
    .pluck()
    .all();
  const missing = suspensions.find(
    (reason) => entries.filter((one) => one === reason).length !== 1,
  );
  if (missing !== undefined)
    throw new Violation(`The suspension with ${missing} is not stored once.`);
  const [resumed, suspended] = [
    countIn(database, `audit_entry WHERE action = 'tppResumed'`),
    countIn(database, 'organisation WHERE suspended_at IS NOT NULL'),
  ];
  if (entries.length - resumed === suspended) return;
  throw new Violation('The audit log and the suspensions differ.');
}

/** Checks that each confirmed recall is stored once, and that no credit came back twice. */
function auditRecalls(database: Sqlite.Database, confirmed: readonly Proposal[]): void {
  const recalls = countIn(database, `scheme_recall WHERE requested_by_kind = 'operator'`);
  const expected = confirmed.filter(({ action }) => action === 'recallCredit').length;
  if (recalls !== expected) {
    throw new Violation(`${String(recalls)} recalls, ${String(expected)} confirmed.`);
  }
  const twice = countIn(
    database,
    `(SELECT 1 FROM transfer WHERE kind IN ('returned-credit', 'late-return')
      GROUP BY payment_id, batch, payment_index HAVING COUNT(*) > 1)`,
  );
  if (twice > 0) throw new Violation(`${String(twice)} credits came back twice.`);
}

/** Returns the number of rows of a table or query. */
function countIn(database: Sqlite.Database, from: string): number {
  return database.prepare<[], number>(`SELECT COUNT(*) FROM ${from}`).pluck().get() ?? 0;
}
