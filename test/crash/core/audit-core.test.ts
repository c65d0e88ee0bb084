import Sqlite from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/simulators/core/database.ts';
import { auditCore } from './audit-core.ts';

/* The audit of the core must detect each of these errors. */

const ACCOUNT = '11280001234569';
const OPENING_PENCE = 500_00;

const SERVICE = `
  CREATE TABLE core_request (id INTEGER);
  CREATE TABLE core_entry (id TEXT, type TEXT, account TEXT, amount_pence INTEGER, booked_on TEXT);
  CREATE TABLE account (number TEXT, kind TEXT, customer_id TEXT);
  CREATE TABLE transfer (kind TEXT, debit_account TEXT, credit_account TEXT, amount_pence INTEGER,
    payment_id TEXT, batch INTEGER, payment_index INTEGER);
  INSERT INTO account VALUES ('${ACCOUNT}', 'current', 'northwind'), ('clearing:FPS', 'clearing', NULL);
  INSERT INTO transfer VALUES ('debit', '${ACCOUNT}', 'clearing:FPS', 70, 'P1', 0, NULL),
    ('returned-credit', 'clearing:FPS', '${ACCOUNT}', 20, 'P1', 0, 1),
    ('settlement', 'clearing:FPS', 'settlement:FPS', 50, 'P1', 0, 0);
  INSERT INTO core_entry VALUES ('post.P1.0.${ACCOUNT}.70', 'post', '${ACCOUNT}', 70, '2026-11-27'),
    ('returned-credit.P1.0.1', 'credit', '${ACCOUNT}', 20, '2026-11-27')`;

const CORE = `
  INSERT INTO account VALUES ('${ACCOUNT}', 'northwind', 'current', 'open', ${String(OPENING_PENCE - 50)}, 0);
  INSERT INTO operation VALUES
    ('P1.0.${ACCOUNT}.70', 'hold', '${ACCOUNT}', 70, NULL, NULL, 'posted', NULL, 0),
    ('P1.0.${ACCOUNT}.90', 'hold', '${ACCOUNT}', 90, NULL, NULL, 'released', NULL, 0),
    ('post.P1.0.${ACCOUNT}.70', 'post', '${ACCOUNT}', 70, 'P1.0.${ACCOUNT}.70', NULL, NULL,
     '2026-11-27', 0),
    ('returned-credit.P1.0.1', 'credit', '${ACCOUNT}', 20, NULL, NULL, NULL, '2026-11-27', 0)`;

let folder = '';
let service: Sqlite.Database;
let core: Sqlite.Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-core-'));
  service = new Sqlite(join(folder, 'service.db'));
  service.exec(SERVICE);
  core = openDatabase(folder);
  core.exec(CORE);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function audited(): ReturnType<typeof auditCore> {
  service.close();
  core.close();
  return auditCore(join(folder, 'service.db'), folder, 0);
}

describe('the audit of the core', () => {
  it('accepts equal records', () => {
    expect(audited()).toEqual({
      ...{ posts: 1, credits: 1, refusedHolds: 0, releasedHolds: 1, forgottenHolds: 0 },
    });
  });

  it.each<[string, string, string]>([
    ['a request that waits', 'INSERT INTO core_request VALUES (1)', '1 requests wait'],
    ['an entry that is not stored', "DELETE FROM core_entry WHERE type = 'post'", 'no entry post.'],
    ['an entry twice', 'INSERT INTO core_entry SELECT * FROM core_entry', 'core has no entry'],
    ['another amount', 'UPDATE transfer SET amount_pence = 71', 'core has no transfer debit'],
    ['a lost transfer', "DELETE FROM transfer WHERE kind = 'debit'", 'service has no transfer'],
    ['another kind', "UPDATE transfer SET kind = 'late-return' WHERE amount_pence = 20", 'late-'],
  ])('detects %s in the service', (_, change, problem) => {
    service.exec(change);
    expect(audited).toThrow(problem);
  });

  it.each<[string, string, string]>([
    ['an open hold', "UPDATE operation SET state = 'held' WHERE amount = 90", '1 holds are open'],
    ['a lost entry', "DELETE FROM operation WHERE type = 'credit'", 'The core has no entry'],
    [
      'an entry that is booked twice',
      `INSERT INTO operation SELECT 'post.P1.0.0.70', type, account, amount, hold_id, reason, state,
         booked_on, performed_at FROM operation WHERE type = 'post'`,
      'The service has no entry post.P1.0.0.70',
    ],
    ['a wrong balance', 'UPDATE account SET booked = booked + 1', `has ${String(499_51)} pence`],
    ['an amount that is held', 'UPDATE account SET held = 1', 'with 1 held'],
  ])('detects %s in the core', (_, change, problem) => {
    core.exec(change);
    expect(audited).toThrow(problem);
  });
});
