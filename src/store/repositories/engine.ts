import type { Instant } from '../../shared/time.ts';

/**
 * A query or command, written as a generator. It yields requests to the engine and receives the
 * results. It must change nothing but rows. Therefore an engine may execute it at once, interleave
 * several commands, or run a command again (docs/decisions, 100).
 */
export type DbCommand<Value> = Generator<unknown, Value, unknown>;

/** Runs a query or a command of a repository. */
export type Run = <Value>(run: () => DbCommand<Value>) => Promise<Value>;

/** SQL text for both engines. If their dialects differ, one text for each engine. */
export type Sql = string | { readonly sqlite: string; readonly postgres: string };

/** Parameter values of a statement: a list for `?`, or an object for `@names`. */
export type Bindings = readonly unknown[] | object;

export type Arguments<Bound extends Bindings> = Bound extends readonly unknown[]
  ? Bound
  : [args: Bound];

export interface Statement<Bound extends Bindings, Row> {
  get(...args: Arguments<Bound>): DbCommand<Row | undefined>;
  all(...args: Arguments<Bound>): DbCommand<readonly Row[]>;
  /** Executes the statement and returns the number of rows that it changed. */
  run(...args: Arguments<Bound>): DbCommand<number>;
  /** Executes the statement. Does not wait for the number of changed rows. */
  write(...args: Arguments<Bound>): DbCommand<void>;
  /** Makes `get` and `all` return plain values instead of objects, for a query with one column. */
  pluck(): Statement<Bound, Row>;
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
 * Caches values of locked rows until the end of the transaction, because no other transaction can
 * change these rows. SQLite reads rows without a round trip, so its implementation caches nothing.
 */
export interface TransactionCache<Value> {
  get(key: string): DbCommand<Value | undefined>;
  /** Caches a value. `undefined` removes the value, so that it is read again. */
  set(key: string, value: Value | undefined): DbCommand<void>;
}

/**
 * Returns a subquery for `IN (…)` that PostgreSQL executes only once. Without MATERIALIZED, a
 * nested loop could execute it for each row. With LIMIT and SKIP LOCKED it would then find other
 * rows each time and exceed the limit. If the subquery selects by a constant key, another table is
 * joined by the whole key of each row, and not by the constant alone.
 */
export const selectOnce = (select: string): string =>
  `WITH found AS MATERIALIZED (${select}) SELECT * FROM found`;

/** The database operations that the repositories use. SQLite and PostgreSQL implement it. */
export interface Engine {
  /** Prepares a statement. The columns of the result must be named like the fields of `Row`. */
  prepare<Bound extends Bindings = readonly unknown[], Row = unknown>(
    sql: Sql,
  ): Statement<Bound, Row>;
  /**
   * Prepares a statement that deletes up to `limit` expired rows, oldest first (those whose
   * `expires_at` has passed).
   */
  prepareClearExpired(table: string, key: string): Statement<[now: Instant, limit: number], never>;
  /**
   * Returns a lock on the rows of a table. A column identifies the rows. If a command decides
   * something based on rows that another command could change, it locks these rows before it reads
   * them. Commands must lock in this order: consent, payment, account. Users and clients have
   * separate locks.
   */
  lock(table: string, column: string): Lock;
  /** Returns the cache of the current transaction for one kind of rows, which `name` identifies. */
  transactionCache<Value>(name: string): TransactionCache<Value>;
  /**
   * Runs a command for each item and returns the results in the same order. An engine may
   * interleave the runs, so they must not depend on each other.
   */
  mapConcurrently<Item, Value>(
    items: readonly Item[],
    run: (item: Item) => DbCommand<Value>,
  ): DbCommand<readonly Value[]>;
}
