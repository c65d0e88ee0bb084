import { setTimeout as sleep } from 'node:timers/promises';
import { finishedPayments, removeDirectory, startService } from '../helpers/program.ts';
import { connectPayer } from './bank.ts';
import { problemsOf, readBooks } from './gate.ts';
import { runLevel, SATURATED, type LevelRun, type Plan } from './level.ts';

/** Interval in milliseconds and maximum number of the checks whether all payments are finished. */
const POLL_MS = 200;
const MAX_POLLS = 300;

/** The rates of a run in payments per second, in ascending order, and the times of each of them. */
type Rates = Omit<Plan, 'rate'> & { readonly rates: readonly number[] };

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
 *
 * @param read reads the books in the data folder of the stopped service
 */
export async function payAtRates(
  { rates, ...times }: Rates,
  say: (line: string) => void,
  read = readBooks,
): Promise<Paid> {
  const service = await startService();
  const payer = await connectPayer(service);
  const begunAt = performance.now();
  const runs: LevelRun[] = [];
  for (const rate of rates) {
    const done = await runLevel(service, payer, { ...times, rate }, begunAt);
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
  const problems = problemsOf({ ids, pence: payer.pence, failed }, read(service.directory));
  removeDirectory(service.directory);
  return { runs, accepted: ids.length, problems };
}
