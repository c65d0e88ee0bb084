import { setTimeout as rest } from 'node:timers/promises';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import type { DbCommand } from '../../repositories/engine.ts';
import type { Connections } from './connections.ts';
import { withoutRows } from './failure.ts';
import { Deadlock, BatchScheduler } from './batch-scheduler.ts';
import { AllSeries, type Ending } from './writer-series.ts';

/** How often a command is tried that others stood in the way of. */
const MAX_TRIES = 8;
/** Between two tries, at most, in milliseconds; half of it at least. */
const BACK_OFF_MS = 20;

/**
 * What passes when a command is done again: transactions that got into each other's way, and a key
 * that another transaction had taken meanwhile, so that now the command finds what that one made.
 */
const PASSING = new Set([
  '23505', // unique_violation
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
]);

/** Commands that become one transaction; a new run of each, whenever they are done again. */
export type Command = () => DbCommand<unknown>;

/** Whoever lends connections. */
type FileAccess = Pick<Connections, 'lend'>;

/** What came of work on a connection that is fit for more, whatever came of the work. */
type Outcome = { readonly values: readonly unknown[] } | { readonly failure: unknown };

/**
 * Performs commands in one transaction; what each came to, once that is durable.
 *
 * @param all the series in which the audit entries of this process are numbered
 */
export function withTransaction(
  connections: FileAccess,
  commands: readonly Command[],
  all: AllSeries = new AllSeries('none'),
): Promise<readonly unknown[]> {
  return told(() =>
    connections.lend(async (connection): Promise<Outcome> => {
      const series = all.take();
      const batchScheduler = new BatchScheduler(connection, series);
      let ending: Ending = 'rolledBack';
      const begun = connection.say('BEGIN');
      // Who waits for it comes later: until then nobody is to blame, and no process ends by it.
      begun.catch(() => undefined);
      try {
        const values = await batchScheduler.finish(commands.map((command) => command()));
        await begun;
        ending = 'unknown';
        // After a failed statement PostgreSQL answers a COMMIT with ROLLBACK, and with no error.
        const word = await connection.say('COMMIT');
        ending = word === 'COMMIT' ? 'committed' : 'rolledBack';
        if (word !== 'COMMIT') throw new StoreUnavailable('The transaction was not committed.');
        return { values };
      } catch (failure) {
        await begun.catch(() => undefined);
        // A connection on which not even that works is closed.
        await connection.say('ROLLBACK').catch(() => {
          throw failure;
        });
        return { failure };
      } finally {
        all.giveBack(series, batchScheduler.numbersUsed, ending);
      }
    }),
  );
}

/** Runs queries beside each other, of committed data. */
export function look(
  connections: FileAccess,
  queries: readonly Command[],
): Promise<readonly unknown[]> {
  return told(() =>
    connections.lend(async (connection): Promise<Outcome> => {
      try {
        return {
          values: await new BatchScheduler(connection).finish(queries.map((query) => query())),
        };
      } catch (failure) {
        // What the database failed over is good for nothing more.
        if (isOfTheDatabase(failure)) throw failure;
        return { failure };
      }
    }),
  );
}

/** Looks through many rows, all as they are at one moment: whole tables, if need be. */
export async function readSnapshot<Value>(
  connections: FileAccess,
  query: () => DbCommand<Value>,
): Promise<Value> {
  const [value] = await told(() =>
    connections.lend(async (connection) => {
      await connection.say('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await connection.say(WHOLE_TABLES);
      const values = await new BatchScheduler(connection).finish([query()]);
      await connection.say('COMMIT');
      return { values };
    }, NO_LIMIT),
  );
  return value as Value;
}

/** An answer may take as long as it does. */
const NO_LIMIT = 0;

/** For one transaction: plans for the tables as they are, and no limit of time. */
const WHOLE_TABLES = [
  'enable_seqscan = on',
  'enable_hashjoin = on',
  'enable_mergejoin = on',
  'plan_cache_mode = force_custom_plan',
  'statement_timeout = 0',
]
  .map((setting) => `SET LOCAL ${setting}`)
  .join('; ');

/** What work came to; its failure in the port's words. */
async function told(work: () => Promise<Outcome>): Promise<readonly unknown[]> {
  const outcome = await work().catch((failure: unknown): Outcome => ({ failure }));
  if ('values' in outcome) return outcome.values;
  const failure = withoutRows(outcome.failure);
  throw isOfTheDatabase(failure)
    ? new StoreUnavailable('The database could not do it.', { cause: failure })
    : failure;
}

/** Performs one command, again where another was in its way. */
export async function performAlone(
  perform: (commands: readonly Command[]) => Promise<readonly unknown[]>,
  command: Command,
): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await perform([command]))[0];
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (tries === MAX_TRIES) {
        throw new StoreUnavailable('Others stood in the way.', { cause: error });
      }
      await rest(BACK_OFF_MS * (0.5 + Math.random() / 2));
    }
  }
}

/** Whether the same may succeed when it is done again, or done alone. */
export function isPassing(error: unknown): boolean {
  return error instanceof Deadlock || PASSING.has(codeOf(error));
}

/** What the client says of a connection that is gone, or that brought no answer in time. */
const CONNECTION_IS_GONE = /^(?:Connection terminated|Client |Query read timeout)/;

/**
 * Whether the database, or the way to it, failed rather than the statement: a connection that
 * broke, a server that starts or ends, a disk that is full, a standby that takes no writes, a row
 * that was held for too long, a transaction in which this node stood still.
 */
function isOfTheDatabase(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(?:08|53|57|58|XX)/.test(code) || code === '25006' || code === '25P03') return true;
  // What the socket says, and what the client says.
  if (/^E[A-Z]+$/.test(code)) return true;
  return error instanceof Error && CONNECTION_IS_GONE.test(error.message);
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
