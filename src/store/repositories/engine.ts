import type { Instant } from '../../shared/time.ts';

/**
 * A query or command as a generator. It yields a request to the engine and continues with the
 * result. Its only effects are rows, so an engine may answer at once, interleave several commands,
 * or run one again (docs/decisions, 100).
 */
export type DbCommand<Value> = Generator<unknown, Value, unknown>;

/** SQL text for both engines, or one text for each engine where their dialects differ. */
export type Sql = string | { readonly sqlite: string; readonly postgres: string };

/** Parameter values of a statement: a list for `?`, or an object for `@names`. */
export type Bindings = readonly unknown[] | object;

export type Arguments<Bound extends Bindings> = Bound extends readonly unknown[]
  ? Bound
  : [args: Bound];

export interface Statement<Bound extends Bindings, Row> {
  get(...args: Arguments<Bound>): DbCommand<Row | undefined>;
  all(...args: Arguments<Bound>): DbCommand<readonly Row[]>;
  /** Executes the statement and returns the number of changed rows. */
  run(...args: Arguments<Bound>): DbCommand<number>;
  /** Executes the statement without waiting for the number of changed rows. */
  write(...args: Arguments<Bound>): DbCommand<void>;
  /** Makes `get` and `all` return the value of the only column instead of an object. */
  pluck(): Statement<Bound, Row>;
}

/** A lock on rows of one table. The transaction holds it until it ends. */
export interface Lock {
  /**
   * Waits until no other transaction locks these rows, then locks them. Keys without a row are not
   * locked.
   */
  acquire(keys: readonly string[]): DbCommand<void>;
}

/**
 * Values read from locked rows, cached until the transaction ends. Only the transaction can change
 * these rows. SQLite reads its rows without a round trip, so it caches nothing.
 */
export interface TransactionCache<Value> {
  get(key: string): DbCommand<Value | undefined>;
  /** Stores a value. `undefined` removes it, so that it is read again. */
  set(key: string, value: Value | undefined): DbCommand<void>;
}

/** The database operations that the repositories use. SQLite and PostgreSQL implement it. */
export interface Engine {
  /** Prepares a statement. The column names of the result must be the member names of `Row`. */
  prepare<Bound extends Bindings = readonly unknown[], Row = unknown>(
    sql: Sql,
  ): Statement<Bound, Row>;
  /**
   * Prepares a statement that deletes up to `limit` rows whose `expires_at` has passed, oldest
   * first. A command executes it with `write` so that expired rows do not accumulate. An engine may
   * skip it if another command has just executed it.
   */
  prepareClearExpired(table: string, key: string): Statement<[now: Instant, limit: number], never>;
  /**
   * Returns a lock on the rows of a table, identified by a column. A command acquires it before it
   * reads what it decides on, if another command could change that. Lock order: consent, payment,
   * account. Rows of a user or a client have locks of their own.
   */
  lock(table: string, column: string): Lock;
  /** Returns the transaction's cache for one kind of rows. `name` identifies the kind. */
  transactionCache<Value>(name: string): TransactionCache<Value>;
  /**
   * Runs a command for each item and returns the results in the order of the items. The runs must
   * not depend on each other, because an engine may interleave them.
   */
  mapConcurrently<Item, Value>(
    items: readonly Item[],
    run: (item: Item) => DbCommand<Value>,
  ): DbCommand<readonly Value[]>;
}
