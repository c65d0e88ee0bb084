import { expect, test } from 'vitest';
import { mergeableOf } from '../../../../src/store/postgres/database/statement-batching.ts';
import { textOf } from '../../../../src/store/postgres/database/sql-text.ts';
import { engine } from '../../../../src/store/postgres/engine.ts';
import { InboxLog } from '../../../../src/store/postgres/repositories/audit-inbox.ts';
import { claimsInRows } from '../../../../src/store/postgres/repositories/claims.ts';
import { noTokenCache } from '../../../../src/store/repositories/access/token-cache.ts';
import type { Engine } from '../../../../src/store/repositories/engine.ts';
import { openRepositories } from '../../../../src/store/repositories/repositories.ts';

/** Returns all statements that the repositories prepare for PostgreSQL. */
function prepared(): readonly string[] {
  const found: string[] = [];
  const listening: Engine = {
    ...engine,
    prepare: (sql) => {
      found.push(typeof sql === 'string' ? sql : sql.postgres);
      return engine.prepare(sql);
    },
  };
  openRepositories(listening, {
    auditLog: new InboxLog(
      Date.now,
      () => [],
      () => undefined,
    ),
    accessCache: noTokenCache,
    claimsOf: () => claimsInRows,
  });
  return found.map((sql) => textOf(sql).sql.replaceAll(/\s+/g, ' ').trim());
}

/**
 * Returns true if the statement can be merged: as a query for its rows, or as a write without a
 * result.
 */
const isMerged = (sql: string): boolean =>
  mergeableOf({ sql, names: null }, sql.startsWith('SELECT') ? 'rows' : 'none') !== null;

/** Beginnings of the statements that are not merged. */
const ALONE = [
  // Executed once at a start, when the bank file is read.
  'DELETE FROM credential WHERE user_id IN',
  'DELETE FROM customer_session WHERE user_id IN',
  'DELETE FROM passkey WHERE user_id IN',
  // Rare: an outcome that an operator proposes.
  'INSERT INTO scheme_proposal',
  // Rare: a return about which an operator must decide.
  "INSERT INTO scheme_problem (kind, code, delivery, message_id, payment_index) SELECT 'return'",
  // Already about many rows: expired ones, and the jobs of one group.
  'DELETE FROM idempotency_key WHERE id IN',
  'DELETE FROM work WHERE id IN',
];

test('every statement of the repositories can be merged, except rare ones and those about many rows', () => {
  const alone = prepared().filter((sql) => !isMerged(sql));
  expect(alone.filter((sql) => !ALONE.some((begin) => sql.startsWith(begin)))).toEqual([]);
  expect(ALONE.filter((begin) => !alone.some((sql) => sql.startsWith(begin)))).toEqual([]);
});
