import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import type { Connections } from './connections.ts';
import { withoutRows } from './failure.ts';
import { Deadlock, BatchScheduler } from './batch-scheduler.ts';
import { SeriesPool, type TransactionOutcome } from './writer-series.ts';

/** Maximum number of attempts for a command that conflicts with other transactions. */
const MAX_TRIES = 8;
/** Maximum back-off between two attempts, in milliseconds. The minimum is half of it. */
const BACK_OFF_MS = 20;

/**
 * SQLSTATE codes after which a command may succeed when it is repeated: conflicts between
 * transactions, and a key that another transaction inserted meanwhile. In that case the repeated
 * command finds the inserted row.
 */
const RETRYABLE = new Set([
  '23505', // unique_violation
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
]);

/** Starts a command. It is called again for each attempt, and each call returns a new generator. */
export type Command = () => DbCommand<unknown>;

/** Source of connections. */
type ConnectionSource = Pick<Connections, 'withConnection'>;

/** Result of work on a connection that can be used again, even if the work failed. */
type Outcome = { readonly values: readonly unknown[] } | { readonly failure: unknown };

/**
 * Executes commands in one transaction. Returns their results once the transaction is durable.
 * @param all pool of the series that number the audit entries of this process
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
      // BEGIN is awaited later. Until then its rejection must not count as unhandled, which would
      // end the process.
      begun.catch(() => undefined);
      try {
        const values = await batchScheduler.finish(commands.map((command) => command()));
        await begun;
        ending = 'unknown';
        // After a failed statement PostgreSQL answers COMMIT with ROLLBACK, and reports no error.
        const word = await connection.executeText('COMMIT');
        ending = word === 'COMMIT' ? 'committed' : 'rolledBack';
        if (word !== 'COMMIT') throw new StoreUnavailable('The transaction was not committed.');
        return { values };
      } catch (failure) {
        await begun.catch(() => undefined);
        // If ROLLBACK fails too, the connection is closed.
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

/** Executes queries concurrently on committed data, without a transaction around them. */
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
        // A connection is not used again after a failure of the database.
        if (isDatabaseFailure(failure)) throw failure;
        return { failure };
      }
    }),
  );
}

/** Runs a query over whole tables in a read-only snapshot, without time limits. */
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
 * Returns the values of the work. Converts a failure of the database to StoreUnavailable, and
 * removes row values from other database errors.
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
 * Executes one command in a transaction of its own. Repeats it after conflicts with other
 * transactions, up to 8 attempts.
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

/** Returns true if the command may succeed when it is repeated, or executed alone. */
export function isRetryable(error: unknown): boolean {
  return error instanceof Deadlock || RETRYABLE.has(codeOf(error));
}

/** Driver messages for a connection that is gone or that gave no response in time. */
const CONNECTION_IS_GONE = /^(?:Connection terminated|Client |Query read timeout)/;

/**
 * Returns true if the database or the connection failed, and not the statement.
 *
 * Examples: a broken connection, a server that starts or stops, a full disk, a read-only standby,
 * an internal error of the server, a transaction in which this node was idle for too long.
 */
function isDatabaseFailure(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(?:08|53|57|58|XX)/.test(code) || code === '25006' || code === '25P03') return true;
  // Codes of socket errors, for example ECONNRESET. The driver's own errors have only a message.
  if (/^E[A-Z]+$/.test(code)) return true;
  return error instanceof Error && CONNECTION_IS_GONE.test(error.message);
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
