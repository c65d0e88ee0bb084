import { expectDefined } from '../../../shared/assert.ts';
import type { LockedRows } from '../../repositories/engine.ts';
import { lockQueryOf, type BoundQuery, type Query } from '../engine.ts';
import type { Connection, Result } from './connections.ts';
import { columnsOf, type Mergeable, type Values } from './statement-batching.ts';
import { nameOf } from './sql-text.ts';
import { rowKeyOf } from './write-buffer.ts';

/** Maximum number of statements that are merged into one. */
const MAX_MERGED = 1024;

/** Executes a statement once for each row of parameters. */
export async function executeAll(
  connection: Connection,
  query: Query,
  rows: readonly Values[],
): Promise<void> {
  const { mergeable } = query;
  const sent =
    mergeable === null || rows.length === 1
      ? rows.map((values) => connection.execute(query, values))
      : chunksOf(rows).map((chunk) => executeMerged(connection, mergeable, chunk));
  await allSettled(sent);
}

/** Rows of a table, by the values of a column. */
export interface RowsToLock {
  readonly rows: LockedRows;
  readonly keys: readonly string[];
}

/** Locks rows. Requests for rows of the same table and column become one statement. */
export function executeLocks(
  connection: Connection,
  requests: readonly RowsToLock[],
): readonly Promise<unknown>[] {
  const keysOf = new Map<Query, Set<string>>();
  for (const { rows, keys } of requests) {
    const query = lockQueryOf(rows);
    const known = keysOf.get(query) ?? new Set<string>();
    keysOf.set(query, known);
    for (const key of keys) known.add(key);
  }
  return [...keysOf].map(([query, keys]) => connection.execute(query, [[...keys].sort()]));
}

/**
 * Executes statements, merging those with the same text. Returns one result for each statement: its
 * rows, or the number of rows that it changed.
 */
export async function executeQueries(
  connection: Connection,
  queries: readonly BoundQuery[],
): Promise<readonly unknown[]> {
  const answers = new Array<unknown>(queries.length);
  const batches = batchesOf(queries).flatMap((group) => chunksOf(group));
  await allSettled(
    batches.map(async (indexes) => {
      const batch = indexes.map((index) => expectDefined(queries[index], 'a question'));
      const results = await executeBatch(connection, batch);
      for (const [at, index] of indexes.entries()) answers[index] = results[at];
    }),
  );
  return answers;
}

/** Executes statements that have the same text. Merges them if there are several. */
async function executeBatch(
  connection: Connection,
  batch: readonly BoundQuery[],
): Promise<readonly unknown[]> {
  const { query, values } = expectDefined(batch[0], 'a question');
  if (batch.length === 1 || query.mergeable === null) {
    return [resultOf(query, await connection.execute(query, values))];
  }
  const rows = batch.map((one) => one.values);
  const { rows: found } = await executeMerged(connection, query.mergeable, rows);
  const rowsOfEach = distribute(found, batch.length);
  return query.answers === 'counts' ? rowsOfEach.map((own) => own.length) : rowsOfEach;
}

function resultOf({ answers }: Query, { rows, changes }: Result): unknown {
  return answers === 'counts' ? changes : rows;
}

/**
 * Splits the rows of a merged statement among the statements that it replaced. Column `#` contains
 * the number of the original statement.
 */
function distribute(found: Result['rows'], queries: number): Result['rows'][] {
  const rowsOfEach = Array.from({ length: queries }, (): Result['rows'] => []);
  for (const { '#': number, ...row } of found) {
    expectDefined(rowsOfEach[Number(number) - 1], 'whose row it is').push(row);
  }
  return rowsOfEach;
}

function executeMerged(
  connection: Connection,
  mergeable: Mergeable,
  rows: readonly Values[],
): Promise<Result> {
  const { types, columns } = columnsOf(rows);
  const { sql, name } = mergedText(mergeable, types.join());
  return connection.execute({ sql, name }, columns);
}

const texts = new WeakMap<Mergeable, Map<string, { sql: string; name: string }>>();

/** Returns the text of the merged statement for columns of these types. The text is cached. */
function mergedText(mergeable: Mergeable, types: string) {
  const known = texts.get(mergeable) ?? new Map<string, { sql: string; name: string }>();
  texts.set(mergeable, known);
  const found = known.get(types);
  if (found !== undefined) return found;
  const columns = types.split(',').map((type) => (type === '' ? null : type));
  const sql = mergeable.textFor(columns as Parameters<Mergeable['textFor']>[0]);
  const statement = { sql, name: nameOf(sql) };
  known.set(types, statement);
  return statement;
}

/**
 * Groups the queries that can be merged, because they have the same text and concern different
 * rows. Returns the indexes of the queries in each group.
 */
function batchesOf(queries: readonly BoundQuery[]): readonly (readonly number[])[] {
  const batches: { query: Query; indexes: number[]; keys: Set<string> }[] = [];
  for (const [index, { query, values }] of queries.entries()) {
    const key = rowKeyOf(query, values);
    const fit = batches.find(
      (group) => group.query === query && key !== null && !(key !== '' && group.keys.has(key)),
    );
    const group = fit ?? { query, indexes: [], keys: new Set<string>() };
    if (fit === undefined) batches.push(group);
    group.indexes.push(index);
    if (key !== null) group.keys.add(key);
  }
  return batches.map((group) => group.indexes);
}

function chunksOf<One>(several: readonly One[]): (readonly One[])[] {
  const chunks: (readonly One[])[] = [];
  for (let at = 0; at < several.length; at += MAX_MERGED) {
    chunks.push(several.slice(at, at + MAX_MERGED));
  }
  return chunks;
}

/**
 * SQLSTATE that PostgreSQL reports for every statement after the failed one in a transaction. It
 * does not tell the cause.
 */
const ABORTED = '25P02';

/**
 * Waits until all statements have finished. If some failed, throws the first real error, not the
 * errors that followed from it.
 */
export async function allSettled(sent: readonly Promise<unknown>[]): Promise<void> {
  const failures = (await Promise.allSettled(sent)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason as Error & { readonly code?: unknown }] : [],
  );
  const failure = failures.find(({ code }) => code !== ABORTED) ?? failures[0];
  if (failure !== undefined) throw failure;
}
