import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCommandLine } from '../../test/helpers/command-line.ts';
import { finishedPayments, removeDirectory, startService } from '../helpers/program.ts';
import { RESULTS_DIRECTORY, thisCommit, thisMachine } from '../helpers/results.ts';
import { connectPayer } from './bank.ts';
import { machineLoad, writeFolder } from './folder.ts';
import { problemsOf, readBooks } from './gate.ts';
import { measureLayers } from './layers.ts';
import { runLevel, type LevelRun } from './level.ts';

/** Exit code if the run does not count. */
const DOES_NOT_COUNT = 1;

/** The rates of a run, in payments per second, and the times of each of them in milliseconds. */
const PLANS = {
  quick: { rates: [10, 20], durationMs: 6000, cutMs: 1000 },
  full: { rates: [25, 50, 100, 200, 400, 800], durationMs: 40_000, cutMs: 5000 },
} as const;

/** Below this share of the rate, the service is saturated, and higher rates are left out. */
const SATURATED = 0.9;

/** Interval and maximum number of the checks whether all payments are finished. */
const POLL_MS = 200;
const MAX_POLLS = 300;

const { values } = readCommandLine(
  {
    command: 'npm run evidence',
    about:
      'Puts load on the listener of the TPPs at several rates and writes a folder with the results.\n' +
      'Exits with 1 if an accepted payment is not in the books exactly once.',
    options: {
      quick: { kind: 'flag', about: 'two low rates for some seconds, to see that it works' },
      out: { kind: 'text', default: '', about: 'folder; default: bench/results/evidence' },
    },
  },
  process.argv.slice(2),
);
const isQuick = values.quick;
const plan = PLANS[isQuick ? 'quick' : 'full'];
const [started, loadBefore] = [new Date(), machineLoad()];
const say = (line: string): void => {
  console.log(`  ${line}`);
};

const service = await startService();
const payer = await connectPayer(service);
const begunAt = performance.now();
const runs: LevelRun[] = [];
for (const rate of plan.rates) {
  const done = await runLevel(service, payer, { ...plan, rate }, begunAt);
  runs.push(done);
  const { answeredPerSecond, percentiles, failed: failures } = done.level;
  say(
    `${String(rate)} due per second: ${answeredPerSecond.toFixed(1)} answered, ` +
      `p99 ${percentiles.p99.toFixed(1)} ms, ${String(failures)} failed`,
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
const accepted = { ids, pence: payer.pence, failed };
const problems = problemsOf(accepted, readBooks(service.directory));
removeDirectory(service.directory);
const layers = await measureLayers({ isQuick, say });
const folder = values.out === '' ? join(RESULTS_DIRECTORY, 'evidence') : resolve(values.out);
writeFolder(folder, {
  run: {
    startedAt: started.toISOString(),
    seconds: Math.round((Date.now() - started.getTime()) / 1000),
    commit: thisCommit(),
    machine: thisMachine(),
  },
  ...{ isQuick, loadBefore, settings: plan, layers, problems, accepted: ids.length },
  levels: runs.map(({ level }) => level),
  samples: runs.flatMap(({ samples }) => samples),
  reasons: [...new Set(runs.flatMap(({ reasons }) => reasons))],
});
console.log(`Written: ${folder}`);
for (const problem of problems) console.error(`The run does not count: ${problem}`);
process.exit(problems.length === 0 ? 0 : DOES_NOT_COUNT);
