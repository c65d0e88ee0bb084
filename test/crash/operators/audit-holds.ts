import type Sqlite from 'better-sqlite3';
import type { CaseDecision } from '../../../src/domain/records/screening.ts';
import { readSnapshot } from '../hub/snapshot.ts';
import { Violation, type Story } from '../story.ts';
import type { AcknowledgedActions } from './acknowledged.ts';

/** Query for the payments that operators held. `debits`: number of bookings of the payment. */
const HELD = `SELECT c.id, c.payment_id AS paymentId, c.held_by AS heldBy, c.reasons,
  c.proposed_by AS proposedBy, c.decision, c.decided_by AS decidedBy, b.state,
  (SELECT COUNT(*) FROM transfer t WHERE t.payment_id = c.payment_id AND t.kind = 'debit') AS debits
  FROM screening_case c JOIN batch b ON b.payment_id = c.payment_id AND b.number = c.batch`;

/** Query for the entries of the audit log about held payments. */
const ENTRIES = `SELECT action, subject, actor_id AS "by", detail FROM audit_entry
  WHERE action IN ('paymentHeld', 'screeningProposed', 'screeningDecided', 'screeningWithdrawn')`;

/** A payment that an operator held. Each has one booking step. */
interface HeldPayment {
  readonly id: number;
  readonly paymentId: string;
  readonly heldBy: string;
  readonly reasons: string;
  readonly proposedBy: string | null;
  readonly decision: CaseDecision | null;
  readonly decidedBy: string | null;
  readonly state: string;
  readonly debits: number;
}

interface EntryRow {
  readonly action: string;
  readonly subject: string;
  readonly by: string;
  readonly detail: string;
}

interface Entry extends Omit<EntryRow, 'detail'> {
  readonly detail: {
    readonly caseId?: number;
    /** Ranges of numbers if several cases were decided together, for example `3-7 9`. */
    readonly cases?: string;
    readonly decision?: CaseDecision;
    readonly proposedBy?: string;
    readonly reason?: string;
  };
}

/** Counts of the payments that operators held. */
export interface HeldCounts {
  readonly held: number;
  readonly released: number;
  readonly rejected: number;
}

/**
 * Reads which payments operators have held and rejected. A payment that is not held, or was
 * released, must be executed. No operator may act meanwhile.
 */
export function followDecisions(databasePath: string, stories: readonly Story[]): void {
  const holdable = stories.filter(({ plan }) => plan.cancels?.when === 'held');
  if (holdable.length === 0) return;
  const held = readSnapshot(databasePath, readHeld);
  const decisions = new Map(held.map(({ paymentId, decision }) => [paymentId, decision]));
  for (const story of holdable) {
    for (const submission of story.taken) {
      const decision = decisions.get(submission.paymentId ?? '');
      const mayFail = decision === null || decision === 'reject';
      if (submission.cancellation !== 'done') submission.cancellation = mayFail ? 'asked' : 'no';
      else if (decision !== 'reject') story.fail('was cancelled without a rejection');
    }
  }
}

/**
 * Checks that no payment was booked while it was held or after its rejection, that a released one
 * was booked once at most, and that each action has exactly one entry in the audit log.
 *
 * @param isOver true if all payments have ended. Then each released payment was booked once.
 */
export function auditHolds(
  database: Sqlite.Database,
  acknowledged: AcknowledgedActions,
  isOver: boolean,
): HeldCounts {
  const held = readHeld(database);
  const entries = database.prepare<[], EntryRow>(ENTRIES).all().map(entryOf);
  for (const one of held) {
    auditBooking(one, isOver);
    auditCase(one, entries);
  }
  if (entries.filter(({ action }) => action === 'paymentHeld').length !== held.length) {
    throw new Violation('The audit log has holds that are not stored.');
  }
  auditAcknowledged(held, entries, acknowledged);
  const decided = (decision: CaseDecision) =>
    held.filter((one) => one.decision === decision).length;
  return { held: held.length, released: decided('release'), rejected: decided('reject') };
}

function readHeld(database: Sqlite.Database): readonly HeldPayment[] {
  return database.prepare<[], HeldPayment>(`${HELD} WHERE c.class = 'operator'`).all();
}

function entryOf({ detail, ...entry }: EntryRow): Entry {
  return { ...entry, detail: JSON.parse(detail) as Entry['detail'] };
}

function auditBooking({ paymentId, decision, state, debits }: HeldPayment, isOver: boolean): void {
  const fail = (what: string): never => {
    throw new Violation(`${paymentId} (${decision ?? 'held'}, ${state}): ${what}`);
  };
  if (debits > (decision === 'release' ? 1 : 0)) fail(`has ${String(debits)} debits`);
  if (decision === null && state !== 'waiting') fail('is held, but does not wait');
  if (!isOver) return;
  if (decision === 'release' && debits !== 1) fail('was released, but not booked');
  if (decision === 'reject' && state !== 'failed') fail('was rejected, but has not failed');
}

/** Checks that the hold of a payment and the decision about it have one entry each. */
function auditCase(
  { id, paymentId, heldBy, decision, decidedBy }: HeldPayment,
  entries: readonly Entry[],
): void {
  const about = entries.filter((entry) => casesOf(entry).includes(id));
  const holds = about.filter(({ action }) => action === 'paymentHeld');
  const isHeldOnce = holds.length === 1 && holds[0]?.by === heldBy;
  const decisions = about.filter(({ action }) => action === 'screeningDecided');
  const isDecidedOnce = decisions.every(
    ({ by, detail }) =>
      by === decidedBy && detail.decision === decision && detail.proposedBy !== by,
  );
  const isComplete = decisions.length === (decision === null ? 0 : 1);
  const isOfPayment = about.every(({ subject }) => subject === paymentId);
  if (isHeldOnce && isDecidedOnce && isComplete && isOfPayment) return;
  throw new Violation(`The audit log and case ${String(id)} differ.`);
}

function casesOf({ detail: { caseId, cases = '' } }: Entry): readonly number[] {
  if (caseId !== undefined) return [caseId];
  return cases.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

function auditAcknowledged(
  held: readonly HeldPayment[],
  entries: readonly Entry[],
  { holds, caseDecisions, caseWithdrawals }: AcknowledgedActions,
): void {
  for (const { paymentId, reason, by } of holds) {
    const same = held.filter(({ reasons }) => reasons === JSON.stringify([reason]));
    if (same.length === 1 && same[0]?.paymentId === paymentId && same[0].heldBy === by) continue;
    throw new Violation(`The hold with ${reason} is not stored once.`);
  }
  for (const { action, caseId, decision, by, reason } of caseDecisions) {
    const same = entries.filter((one) => one.action === action && one.detail.reason === reason);
    const [first] = same;
    const isSame = first?.by === by && first.detail.caseId === caseId;
    if (same.length === 1 && isSame && first.detail.decision === decision) continue;
    throw new Violation(`${action} with ${reason} is not in the audit log once.`);
  }
  const withdrawn = entries.filter(({ action }) => action === 'screeningWithdrawn').length;
  if (withdrawn < caseWithdrawals) throw new Violation('A withdrawal is not in the audit log.');
}
