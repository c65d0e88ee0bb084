import { describe, expect, test } from 'vitest';
import {
  Deadlock,
  BatchScheduler,
} from '../../../../src/store/postgres/database/batch-scheduler.ts';
import { mapConcurrently, type DbCommand } from '../../../../src/store/repositories/engine.ts';
import { FakeConnection, LOCKS, SQL } from './statements.ts';

/** Answers `find`, single and merged, with the name of each ID: `name of a`. */
function names(sql: string, values: readonly unknown[]): Record<string, unknown>[] {
  if (!sql.includes('SELECT name')) return [];
  const [given] = values;
  if (!Array.isArray(given)) return [{ name: `name of ${String(given)}` }];
  return given.map((id, index) => ({ '#': index + 1, name: `name of ${String(id)}` })).reverse();
}

const finish = (connection: FakeConnection, runs: readonly DbCommand<unknown>[]) =>
  new BatchScheduler(connection).finish(runs);

function* nameOf(id: string): DbCommand<string | undefined> {
  return (yield* SQL.find.get(id))?.name;
}

describe('the batch scheduler', () => {
  test('merges equal queries of several commands and gives each command its own rows', async () => {
    const connection = new FakeConnection(names);
    const runs = ['a', 'b', 'c'].map(nameOf);
    expect(await finish(connection, runs)).toEqual(['name of a', 'name of b', 'name of c']);
    expect(connection.executed.map(({ values }) => values)).toEqual([[['a', 'b', 'c']]]);
  });

  test('returns the results of commands without requests and sends nothing', async () => {
    const connection = new FakeConnection();
    function* three(): DbCommand<number> {
      return yield* mapConcurrently([], nameOf) as unknown as DbCommand<number>;
    }
    expect(await finish(connection, [three()])).toEqual([[]]);
    expect(connection.executed).toEqual([]);
  });

  test('sends the writes of a command before its next query, and at its end', async () => {
    const connection = new FakeConnection(names);
    function* command(id: string): DbCommand<void> {
      yield* SQL.add.write(id, 1);
      yield* SQL.find.get(id);
      yield* SQL.remove.write(id);
    }
    await finish(connection, [command('a'), command('b')]);
    expect(connection.summaries).toEqual([
      'INSERT INTO one ["a","b"] [1,1]',
      'SELECT given."#", found.* ["a","b"]',
      'DELETE FROM one ["a","b"]',
    ]);
  });

  test('sends writes without parameters, or with only null parameters, separately', async () => {
    const connection = new FakeConnection();
    function* command(): DbCommand<void> {
      yield* SQL.empty.write();
      yield* SQL.addNone.write(null);
    }
    await finish(connection, [command(), command()]);
    expect(connection.summaries).toEqual([
      ...['INSERT INTO one', 'INSERT INTO one null', 'INSERT INTO one', 'INSERT INTO one null'],
    ]);
    expect(connection.executed.every(({ sql }) => !sql.includes('unnest'))).toBe(true);
  });

  test('rejects with the error that a command throws', async () => {
    function* failing(): DbCommand<void> {
      yield* SQL.find.get('a');
      throw new Error('It is refused.');
    }
    const both = finish(new FakeConnection(names), [nameOf('a'), failing()]);
    await expect(both).rejects.toThrow('It is refused.');
  });

  test('rejects with the error that caused the other errors', async () => {
    const connection = new FakeConnection((sql) => {
      const isCause = sql.startsWith('DELETE');
      throw Object.assign(new Error(isCause ? 'the cause' : 'aborted'), {
        code: isCause ? '23503' : '25P02',
      });
    });
    function* command(): DbCommand<void> {
      yield* SQL.add.write('a', 1);
      yield* SQL.remove.write('b');
    }
    await expect(finish(connection, [command()])).rejects.toThrow('the cause');
  });
});

describe('parts of a command', () => {
  test('run concurrently with each other and other commands, and return their results in order', async () => {
    const connection = new FakeConnection(names);
    function* parted(): DbCommand<readonly unknown[]> {
      const first = yield* mapConcurrently(['a', 'b'], nameOf);
      return [...first, yield* nameOf('c')];
    }
    expect(await finish(connection, [parted(), nameOf('z')])).toEqual([
      ['name of a', 'name of b', 'name of c'],
      'name of z',
    ]);
    expect(connection.executed.map(({ values }) => values)).toEqual([[['a', 'b', 'z']], ['c']]);
  });

  test('write before the command continues to write', async () => {
    const connection = new FakeConnection();
    function* part(id: string): DbCommand<void> {
      yield* SQL.move.write(1, id);
    }
    function* parted(): DbCommand<void> {
      yield* SQL.add.write('a', 0);
      yield* mapConcurrently(['a', 'b'], part);
      yield* SQL.add.write('c', 0);
    }
    await finish(connection, [parted()]);
    expect(connection.summaries).toEqual([
      'INSERT INTO one "a" 0',
      'UPDATE one SET [1,1] ["a","b"]',
      'INSERT INTO one "c" 0',
    ]);
  });
});

describe('row locks', () => {
  /** Locks a row, reads it, and changes it. */
  function* change(id: string, n: number, order: number[]): DbCommand<void> {
    yield* LOCKS.one.acquire([id]);
    yield* SQL.find.get(id);
    order.push(n);
    yield* SQL.move.write(n, id);
  }

  test('on different rows are taken in one statement, in the order of the rows', async () => {
    const connection = new FakeConnection(names);
    const order: number[] = [];
    await finish(connection, [change('b', 1, order), change('a', 2, order)]);
    expect(connection.summaries).toEqual([
      'SELECT 1 FROM ["a","b"]',
      'SELECT given."#", found.* ["b","a"]',
      'UPDATE one SET [1,2] ["b","a"]',
    ]);
  });

  test('pass to the next command, which reads after the first one has written and locks nothing', async () => {
    const connection = new FakeConnection(names);
    const order: number[] = [];
    await finish(connection, [change('a', 1, order), change('a', 2, order), change('a', 3, order)]);
    expect(order).toEqual([1, 2, 3]);
    expect(connection.summaries).toEqual([
      'SELECT 1 FROM ["a"]',
      'SELECT name FROM "a"',
      'UPDATE one SET 1 "a"',
      'SELECT name FROM "a"',
      'UPDATE one SET 2 "a"',
      'SELECT name FROM "a"',
      'UPDATE one SET 3 "a"',
    ]);
  });

  test('pass to the next command, whose writes follow those of the first, even without a query', async () => {
    const connection = new FakeConnection();
    function* first(): DbCommand<void> {
      yield* LOCKS.one.acquire(['a']);
      yield* SQL.add.write('a', 1);
      yield* SQL.remove.write('a');
    }
    function* second(): DbCommand<void> {
      yield* LOCKS.one.acquire(['a']);
      yield* SQL.add.write('a', 2);
    }
    await finish(connection, [first(), second()]);
    expect(connection.summaries).toEqual([
      'SELECT 1 FROM ["a"]',
      'INSERT INTO one "a" 1',
      'DELETE FROM one "a"',
      'INSERT INTO one "a" 2',
    ]);
  });

  test('do not block the command that holds them', async () => {
    const connection = new FakeConnection();
    const part = (): DbCommand<void> => LOCKS.one.acquire(['a']);
    function* command(): DbCommand<void> {
      yield* LOCKS.one.acquire(['a']);
      yield* mapConcurrently([1, 2], part);
      yield* LOCKS.one.acquire(['a', 'b']);
      yield* LOCKS.one.acquire([]);
    }
    await finish(connection, [command()]);
    expect(connection.summaries).toEqual(['SELECT 1 FROM ["a"]', 'SELECT 1 FROM ["b"]']);
  });

  test('that two commands hold and want from each other throw Deadlock before more is sent', async () => {
    const connection = new FakeConnection();
    function* both(one: keyof typeof LOCKS, then: keyof typeof LOCKS): DbCommand<void> {
      yield* LOCKS[one].acquire(['a']);
      yield* SQL.add.write('a', 1);
      yield* LOCKS[then].acquire(['a']);
    }
    const entangled = finish(connection, [both('one', 'other'), both('other', 'one')]);
    await expect(entangled).rejects.toThrow(Deadlock);
    expect(connection.summaries).toEqual(['SELECT 1 FROM ["a"]', 'SELECT 1 FROM ["a"]']);
  });
});
