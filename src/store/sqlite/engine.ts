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

/** Runs a query or a command. SQLite answers at once, so that it runs to its end without a stop. */
export function runSync<Value>(run: DbCommand<Value>): Value {
  const end = run.next();
  assert(end.done === true, 'what SQLite is asked it answers at once');
  return end.value;
}

/** SQLite as the rooms know it: one writer, which has every row to itself while it runs. */
export function engineOf(database: Database): Engine {
  return {
    prepare: <Bound extends Bindings, Row>(sql: Sql) =>
      new SynchronousStatement<Bound, Row>(
        database.prepare(typeof sql === 'string' ? sql : sql.sqlite),
      ),
    prepareClearExpired: (table, key) =>
      new SynchronousStatement<[now: Instant, limit: number], never>(
        database.prepare(
          `DELETE FROM ${table} WHERE (${key}) IN (
             SELECT ${key} FROM ${table} WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
        ),
      ),
    lock: () => OWN,
    transactionCache: () => NOTHING,
    mapConcurrently: mapInOrder,
  };
}

/** Whoever writes has all rows already. */
const OWN: Lock = {
  *acquire() {
    // There is nothing to wait for.
  },
};

/** A row is asked as fast as a memory. */
const NOTHING: TransactionCache<never> = {
  *get() {
    return undefined;
  },
  *set() {
    // It is in its row.
  },
};

function* mapInOrder<Item, Value>(
  items: readonly Item[],
  run: (one: Item) => DbCommand<Value>,
): DbCommand<readonly Value[]> {
  const values: Value[] = [];
  for (const one of items) values.push(yield* run(one));
  return values;
}

/** A statement that is answered without a stop. */
class SynchronousStatement<Bound extends Bindings, Row> implements Statement<Bound, Row> {
  readonly #statement: SqliteStatement<unknown[], Row>;

  constructor(statement: SqliteStatement<unknown[], Row>) {
    this.#statement = statement;
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
    this.#statement.pluck();
    return this;
  }
}
