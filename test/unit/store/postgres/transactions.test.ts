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

/** Provides one connection and records whether it was closed afterwards. */
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

/** Returns a connection on which every statement fails. */
const failing = (failure: Error): FakeConnection =>
  new FakeConnection(() => {
    throw failure;
  });

function* add(): DbCommand<string> {
  yield* SQL.add.write('a', 1);
  return 'added';
}

describe('a transaction', () => {
  test('is committed before its results are returned', async () => {
    const connection = new FakeConnection();
    const { connections, state } = lender(connection);
    expect(await withTransaction(connections, [add, add])).toEqual(['added', 'added']);
    expect(connection.executedTexts).toEqual(['BEGIN', 'COMMIT']);
    expect(connection.summaries).toEqual(['INSERT INTO one ["a","a"] [1,1]']);
    expect(state.isClosed).toBe(false);
  });

  test('is rolled back if a command throws, and its connection can be used again', async () => {
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

  test('fails if PostgreSQL answers COMMIT with ROLLBACK', async () => {
    const connection = new FakeConnection();
    connection.word = (text) => (text === 'COMMIT' ? 'ROLLBACK' : text);
    const performed = withTransaction(lender(connection).connections, [add]);
    await expect(performed).rejects.toThrow(StoreUnavailable);
    await expect(performed).rejects.toThrow('The transaction was not committed.');
  });

  test('closes its connection if the connection is lost', async () => {
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

test('a BEGIN that fails early causes no unhandled rejection', async () => {
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

describe('a failed statement', () => {
  test.each([
    ['08006', 'a connection failure'],
    ['53100', 'a disk that is full'],
    ['57P01', 'a server that stops'],
    ['57014', 'a statement timeout'],
    ['58030', 'a disk that fails'],
    ['25006', 'a standby'],
    ['XX001', 'a corrupted page'],
    ['ECONNRESET', 'a broken connection to the server'],
  ])('with code %s (%s) rejects with StoreUnavailable and the cause', async (code) => {
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

  test.each(['23505', '23514', '42601', '40001'])(
    "with code %s rejects with the driver's error",
    async (code) => {
      const failure = failureOf(code);
      await expect(withTransaction(lender(failing(failure)).connections, [add])).rejects.toBe(
        failure,
      );
    },
  );
});

test('a query over whole tables runs in a read-only snapshot', async () => {
  const connection = new FakeConnection(() => [{ name: 'a' }]);
  const { connections } = lender(connection);
  expect(await readSnapshot(connections, () => SQL.find.all('a'))).toEqual([{ name: 'a' }]);
  expect(connection.executedTexts[0]).toBe('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  expect(connection.executedTexts.at(-1)).toBe('COMMIT');
});

describe('a command that is executed alone', () => {
  /** Fails the given number of times and then succeeds. */
  function failingFor(times: number, failure: Error) {
    const state = { tries: 0 };
    const perform = () => {
      state.tries += 1;
      return state.tries <= times ? Promise.reject(failure) : Promise.resolve(['done']);
    };
    return { state, perform };
  }

  test.each(['23505', '40001', '40P01', '55P03'])(
    'is repeated after a conflict with SQLSTATE %s',
    async (code) => {
      const { state, perform } = failingFor(2, failureOf(code));
      expect(await retryAlone(perform, add)).toBe('done');
      expect(state.tries).toBe(3);
    },
  );

  test('is not repeated if it was refused', async () => {
    const { state, perform } = failingFor(1, new Error('There are no funds.'));
    await expect(retryAlone(perform, add)).rejects.toThrow('There are no funds.');
    expect(state.tries).toBe(1);
  });

  test('is repeated at most 8 times', async () => {
    const { state, perform } = failingFor(Infinity, failureOf('40P01'));
    await expect(retryAlone(perform, add)).rejects.toThrow(StoreUnavailable);
    expect(state.tries).toBe(8);
  });
});

test('a deadlock between commands is retryable, and a value that is not an error is not', () => {
  expect(isRetryable(new Deadlock())).toBe(true);
  expect([null, undefined, 'text', { code: 23505 }].some(isRetryable)).toBe(false);
});
