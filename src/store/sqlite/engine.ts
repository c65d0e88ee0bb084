import type { Statement as SqliteStatement } from 'better-sqlite3';
import { assert } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
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
import type { Database } from './database/database.ts';

/**
 * Runs a query or command to its end. SQLite executes statements synchronously, so the generator
 * never yields.
 */
export function runSync<Value>(run: DbCommand<Value>): Value {
  const end = run.next();
  assert(end.done === true, 'a command on SQLite runs without yielding');
  return end.value;
}

/**
 * Returns the `Engine` for SQLite. Only this process writes to the database, so no row locks are
 * needed.
 */
export function engineOf(database: Database): Engine {
  return {
    prepare: <Bound extends Bindings, Row>(sql: Sql) =>
      new SynchronousStatement<Bound, Row>(database, typeof sql === 'string' ? sql : sql.sqlite),
    prepareClearExpired: (table, key) =>
      new SynchronousStatement<[now: Instant, limit: number], never>(
        database,
        `DELETE FROM ${table} WHERE (${key}) IN (
           SELECT ${key} FROM ${table} WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
      ),
    lock: () => NO_LOCK,
    transactionCache: () => NO_CACHE,
    mapConcurrently: mapInOrder,
  };
}

/** A parameter that is compared: `id = ?`, `expires_at > @now`, `day BETWEEN ? AND ?`. */
const COMPARED_PARAMETER = /([=<>]|\bBETWEEN|\bAND)\s*(?=[?@])/g;

/**
 * Returns a statement whose plan does not depend on the bound values (docs/decisions, 120).
 *
 * SQLite with STAT4, as better-sqlite3 compiles it, prepares a statement again at each execution if
 * a value that is compared with a column has changed. A unary plus hides the parameter from the
 * planner. It changes neither the value nor its comparison.
 */
function withStablePlan(sql: string): string {
  return sql.replaceAll(COMPARED_PARAMETER, '$1 +');
}

/** A lock that does nothing, because only one transaction writes at a time. */
const NO_LOCK: Lock = {
  *acquire() {
    // Do nothing, because no other transaction can lock the rows.
  },
};

/** A cache that stores nothing, because reading a row is just as fast. */
const NO_CACHE: TransactionCache<never> = {
  *get() {
    return undefined;
  },
  *set() {
    // Do nothing, because the row already contains the value.
  },
};

function* mapInOrder<Item, Value>(
  items: readonly Item[],
  run: (item: Item) => DbCommand<Value>,
): DbCommand<readonly Value[]> {
  const values: Value[] = [];
  for (const item of items) values.push(yield* run(item));
  return values;
}

/**
 * A statement that is executed synchronously. It is prepared at the first execution, because
 * preparing all statements would delay each start.
 */
export class SynchronousStatement<Bound extends Bindings, Row> implements Statement<Bound, Row> {
  /** The SQL that SQLite prepares. */
  readonly sql: string;
  readonly #database: Database;
  #isPlucked = false;
  #prepared: SqliteStatement<unknown[], Row> | null = null;

  constructor(database: Database, sql: string) {
    this.#database = database;
    this.sql = withStablePlan(sql);
  }

  *get(...args: Arguments<Bound>): DbCommand<Row | undefined> {
    return this.#statement.get(...(args as readonly unknown[]));
  }

  *all(...args: Arguments<Bound>): DbCommand<readonly Row[]> {
    return this.#statement.all(...(args as readonly unknown[]));
  }

  *run(...args: Arguments<Bound>): DbCommand<number> {
    return this.#statement.run(...(args as readonly unknown[])).changes;
  }

  *write(...args: Arguments<Bound>): DbCommand<void> {
    this.#statement.run(...(args as readonly unknown[]));
  }

  pluck(): this {
    this.#isPlucked = true;
    return this;
  }

  get #statement(): SqliteStatement<unknown[], Row> {
    return (this.#prepared ??= this.#prepare());
  }

  #prepare(): SqliteStatement<unknown[], Row> {
    const statement = this.#database.prepare<unknown[], Row>(this.sql);
    return this.#isPlucked ? statement.pluck() : statement;
  }
}
