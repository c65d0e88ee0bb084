import type {
  Arguments,
  Engine,
  Bindings,
  Lock,
  TransactionCache,
  DbCommand,
  Sql,
  Statement,
} from '../repositories/engine.ts';
import { type Mergeable, mergeableOf, type Values } from './database/statement-batching.ts';
import type { Origin } from './database/writer-series.ts';
import { nameOf, storable, textOf } from './database/sql-text.ts';

interface WriteAsk {
  readonly kind: 'write';
  readonly query: Query;
  readonly values: Values;
}

/** What a run asks, and waits for. */
export type Ask =
  | { readonly kind: 'query'; readonly query: Query; readonly values: Values }
  | WriteAsk
  | { readonly kind: 'numbered'; readonly write: (origin: Origin) => WriteAsk }
  | { readonly kind: 'lock'; readonly lock: RowLock; readonly keys: readonly string[] }
  | { readonly kind: 'recall'; readonly key: string }
  | { readonly kind: 'note'; readonly key: string; readonly value: unknown }
  | { readonly kind: 'together'; readonly runs: readonly DbCommand<unknown>[] };

/** A statement as a connection executes it. */
export interface Query {
  readonly sql: string;
  readonly name: string;
  /** What of the result goes to whoever asks. */
  readonly answers: 'rows' | 'counts' | 'none';
  /** How several become one; null where they cannot. */
  readonly mergeable: Mergeable | null;
  /** Whether once is enough, however often a transaction asks. */
  readonly isTidying: boolean;
}

/** Rows that a transaction locks by a column. */
export interface RowLock {
  readonly name: string;
  readonly query: Query;
}

/**
 * PostgreSQL as the rooms know it. A statement does nothing here: it says what it asks, and whoever
 * drives the run has it done, beside what others ask at the same moment (docs/decisions, 101).
 */
export const engine: Engine = {
  prepare: <Bound extends Bindings = readonly unknown[], Row = unknown>(
    sql: Sql,
  ): Statement<Bound, Row> => statementOf(typeof sql === 'string' ? sql : sql.postgres, false),
  prepareClearExpired: (
    table: string,
    key: string,
  ): Statement<[now: number, limit: number], never> =>
    statementOf(
      `DELETE FROM ${table} WHERE (${key}) IN (
         SELECT ${key} FROM ${table} WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
         FOR UPDATE SKIP LOCKED)`,
      true,
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
    return (yield { kind: 'together', runs: items.map(run) } satisfies Ask) as readonly Value[];
  },
};

/**
 * Writes a row that carries its place in the series of its transaction; the place is given when all
 * else of the transaction is done.
 */
export function* writeNumbered<Bound extends object>(
  statement: Statement<Bound, unknown>,
  rowAt: (origin: Origin) => Bound,
): DbCommand<void> {
  const write = (origin: Origin): WriteAsk => {
    const given = [rowAt(origin)] as unknown as Arguments<Bound>;
    return statement.write(...given).next().value as WriteAsk;
  };
  yield { kind: 'numbered', write } satisfies Ask;
}

function queryOf(sql: string, answers: Query['answers'], isTidying = false): Query {
  const text = { sql, names: null };
  const mergeable = isTidying ? null : mergeableOf(text, answers);
  return { sql, name: nameOf(sql), answers, mergeable, isTidying };
}

function statementOf<Bound extends Bindings, Row>(
  shared: string,
  isTidying: boolean,
): Statement<Bound, Row> {
  const { sql, names } = textOf(shared);
  const rows = queryOf(sql, 'rows', isTidying);
  const counts = queryOf(sql, 'counts', isTidying);
  const none = queryOf(sql, 'none', isTidying);
  const valuesOf = (given: readonly unknown[]): Values =>
    names === null
      ? given.map(bindable)
      : names.map((name) => bindable((given[0] as Record<string, unknown>)[name]));
  let isPlucked = false;
  const read = (row: Record<string, unknown>): Row =>
    (isPlucked ? Object.values(row)[0] : row) as Row;
  return {
    *get(...given) {
      const ask = { kind: 'query', query: rows, values: valuesOf(given) } satisfies Ask;
      const [row] = (yield ask) as Record<string, unknown>[];
      return row && read(row);
    },
    *all(...given) {
      const ask = { kind: 'query', query: rows, values: valuesOf(given) } satisfies Ask;
      return ((yield ask) as Record<string, unknown>[]).map(read);
    },
    *run(...given) {
      return (yield {
        kind: 'query',
        query: counts,
        values: valuesOf(given),
      } satisfies Ask) as number;
    },
    *write(...given) {
      yield { kind: 'write', query: none, values: valuesOf(given) } satisfies Ask;
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
      if (keys.length > 0) yield { kind: 'lock', lock, keys: keys.map(storable) } satisfies Ask;
    },
  };
}

function transactionCacheOf<Value>(name: string): TransactionCache<Value> {
  return {
    *get(key) {
      return (yield { kind: 'recall', key: `${name}=${key}` } satisfies Ask) as Value | undefined;
    },
    *set(key, value) {
      yield { kind: 'note', key: `${name}=${key}`, value } satisfies Ask;
    },
  };
}
