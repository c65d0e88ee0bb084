import { expect, test } from 'vitest';
import { mergeableOf } from '../../../../src/store/postgres/database/statement-batching.ts';
import { textOf } from '../../../../src/store/postgres/database/sql-text.ts';
import { engine } from '../../../../src/store/postgres/engine.ts';
import { InboxLog } from '../../../../src/store/postgres/repositories/audit-inbox.ts';
import { claimsInRows } from '../../../../src/store/postgres/repositories/claims.ts';
import { noTokenCache } from '../../../../src/store/postgres/repositories/token-cache.ts';
import type { Engine } from '../../../../src/store/repositories/engine.ts';
import { openRepositories } from '../../../../src/store/repositories/repositories.ts';

/** All that the rooms prepare for PostgreSQL. */
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

/** A statement that is written is asked for nothing, and one that is read for its rows. */
const isMerged = (sql: string): boolean =>
  mergeableOf({ sql, names: null }, sql.startsWith('SELECT') ? 'rows' : 'none') !== null;

/** Beginnings of those that go by themselves. */
const ALONE = [
  // When the bank's file is read: once at a start.
  'DELETE FROM credential WHERE user_id IN',
  'DELETE FROM customer_session WHERE user_id IN',
  'DELETE FROM passkey WHERE user_id IN',
  // Of many rows already: those that have expired, and the steps of one group.
  'DELETE FROM idempotency_key WHERE id IN',
  'DELETE FROM work WHERE id IN',
];

test('what the rooms ask goes by itself only where it is of many rows already, or seldom', () => {
  const alone = prepared().filter((sql) => !isMerged(sql));
  expect(alone.filter((sql) => !ALONE.some((begin) => sql.startsWith(begin)))).toEqual([]);
  expect(ALONE.filter((begin) => !alone.some((sql) => sql.startsWith(begin)))).toEqual([]);
});
