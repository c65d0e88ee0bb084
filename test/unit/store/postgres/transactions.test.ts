import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../../src/domain/ports/storage-errors.ts';
import { Deadlock } from '../../../../src/store/postgres/database/batch-scheduler.ts';
import {
  isRetryable,
  runQueries,
  readSnapshot,
  retryAlone,
  withTransaction,
} from '../../../../src/store/postgres/database/transactions.ts';
import type { DbCommand } from '../../../../src/store/repositories/engine.ts';
import { FakeConnection, SQL } from './statements.ts';

/** Lends one connection, and tells whether it was closed afterwards. */
function lender(connection: FakeConnection) {
  const state = { isClosed: false };
  return {
    state,
    connections: {
      withConnection: async <Value>(use: (connection: FakeConnection) => Promise<Value>) => {
        try {
          return await use(connection);
        } catch (error) {
          state.isClosed = true;
          throw error;
        }
      },
    },
  };
}

const failureOf = (code: string, message = 'It failed.'): Error =>
  Object.assign(new Error(message), { code });

/** A connection each of whose statements fails. */
const failing = (failure: Error): FakeConnection =>
  new FakeConnection(() => {
    throw failure;
  });

function* add(): DbCommand<string> {
  yield* SQL.add.write('a', 1);
  return 'added';
}

describe('a transaction', () => {
  test('is begun, and committed before anybody hears what it came to', async () => {
    const connection = new FakeConnection();
    const { connections, state } = lender(connection);
    expect(await withTransaction(connections, [add, add])).toEqual(['added', 'added']);
    expect(connection.executedTexts).toEqual(['BEGIN', 'COMMIT']);
    expect(connection.summaries).toEqual(['INSERT INTO one ["a","a"] [1,1]']);
    expect(state.isClosed).toBe(false);
  });

  test('that a command refuses is rolled back, and the connection is good for more', async () => {
    const connection = new FakeConnection();
    const { connections, state } = lender(connection);
    function* refused(): DbCommand<void> {
      yield* add();
      throw new Error('There are no funds.');
    }
    await expect(withTransaction(connections, [add, refused])).rejects.toThrow(
      'There are no funds.',
    );
    expect([connection.executedTexts, state.isClosed]).toEqual([['BEGIN', 'ROLLBACK'], false]);
  });

  test('whose COMMIT is answered with ROLLBACK was not committed', async () => {
    const connection = new FakeConnection();
    connection.word = (text) => (text === 'COMMIT' ? 'ROLLBACK' : text);
    const performed = withTransaction(lender(connection).connections, [add]);
    await expect(performed).rejects.toThrow(StoreUnavailable);
    await expect(performed).rejects.toThrow('The transaction was not committed.');
  });

  test('whose connection is lost has it closed', async () => {
    const connection = failing(new Error('Connection terminated unexpectedly'));
    connection.word = (text) => {
      if (text === 'ROLLBACK') throw new Error('Client has encountered a connection error');
      return text;
    };
    const { connections, state } = lender(connection);
    await expect(withTransaction(connections, [add])).rejects.toThrow(StoreUnavailable);
    expect(state.isClosed).toBe(true);
  });
});

test('a BEGIN that fails before what came with it is no failure that nobody waits for', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): unknown => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const ended = failureOf('57P01', 'terminating connection due to administrator command');
  const connection = failing(ended);
  connection.word = () => {
    throw ended;
  };
  await expect(withTransaction(lender(connection).connections, [add])).rejects.toThrow(
    StoreUnavailable,
  );
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

describe('what the database fails with', () => {
  test.each([
    ['08006', 'a connection that broke'],
    ['53100', 'a disk that is full'],
    ['57P01', 'a server that ends'],
    ['57014', 'a statement that takes too long'],
    ['58030', 'a disk that fails'],
    ['25006', 'a standby'],
    ['XX001', 'a page that rotted'],
    ['ECONNRESET', 'a way to it that is cut'],
  ])('%s, %s, is told as a store that is unavailable, with the cause', async (code) => {
    const failure = failureOf(code);
    for (const performed of [
      withTransaction(lender(failing(failure)).connections, [add]),
      runQueries(lender(failing(failure)).connections, [add]),
      readSnapshot(lender(failing(failure)).connections, add),
    ]) {
      const error = await performed.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StoreUnavailable);
      expect((error as StoreUnavailable).cause).toBe(failure);
    }
  });

  test.each(['23505', '23514', '42601', '40001'])('%s is told as it is', async (code) => {
    const failure = failureOf(code);
    await expect(withTransaction(lender(failing(failure)).connections, [add])).rejects.toBe(
      failure,
    );
  });
});

test('looking through many rows reads them as they are at one moment, and changes none', async () => {
  const connection = new FakeConnection(() => [{ name: 'a' }]);
  const { connections } = lender(connection);
  expect(await readSnapshot(connections, () => SQL.find.all('a'))).toEqual([{ name: 'a' }]);
  expect(connection.executedTexts[0]).toBe('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  expect(connection.executedTexts.at(-1)).toBe('COMMIT');
});

describe('a command that is performed alone', () => {
  /** Fails so many times, and then comes to what it comes to. */
  function failingFor(times: number, failure: Error) {
    const state = { tries: 0 };
    const perform = () => {
      state.tries += 1;
      return state.tries <= times ? Promise.reject(failure) : Promise.resolve(['done']);
    };
    return { state, perform };
  }

  test.each(['23505', '40001', '40P01', '55P03'])(
    'is tried again where %s says that another was in its way',
    async (code) => {
      const { state, perform } = failingFor(2, failureOf(code));
      expect(await retryAlone(perform, add)).toBe('done');
      expect(state.tries).toBe(3);
    },
  );

  test('is not tried again where it was refused', async () => {
    const { state, perform } = failingFor(1, new Error('There are no funds.'));
    await expect(retryAlone(perform, add)).rejects.toThrow('There are no funds.');
    expect(state.tries).toBe(1);
  });

  test('is not tried for ever', async () => {
    const { state, perform } = failingFor(Infinity, failureOf('40P01'));
    await expect(retryAlone(perform, add)).rejects.toThrow(StoreUnavailable);
    expect(state.tries).toBe(8);
  });
});

test('commands that wait for each other may each succeed alone; what is no error may not', () => {
  expect(isRetryable(new Deadlock())).toBe(true);
  expect([null, undefined, 'text', { code: 23505 }].some(isRetryable)).toBe(false);
});
