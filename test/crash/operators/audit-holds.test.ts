import Sqlite from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseDecision } from '../../../src/domain/records/screening.ts';
import { actorOf, type Act } from '../../../src/domain/records/audit.ts';
import { openSqliteStore } from '../../../src/store/sqlite/index.ts';
import { BANK, batchOf, LATER, NOW, submit } from '../../contract/store/fixtures.ts';
import { AcknowledgedActions } from './acknowledged.ts';
import { auditHolds } from './audit-holds.ts';

/* The audit of held payments must detect each of these errors. */

const by = (id: string): Act => ({ at: LATER, by: actorOf({ kind: 'operator', id }) });
const DECISIONS: readonly (readonly [string, CaseDecision | undefined])[] = [
  ['held', undefined],
  ['released', 'release'],
  ['rejected', 'reject'],
];

const folder = mkdtempSync(join(tmpdir(), 'pis-audit-holds-'));
const acknowledged = new AcknowledgedActions();
let database: Sqlite.Database;

beforeAll(async () => {
  const path = join(folder, 'service.db');
  const store = openSqliteStore(path, () => NOW);
  await store.seed(BANK, NOW);
  for (const [index, [paymentId, decision]] of DECISIONS.entries()) {
    await submit(store, paymentId, [batchOf(1, 100)]);
    const reason = `Hold ${paymentId}`;
    await store.holdPayment(paymentId, reason, by('ann'));
    acknowledged.holds.push({ paymentId, reason, by: 'ann' });
    if (decision === undefined) continue;
    const [caseId, shared] = [index + 1, { decision, reason: `Decide ${paymentId}` }];
    await store.decideCase({ id: caseId, decision, reason: 'r' }, by('ann'));
    await store.decideCase({ id: caseId, ...shared }, by('ben'));
    acknowledged.caseDecisions.push({ action: 'screeningDecided', caseId, by: 'ben', ...shared });
  }
  await store.close();
  database = new Sqlite(path);
  database.exec('DROP TRIGGER audit_entry_is_kept; DROP TRIGGER audit_entry_is_final;');
});

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** Audits the database with a change, which is undone afterwards. */
function audited(change: string, isOver = false) {
  database.exec('BEGIN');
  try {
    database.exec(change);
    return auditHolds(database, acknowledged, isOver);
  } finally {
    database.exec('ROLLBACK');
  }
}

/** Returns the statement that debits a payment. */
const debit = (paymentId: string) =>
  `INSERT INTO transfer (kind, debit_account, credit_account, amount_pence, payment_id, batch,
   payment_index, reference, counterparty, booked_at)
   SELECT 'debit', debit_account, credit_account, 100, '${paymentId}', 0,
   (SELECT COUNT(*) FROM transfer), 'R', 'C', 0 FROM transfer LIMIT 1`;

/** Returns the statement that repeats the last entry of an action. */
const repeat = (action: string) =>
  `INSERT INTO audit_entry SELECT (SELECT MAX(sequence) + 1 FROM audit_entry), at, recorded_at,
   actor_kind, actor_id, certificate, interaction_id, address, action, subject, detail, hash
   FROM audit_entry WHERE action = '${action}' ORDER BY sequence DESC LIMIT 1`;

const entry = (action: string) => `audit_entry WHERE action = '${action}'`;
const failed = `UPDATE batch SET state = 'failed' WHERE payment_id = 'rejected'`;

describe('the audit of held payments', () => {
  it('accepts what the operators did', () => {
    expect(audited('')).toEqual({ held: 3, released: 1, rejected: 1 });
    expect(audited(`${debit('released')}; ${failed}`, true)).toMatchObject({ held: 3 });
  });

  it.each([
    ['a debit of a held payment', debit('held'), 'held (held, waiting): has 1 debits'],
    ['a debit of a rejected payment', debit('rejected'), 'has 1 debits'],
    ['two debits of a released one', `${debit('released')}; ${debit('released')}`, 'has 2 debits'],
    ['a lost hold', `DELETE FROM screening_case WHERE payment_id = 'held'`, 'that are not stored'],
    ['a repeated entry of a hold', repeat('paymentHeld'), 'differ'],
    ['a missing entry of a hold', `DELETE FROM ${entry('paymentHeld')}`, 'differ'],
    ['a repeated entry of a decision', repeat('screeningDecided'), 'differ'],
    ['a missing entry of a decision', `DELETE FROM ${entry('screeningDecided')}`, 'differ'],
    [
      'a decision by one operator',
      `UPDATE audit_entry SET detail = replace(detail, '"ann"', '"ben"')
       WHERE action = 'screeningDecided'`,
      'differ',
    ],
    [
      'another reason of a hold',
      `UPDATE screening_case SET reasons = '["Other"]' WHERE payment_id = 'held'`,
      'is not stored once',
    ],
    [
      'another reason of a decision',
      `UPDATE audit_entry SET detail = replace(detail, 'Decide', 'Other')
       WHERE action = 'screeningDecided'`,
      'is not in the audit log once',
    ],
  ])('detects %s', (_, change, problem) => {
    expect(() => audited(change)).toThrow(problem);
  });

  it.each([
    ['a released payment that was not booked', failed, 'was released, but not booked'],
    ['a rejected payment that waits', debit('released'), 'was rejected, but has not failed'],
  ])('detects at the end %s', (_, change, problem) => {
    expect(() => audited(change, true)).toThrow(problem);
  });
});
