import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import type { Connections } from './connections.ts';
import { withoutRows } from './failure.ts';
import { Deadlock, BatchScheduler } from './batch-scheduler.ts';
import { SeriesPool, type TransactionOutcome } from './writer-series.ts';

/** Maximum number of times that a command runs if it conflicts with other transactions. */
const MAX_TRIES = 8;
/** Maximum delay between two attempts, in milliseconds. The minimum delay is half of it. */
const BACK_OFF_MS = 20;

/**
 * SQLSTATE codes after which a command may succeed when it runs again. They mean a conflict between
 * transactions, or a key that another transaction has just inserted. In the second case, the
 * repeated command finds the inserted row.
 */
const RETRYABLE = new Set([
  '23505', // unique_violation
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
]);

/** Creates the generator of a command. It is called once for each attempt. */
export type Command = () => DbCommand<unknown>;

type ConnectionSource = Pick<Connections, 'withConnection'>;

/** Result of using a connection. In both cases the connection can be used again. */
type Outcome = { readonly values: readonly unknown[] } | { readonly failure: unknown };

/**
 * Executes commands in one transaction. Returns their results when the transaction is durable.
 * @param all the series with which this process numbers its audit entries
 */
export function withTransaction(
  connections: ConnectionSource,
  commands: readonly Command[],
  all: SeriesPool = new SeriesPool('none'),
): Promise<readonly unknown[]> {
  return withStoreErrors(() =>
    connections.withConnection(async (connection): Promise<Outcome> => {
      const series = all.take();
      const batchScheduler = new BatchScheduler(connection, series);
      let ending: TransactionOutcome = 'rolledBack';
      const begun = connection.executeText('BEGIN');
      // BEGIN is awaited later. Without this handler, its rejection would count as unhandled until
      // then and end the process.
      begun.catch(() => undefined);
      try {
        const values = await batchScheduler.finish(commands.map((command) => command()));
        await begun;
        ending = 'unknown';
        // After a failed statement, PostgreSQL executes COMMIT as ROLLBACK without an error. The
        // command tag shows which one it executed.
        const word = await connection.executeText('COMMIT');
        ending = word === 'COMMIT' ? 'committed' : 'rolledBack';
        if (word !== 'COMMIT') throw new StoreUnavailable('The transaction was not committed.');
        return { values };
      } catch (failure) {
        await begun.catch(() => undefined);
        // If ROLLBACK fails as well, close the connection.
        await connection.executeText('ROLLBACK').catch(() => {
          throw failure;
        });
        return { failure };
      } finally {
        all.giveBack(series, batchScheduler.numbersUsed, ending);
      }
    }),
  );
}

/** Executes queries concurrently, without a transaction. They read committed data only. */
export function runQueries(
  connections: ConnectionSource,
  queries: readonly Command[],
): Promise<readonly unknown[]> {
  return withStoreErrors(() =>
    connections.withConnection(async (connection): Promise<Outcome> => {
      try {
        return {
          values: await new BatchScheduler(connection).finish(queries.map((query) => query())),
        };
      } catch (failure) {
        // If the database failed, throw, so that the connection is closed and not used again.
        if (isDatabaseFailure(failure)) throw failure;
        return { failure };
      }
    }),
  );
}

/** Runs a query over whole tables. It reads a snapshot, without time limits, and cannot write. */
export async function readSnapshot<Value>(
  connections: ConnectionSource,
  query: () => DbCommand<Value>,
): Promise<Value> {
  const [value] = await withStoreErrors(() =>
    connections.withConnection(async (connection) => {
      await connection.executeText('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await connection.executeText(FULL_SCAN_SETTINGS);
      const values = await new BatchScheduler(connection).finish([query()]);
      await connection.executeText('COMMIT');
      return { values };
    }, NO_TIMEOUT),
  );
  return value as Value;
}

/** Timeout value that means no limit. */
const NO_TIMEOUT = 0;

/** Settings for one transaction: plans that suit whole tables, and no statement timeout. */
const FULL_SCAN_SETTINGS = [
  'enable_seqscan = on',
  'enable_hashjoin = on',
  'enable_mergejoin = on',
  'plan_cache_mode = force_custom_plan',
  'statement_timeout = 0',
]
  .map((setting) => `SET LOCAL ${setting}`)
  .join('; ');

/**
 * Returns the results of the work. Converts database failures to StoreUnavailable, and removes row
 * values from other database errors.
 */
async function withStoreErrors(work: () => Promise<Outcome>): Promise<readonly unknown[]> {
  const outcome = await work().catch((failure: unknown): Outcome => ({ failure }));
  if ('values' in outcome) return outcome.values;
  const failure = withoutRows(outcome.failure);
  throw isDatabaseFailure(failure)
    ? new StoreUnavailable('The database failed.', { cause: failure })
    : failure;
}

/**
 * Executes one command in its own transaction. If it conflicts with other transactions, it runs
 * again, up to 8 times in total.
 */
export async function retryAlone(
  perform: (commands: readonly Command[]) => Promise<readonly unknown[]>,
  command: Command,
): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await perform([command]))[0];
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (tries === MAX_TRIES) {
        throw new StoreUnavailable('The command conflicted with other transactions 8 times.', {
          cause: error,
        });
      }
      await sleep(BACK_OFF_MS * (0.5 + Math.random() / 2));
    }
  }
}

/** Returns true if the command may succeed when it runs again in its own transaction. */
export function isRetryable(error: unknown): boolean {
  return error instanceof Deadlock || RETRYABLE.has(codeOf(error));
}

/**
 * Start of the driver's messages for a lost connection or a response that did not arrive in time.
 */
const CONNECTION_IS_GONE = /^(?:Connection terminated|Client |Query read timeout)/;

/**
 * Returns true if the error means that the database or the connection failed, and not the
 * statement.
 *
 * Examples are a broken connection, a server that is starting or stopping, a full disk, a read-only
 * standby, an internal server error, and a transaction that was idle for too long.
 */
function isDatabaseFailure(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(?:08|53|57|58|XX)/.test(code) || code === '25006' || code === '25P03') return true;
  // Socket errors have codes such as ECONNRESET. The driver's own errors have only a message.
  if (/^E[A-Z]+$/.test(code)) return true;
  return error instanceof Error && CONNECTION_IS_GONE.test(error.message);
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
