import type { Instant } from '../../shared/time.ts';

/**
 * What a query or a command is while it runs: it asks the engine, and goes on with the answer. It
 * does nothing but ask and decide, and leaves nothing behind but rows, so that an engine may answer
 * at once, let many run beside each other, or run one again (docs/decisions, 100).
 */
export type DbCommand<Value> = Generator<unknown, Value, unknown>;

/** A text for every engine, or one for each where they have no words in common. */
export type Sql = string | { readonly sqlite: string; readonly postgres: string };

/** What a statement is given: a list for its `?`, or an object for its `@names`. */
export type Bindings = readonly unknown[] | object;

export type Arguments<Bound extends Bindings> = Bound extends readonly unknown[]
  ? Bound
  : [args: Bound];

export interface Statement<Bound extends Bindings, Row> {
  get(...args: Arguments<Bound>): DbCommand<Row | undefined>;
  all(...args: Arguments<Bound>): DbCommand<readonly Row[]>;
  /** How many rows it changed. */
  run(...args: Arguments<Bound>): DbCommand<number>;
  /** Changes rows; goes on without being told how many. */
  write(...args: Arguments<Bound>): DbCommand<void>;
  /** The same statement, whose rows are the values of their one column. */
  pluck(): Statement<Bound, Row>;
}

/** Rows of a table that a command has to itself until its transaction ends. */
export interface Lock {
  /** Waits until nobody else has them. Of rows that are not there it promises nothing. */
  acquire(keys: readonly string[]): DbCommand<void>;
}

/**
 * What is known of rows that are locked: they are as the transaction left them, until it ends. An
 * engine that asks its rows at once knows nothing, and is asked.
 */
export interface TransactionCache<Value> {
  get(key: string): DbCommand<Value | undefined>;
  /** Undefined: it is to be asked again. */
  set(key: string, value: Value | undefined): DbCommand<void>;
}

/** What the rooms ask of an engine. */
export interface Engine {
  /** Prepares a statement; its rows' columns are to have the names that `Row` has. */
  prepare<Bound extends Bindings = readonly unknown[], Row = unknown>(
    sql: Sql,
  ): Statement<Bound, Row>;
  /**
   * Deletes rows of a table whose time (`expires_at`) is over, the oldest first, so many at most.
   * Given beside a command with `write`, so that they never pile up, it may be left out where
   * others have just done it.
   */
  prepareClearExpired(table: string, key: string): Statement<[now: Instant, limit: number], never>;
  /**
   * A lock on the rows of a table, named by a column. A command that decides upon what it found
   * takes the lock first, where another could change that meanwhile. Locks are taken in this order:
   * consent, payment, account; what belongs to a person or a client has one of its own.
   */
  lock(table: string, column: string): Lock;
  /** A memory of a transaction for rows of one kind, which it is named after. */
  transactionCache<Value>(name: string): TransactionCache<Value>;
  /** Runs the same for each of several, none of which minds the others; in their order. */
  mapConcurrently<Item, Value>(
    items: readonly Item[],
    run: (one: Item) => DbCommand<Value>,
  ): DbCommand<readonly Value[]>;
}
