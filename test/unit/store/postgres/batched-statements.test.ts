import { expect, test, vi } from 'vitest';
import { mergeableOf } from '../../../../src/store/postgres/database/statement-batching.ts';
import { postgresStatements } from '../../../helpers/postgres-statements.ts';

vi.mock(import('../../../../src/store/repositories/engine.ts'), async (original) => {
  const { noteStatements } = await import('../../../helpers/noted-statements.ts');
  return noteStatements(original);
});

/**
 * Returns true if the statement can be merged: as a query for its rows, or as a write without a
 * result.
 */
const isMerged = (sql: string): boolean =>
  mergeableOf({ sql, names: null }, sql.startsWith('SELECT') ? 'rows' : 'none') !== null;

/** Beginnings of the statements that are not merged. */
const ALONE = [
  // Rare: three every ten seconds of a node.
  'INSERT INTO api_day',
  // Rare: the end of an outage.
  'INSERT INTO node_run (run, started_at, seen_at, stopped) SELECT',
  // Executed once at a start, when the bank file is read.
  'DELETE FROM credential WHERE user_id IN',
  'DELETE FROM customer_session WHERE user_id IN',
  'DELETE FROM passkey WHERE user_id IN',
  // Rare: a return that ends a recall.
  "UPDATE scheme_recall SET state = 'returned'",
  // Rare: a return about which an operator must decide.
  "INSERT INTO scheme_problem (kind, code, delivery, message_id, payment_id, payment_index) SELECT 'return'",
  // Already about many rows: the steps and cases of a payment that an operator holds or releases.
  'INSERT INTO screening_case (payment_id, batch, cursor, class, reasons',
  'DELETE FROM work WHERE step',
  'UPDATE work SET (due_at, try_at)',
  // Already about many rows: segments that were merged, or all of them.
  'DELETE FROM search_segment',
  // Already about many rows: early decisions of the screening.
  'DELETE FROM screening_decision WHERE NOT EXISTS',
  // Already about many rows: expired ones, and the jobs of one group.
  'DELETE FROM idempotency_key WHERE id IN',
  'DELETE FROM token WHERE (hash) IN',
  'DELETE FROM authorisation_item WHERE (model, id) IN',
  'DELETE FROM customer_session WHERE (hash) IN',
  'DELETE FROM operator_session WHERE (hash) IN',
  'DELETE FROM event WHERE (sequence) IN',
  'DELETE FROM trace_context WHERE (subject) IN',
  'DELETE FROM work WHERE id IN',
  'DELETE FROM node_run WHERE',
  'DELETE FROM api_day WHERE',
];

test('every statement of the repositories can be merged, except rare ones and those about many rows', () => {
  const alone = postgresStatements().filter((sql) => !isMerged(sql));
  expect(alone.filter((sql) => !ALONE.some((begin) => sql.startsWith(begin)))).toEqual([]);
  expect(ALONE.filter((begin) => !alone.some((sql) => sql.startsWith(begin)))).toEqual([]);
});

test('no statement is divided inside a subquery when it is merged', () => {
  const merged = postgresStatements().flatMap((sql) => {
    const types = Array<'bigint'>(30).fill('bigint');
    return mergeableOf({ sql, names: null }, 'none')?.textFor(types) ?? [];
  });
  expect(merged.filter((sql) => /FROM \w+ FROM unnest/.test(sql))).toEqual([]);
});
