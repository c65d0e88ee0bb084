import type { Instant } from '../../shared/time.ts';
import {
  type Arguments,
  type Engine,
  type Bindings,
  type Lock,
  type TransactionCache,
  type DbCommand,
  type Sql,
  type Statement,
  selectOnce,
} from '../repositories/engine.ts';
import { type Mergeable, mergeableOf, type Values } from './database/statement-batching.ts';
import type { Origin } from './database/writer-series.ts';
import { nameOf, storable, textOf } from './database/sql-text.ts';

interface WriteRequest {
  readonly kind: 'write';
  readonly query: Query;
  readonly values: Values;
}

/**
 * A request that a command yields. The scheduler executes it and resumes the command with the
 * result.
 */
export type DbRequest =
  | { readonly kind: 'query'; readonly query: Query; readonly values: Values }
  | WriteRequest
  | { readonly kind: 'numbered'; readonly write: (origin: Origin) => WriteRequest }
  | { readonly kind: 'lock'; readonly lock: RowLock; readonly keys: readonly string[] }
  | { readonly kind: 'recall'; readonly key: string }
  | { readonly kind: 'note'; readonly key: string; readonly value: unknown }
  | { readonly kind: 'together'; readonly runs: readonly DbCommand<unknown>[] };

/**
 * SQL for the current time of the database's clock, in milliseconds. All nodes use this clock, so
 * their own clocks need not agree.
 */
export const NOW_MS = 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)';

/** A statement in the form that a connection executes. */
export interface Query {
  readonly sql: string;
  readonly name: string;
  /** Result that the command receives: the rows, the number of changed rows, or nothing. */
  readonly answers: 'rows' | 'counts' | 'none';
  /**
   * Describes how several executions are merged into one statement. Null if they cannot be merged.
   */
  readonly mergeable: Mergeable | null;
}

/** Rows that a transaction locks. They are identified by the value of one column. */
export interface RowLock {
  readonly name: string;
  readonly query: Query;
}

/**
 * The `Engine` of the repositories for PostgreSQL.
 *
 * Preparing or calling a statement executes nothing. It yields a request, which the batch scheduler
 * executes together with the requests of other commands (docs/decisions, 101).
 */
export const engine: Engine = {
  prepare: <Bound extends Bindings = readonly unknown[], Row = unknown>(
    sql: Sql,
  ): Statement<Bound, Row> => statementOf(typeof sql === 'string' ? sql : sql.postgres),
  prepareClearExpired: (
    table: string,
    key: string,
  ): Statement<[now: Instant, limit: number], never> =>
    statementOf(
      `DELETE FROM ${table} WHERE (${key}) IN (${selectOnce(
        `SELECT ${key} FROM ${table} WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
         FOR UPDATE SKIP LOCKED`,
      )})`,
    ),
  lock: lockOf,
  transactionCache: transactionCacheOf,
  *mapConcurrently<Item, Value>(
    items: readonly Item[],
    run: (one: Item) => DbCommand<Value>,
  ): DbCommand<readonly Value[]> {
    const [only] = items;
    if (only === undefined) return [];
    if (items.length === 1) return [yield* run(only)];
    return (yield {
      kind: 'together',
      runs: items.map(run),
    } satisfies DbRequest) as readonly Value[];
  },
};

/**
 * Writes an audit row that contains its number in the transaction's writer series. The number is
 * assigned after all other work of the transaction.
 */
export function* writeNumbered<Bound extends object>(
  statement: Statement<Bound, unknown>,
  rowAt: (origin: Origin) => Bound,
): DbCommand<void> {
  const write = (origin: Origin): WriteRequest => {
    const args = [rowAt(origin)] as unknown as Arguments<Bound>;
    return statement.write(...args).next().value as WriteRequest;
  };
  yield { kind: 'numbered', write } satisfies DbRequest;
}

function queryOf(sql: string, answers: Query['answers']): Query {
  const mergeable = mergeableOf({ sql, names: null }, answers);
  return { sql, name: nameOf(sql), answers, mergeable };
}

function statementOf<Bound extends Bindings, Row>(shared: string): Statement<Bound, Row> {
  const { sql, names } = textOf(shared);
  const rows = queryOf(sql, 'rows');
  const counts = queryOf(sql, 'counts');
  const none = queryOf(sql, 'none');
  const valuesOf = (args: readonly unknown[]): Values =>
    names === null
      ? args.map(bindable)
      : names.map((name) => bindable((args[0] as Record<string, unknown>)[name]));
  let isPlucked = false;
  const read = (row: Record<string, unknown>): Row =>
    (isPlucked ? Object.values(row)[0] : row) as Row;
  return {
    *get(...args) {
      const request = { kind: 'query', query: rows, values: valuesOf(args) } satisfies DbRequest;
      const [row] = (yield request) as Record<string, unknown>[];
      return row && read(row);
    },
    *all(...args) {
      const request = { kind: 'query', query: rows, values: valuesOf(args) } satisfies DbRequest;
      return ((yield request) as Record<string, unknown>[]).map(read);
    },
    *run(...args) {
      return (yield {
        kind: 'query',
        query: counts,
        values: valuesOf(args),
      } satisfies DbRequest) as number;
    },
    *write(...args) {
      yield { kind: 'write', query: none, values: valuesOf(args) } satisfies DbRequest;
    },
    pluck() {
      isPlucked = true;
      return this;
    },
  };
}

const bindable = (value: unknown): unknown =>
  typeof value === 'string' ? storable(value) : (value ?? null);

function lockOf(table: string, column: string): Lock {
  const sql = `SELECT 1 FROM ${table} WHERE ${column} = ANY($1) ORDER BY ${column}
    FOR NO KEY UPDATE`;
  const lock: RowLock = { name: `${table}.${column}`, query: queryOf(sql, 'none') };
  return {
    *acquire(keys) {
      if (keys.length > 0)
        yield { kind: 'lock', lock, keys: keys.map(storable) } satisfies DbRequest;
    },
  };
}

function transactionCacheOf<Value>(name: string): TransactionCache<Value> {
  return {
    *get(key) {
      return (yield { kind: 'recall', key: `${name}=${key}` } satisfies DbRequest) as
        Value | undefined;
    },
    *set(key, value) {
      yield { kind: 'note', key: `${name}=${key}`, value } satisfies DbRequest;
    },
  };
}
