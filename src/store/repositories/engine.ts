import { assert } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';

/**
 * A query or command, written as a generator. It yields requests to the engine and receives the
 * results. It must change nothing but rows. Therefore an engine may execute it at once, interleave
 * several commands, or run a command again (docs/decisions, 100).
 */
export type DbCommand<Value> = Generator<unknown, Value, unknown>;

/** Runs a query or a command of a repository. */
export type Run = <Value>(run: () => DbCommand<Value>) => Promise<Value>;

/**
 * A request that a command yields. PostgreSQL executes it, and resumes the command with the result.
 */
export type DbRequest =
  | StatementRequest
  | { readonly kind: 'lock'; readonly rows: LockedRows; readonly keys: readonly string[] }
  | { readonly kind: 'recall'; readonly key: string }
  | { readonly kind: 'note'; readonly key: string; readonly value: unknown }
  | { readonly kind: 'together'; readonly runs: readonly DbCommand<unknown>[] };

/**
 * Executes a statement. The result is its first row, all rows, the number of changed rows, or
 * nothing.
 */
export interface StatementRequest {
  readonly kind: 'get' | 'all' | 'run' | 'write';
  readonly statement: StatementText;
  readonly args: readonly unknown[];
}

/** The text of a statement in the dialect of each engine. */
export interface StatementText {
  readonly text: Readonly<Record<'sqlite' | 'postgres', string>>;
  /** True if the result has one column, and its rows are plain values. */
  readonly isPlucked: boolean;
}

/** SQL text for both engines. If their dialects differ, one text for each engine. */
export type Sql = string | StatementText['text'];

/** Parameter values of a statement: a list for `?`, or an object for `@names`. */
export type Bindings = readonly unknown[] | object;

export type Arguments<Bound extends Bindings> = Bound extends readonly unknown[]
  ? Bound
  : [args: Bound];

/** Executes a statement at once, and returns the result that `StatementRequest` describes. */
export type Execute = (
  kind: StatementRequest['kind'],
  statement: StatementText,
  args: readonly unknown[],
) => unknown;

/** Executes the statements of the command that runs now, if its engine is synchronous. */
let executeNow: Execute | null = null;

/**
 * Runs a command to its end with a synchronous engine, which receives the statements as calls. The
 * command yields nothing, because a request that passes through all its generators would make it
 * some percent slower.
 */
export function runSync<Value>(command: DbCommand<Value>, execute: Execute): Value {
  const outer = executeNow;
  executeNow = execute;
  try {
    const end = command.next();
    assert(end.done === true, 'a command yields nothing to a synchronous engine');
    return end.value;
  } finally {
    executeNow = outer;
  }
}

/** A statement, which belongs to no database. Calling a method yields a request to the engine. */
export class Statement<Bound extends Bindings, Row> implements StatementText {
  readonly text: StatementText['text'];
  readonly isPlucked: boolean;
  readonly #read: ((row: never) => Row) | null;

  constructor(sql: Sql, isPlucked = false, read: ((row: never) => Row) | null = null) {
    const { sqlite, postgres } = typeof sql === 'string' ? { sqlite: sql, postgres: sql } : sql;
    this.text = { sqlite: sqlite.trim(), postgres: postgres.trim() };
    this.isPlucked = isPlucked;
    this.#read = read;
  }

  *get(...args: Arguments<Bound>): DbCommand<Row | undefined> {
    const row =
      executeNow === null ? yield this.#request('get', args) : executeNow('get', this, args);
    return row === undefined || this.#read === null ? (row as Row) : this.#read(row as never);
  }

  *all(...args: Arguments<Bound>): DbCommand<readonly Row[]> {
    const rows =
      executeNow === null ? yield this.#request('all', args) : executeNow('all', this, args);
    return this.#read === null ? (rows as readonly Row[]) : (rows as never[]).map(this.#read);
  }

  /** Executes the statement and returns the number of rows that it changed. */
  *run(...args: Arguments<Bound>): DbCommand<number> {
    return (
      executeNow === null ? yield this.#request('run', args) : executeNow('run', this, args)
    ) as number;
  }

  /** Executes the statement. Does not wait for the number of changed rows. */
  *write(...args: Arguments<Bound>): DbCommand<void> {
    if (executeNow === null) yield this.#request('write', args);
    else executeNow('write', this, args);
  }

  /** Makes `get` and `all` return plain values instead of objects, for a query with one column. */
  pluck(): Statement<Bound, Row> {
    return new Statement(this.text, true, this.#read);
  }

  /** Makes `get` and `all` return the results of a function that receives the rows. */
  as<Result>(read: (row: Row) => Result): Statement<Bound, Result> {
    return new Statement<Bound, Result>(this.text, this.isPlucked, read);
  }

  #request(kind: StatementRequest['kind'], args: readonly unknown[]): StatementRequest {
    return { kind, statement: this, args };
  }
}

/** Returns a statement. The columns of its result must be named like the fields of `Row`. */
export function sql<Bound extends Bindings = readonly unknown[], Row = unknown>(
  text: Sql,
): Statement<Bound, Row> {
  return new Statement(text);
}

/**
 * Returns a subquery for `IN (…)` that PostgreSQL executes only once. Without MATERIALIZED, a
 * nested loop could execute it for each row. With LIMIT and SKIP LOCKED it would then find other
 * rows each time and exceed the limit. If the subquery selects by a constant key, another table is
 * joined by the whole key of each row, and not by the constant alone.
 */
export const selectOnce = (select: string): string =>
  `WITH found AS MATERIALIZED (${select}) SELECT * FROM found`;

/**
 * Returns a statement that deletes up to `limit` expired rows, oldest first (those whose
 * `expires_at` has passed).
 */
export function clearExpired(
  table: string,
  key: string,
): Statement<[now: Instant, limit: number], never> {
  const expired = `SELECT ${key} FROM ${table} WHERE expires_at <= ? ORDER BY expires_at LIMIT ?`;
  const remove = (selected: string): string =>
    `DELETE FROM ${table} WHERE (${key}) IN (${selected})`;
  return sql({
    sqlite: remove(expired),
    postgres: remove(selectOnce(`${expired} FOR UPDATE SKIP LOCKED`)),
  });
}

/** Rows of one table that a transaction locks. A column identifies the rows. */
export interface LockedRows {
  readonly table: string;
  readonly column: string;
}

/** Locks rows of one table until the end of the transaction. */
export interface Lock {
  /**
   * Waits until no other transaction has locked these rows, and then locks them. Keys without a row
   * are ignored.
   */
  acquire(keys: readonly string[]): DbCommand<void>;
}

/**
 * Returns a lock on the rows of a table. A column identifies the rows. If a command decides
 * something based on rows that another command could change, it locks these rows before it reads
 * them. Commands must lock in this order: consent, payment, account. Users and clients have
 * separate locks. SQLite locks nothing, because only one transaction writes at a time.
 */
export function rowLock(table: string, column: string): Lock {
  const rows = { table, column };
  return {
    *acquire(keys) {
      if (executeNow === null && keys.length > 0)
        yield { kind: 'lock', rows, keys } satisfies DbRequest;
    },
  };
}

/**
 * Caches values of locked rows until the end of the transaction, because no other transaction can
 * change these rows. SQLite reads rows without a round trip, so it caches nothing.
 */
export interface TransactionCache<Value> {
  get(key: string): DbCommand<Value | undefined>;
  /** Caches a value. `undefined` removes the value, so that it is read again. */
  set(key: string, value: Value | undefined): DbCommand<void>;
}

/** Returns the cache of the current transaction for one kind of rows, which `name` identifies. */
export function transactionCache<Value>(name: string): TransactionCache<Value> {
  return {
    *get(key) {
      if (executeNow !== null) return undefined;
      const recalled = yield { kind: 'recall', key: `${name}=${key}` } satisfies DbRequest;
      return recalled as Value | undefined;
    },
    *set(key, value) {
      if (executeNow === null)
        yield { kind: 'note', key: `${name}=${key}`, value } satisfies DbRequest;
    },
  };
}

/**
 * Runs a command for each item and returns the results in the same order. An engine may interleave
 * the runs, so they must not depend on each other.
 */
export function* mapConcurrently<Item, Value>(
  items: readonly Item[],
  run: (item: Item) => DbCommand<Value>,
): DbCommand<readonly Value[]> {
  const [only] = items;
  if (only === undefined) return [];
  if (items.length === 1) return [yield* run(only)];
  if (executeNow !== null) {
    const values: Value[] = [];
    for (const item of items) values.push(yield* run(item));
    return values;
  }
  const runs = items.map(run);
  return (yield { kind: 'together', runs } satisfies DbRequest) as readonly Value[];
}
