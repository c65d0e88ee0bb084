import type { Statement as SqliteStatement } from 'better-sqlite3';
import { assert } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import type {
  Arguments,
  Engine,
  Given,
  Lock,
  Memory,
  DbCommand,
  Sql,
  Statement,
} from '../repositories/engine.ts';
import type { Database } from './database/database.ts';

/** Runs a query or a command. SQLite answers at once, so that it runs to its end without a stop. */
export function finish<Value>(run: DbCommand<Value>): Value {
  const end = run.next();
  assert(end.done === true, 'what SQLite is asked it answers at once');
  return end.value;
}

/** SQLite as the rooms know it: one writer, which has every row to itself while it runs. */
export function engineOf(database: Database): Engine {
  return {
    prepare: <Bound extends Given, Row>(sql: Sql) =>
      new AtOnce<Bound, Row>(database.prepare(typeof sql === 'string' ? sql : sql.sqlite)),
    tidying: (table, key) =>
      new AtOnce<[now: Instant, most: number], never>(
        database.prepare(
          `DELETE FROM ${table} WHERE (${key}) IN (
             SELECT ${key} FROM ${table} WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
        ),
      ),
    lock: () => OWN,
    memory: () => NOTHING,
    together: inTurn,
  };
}

/** Whoever writes has all rows already. */
const OWN: Lock = {
  *take() {
    // There is nothing to wait for.
  },
};

/** A row is asked as fast as a memory. */
const NOTHING: Memory<never> = {
  *recall() {
    return undefined;
  },
  *note() {
    // It is in its row.
  },
};

function* inTurn<One, Value>(
  several: readonly One[],
  run: (one: One) => DbCommand<Value>,
): DbCommand<readonly Value[]> {
  const values: Value[] = [];
  for (const one of several) values.push(yield* run(one));
  return values;
}

/** A statement that is answered without a stop. */
class AtOnce<Bound extends Given, Row> implements Statement<Bound, Row> {
  readonly #statement: SqliteStatement<unknown[], Row>;

  constructor(statement: SqliteStatement<unknown[], Row>) {
    this.#statement = statement;
  }

  *get(...given: Arguments<Bound>): DbCommand<Row | undefined> {
    return this.#statement.get(...(given as readonly unknown[]));
  }

  *all(...given: Arguments<Bound>): DbCommand<readonly Row[]> {
    return this.#statement.all(...(given as readonly unknown[]));
  }

  *run(...given: Arguments<Bound>): DbCommand<number> {
    return this.#statement.run(...(given as readonly unknown[])).changes;
  }

  *write(...given: Arguments<Bound>): DbCommand<void> {
    this.#statement.run(...(given as readonly unknown[]));
  }

  pluck(): this {
    this.#statement.pluck();
    return this;
  }
}
