import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { sql, type DbCommand } from '../../../../src/store/repositories/engine.ts';
import { runnerOf, type RunSync } from '../../../../src/store/sqlite/engine.ts';

const NAME = sql<[], string>('SELECT name FROM one').pluck();

/** Returns the runner of a new database whose table `one` has one row with the name. */
function runnerWith(name: string): RunSync {
  const database = new Sqlite(':memory:');
  onTestFinished(() => {
    database.close();
  });
  database.exec(`CREATE TABLE one (name TEXT); INSERT INTO one VALUES ('${name}')`);
  return runnerOf(database);
}

test('the same statement reads the database whose command runs', () => {
  const [first, second] = [runnerWith('a'), runnerWith('b')];
  function* nested(): DbCommand<readonly unknown[]> {
    const inner = second(NAME.get());
    return [yield* NAME.get(), inner];
  }
  expect(first(nested())).toEqual(['a', 'b']);
  expect(second(NAME.get())).toBe('b');
});

test('a statement outside a command yields a request, also after a command has failed', () => {
  const run = runnerWith('a');
  expect(() => run(sql<[]>('SELECT 1 FROM missing').get())).toThrow('no such table');
  expect(NAME.get().next().value).toMatchObject({ kind: 'get', statement: NAME });
});

test('the function of a statement reads each row, and no row if there is none', () => {
  const run = runnerWith('a');
  const upper = NAME.as((name) => name.toUpperCase());
  expect(run(upper.all())).toEqual(['A']);
  expect(run(upper.get())).toBe('A');
  const none = sql<[], string>('SELECT name FROM one WHERE FALSE').pluck();
  expect(run(none.as((name) => name.toUpperCase()).get())).toBeUndefined();
});
