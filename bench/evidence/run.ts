import { setTimeout as sleep } from 'node:timers/promises';
import { finishedPayments, removeDirectory, startService } from '../helpers/program.ts';
import type { SharedDatabase } from '../helpers/shared-database.ts';
import { connectPayer } from './bank.ts';
import { problemsOf, readBooks, readSharedBooks, type Books } from './gate.ts';
import { runLevel, SATURATED, type LevelRun, type Plan } from './level.ts';

/** Interval in milliseconds and maximum number of the checks whether all payments are finished. */
const POLL_MS = 200;
const MAX_POLLS = 300;

/** The rates of a run in payments per second, in ascending order, and the times of each of them. */
type Rates = Omit<Plan, 'rate'> & { readonly rates: readonly number[] };

/** A store of the measured service. */
export interface MeasuredStore {
  /** Null for SQLite. */
  readonly database: SharedDatabase | null;
  /** Reads the books of the stopped service, from its database or its data folder. */
  readonly read: (directory: string) => Books | Promise<Books>;
}

/** Stores the data in SQLite. */
export const IN_SQLITE: MeasuredStore = { database: null, read: readBooks };

/** Stores the data in a PostgreSQL database. */
export function inPostgres(database: SharedDatabase): MeasuredStore {
  return { database, read: () => readSharedBooks(database.url) };
}

/** The results of all rates, and why they do not count. */
interface Paid {
  readonly runs: readonly LevelRun[];
  /** Number of accepted payments. */
  readonly accepted: number;
  /** Empty if the run counts. */
  readonly problems: readonly string[];
}

/**
 * Starts a service, pays at each rate until the service is saturated, stops the service and
 * compares its books with the answers.
 */
export async function payAtRates(
  { rates, ...times }: Rates,
  say: (line: string) => void,
  { database, read }: MeasuredStore = IN_SQLITE,
): Promise<Paid> {
  const service = await startService(database === null ? {} : { PIS_DATABASE_URL: database.url });
  const payer = await connectPayer(service);
  const begunAt = performance.now();
  const runs: LevelRun[] = [];
  for (const rate of rates) {
    const done = await runLevel({ service, database }, payer, { ...times, rate }, begunAt);
    runs.push(done);
    const { answeredPerSecond, percentiles } = done.level;
    say(
      `${String(rate)} due per second: ${answeredPerSecond.toFixed(1)} answered, ` +
        `p99 ${percentiles.p99.toFixed(1)} ms, ${String(done.failed)} failed`,
    );
    if (answeredPerSecond < SATURATED * rate) break;
  }
  payer.close();
  const ids = runs.flatMap((run) => run.ids);
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    if ((await finishedPayments(service)) >= ids.length) break;
    await sleep(POLL_MS);
  }
  await service.stop({ keep: true });
  const failed = runs.reduce((sum, run) => sum + run.failed, 0);
  const books = await read(service.directory);
  const problems = problemsOf({ ids, pence: payer.pence, failed }, books);
  removeDirectory(service.directory);
  return { runs, accepted: ids.length, problems };
}
