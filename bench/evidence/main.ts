import { join, resolve } from 'node:path';
import { MISUSED, readCommandLine } from '../../test/helpers/command-line.ts';
import { RESULTS_DIRECTORY, thisCommit, thisMachine } from '../helpers/results.ts';
import { startDatabaseServer, whyNoDatabase } from '../helpers/shared-database.ts';
import { machineLoad, writeFolder } from './folder.ts';
import { measureLayers } from './layers.ts';
import { inPostgres, payAtRates } from './run.ts';

/** Exit code if the run does not count. */
const DOES_NOT_COUNT = 1;

/** The rates of a run, in payments per second, and the times of each of them in milliseconds. */
const PLANS = {
  quick: { rates: [10, 20], durationMs: 6000, cutMs: 1000 },
  full: { rates: [25, 50, 100, 200, 400, 800, 1200, 1600], durationMs: 40_000, cutMs: 5000 },
} as const;

const { values } = readCommandLine(
  {
    command: 'npm run evidence',
    about:
      'Puts load on the listener of the TPPs at several rates and writes a folder with the results.\n' +
      'Exits with 1 if an accepted payment is not in the books exactly once.',
    options: {
      quick: { kind: 'flag', about: 'two low rates for some seconds, to see that it works' },
      store: { kind: 'text', default: 'sqlite', about: 'sqlite or postgres; default: sqlite' },
      out: { kind: 'text', default: '', about: 'folder; default: bench/results/evidence' },
    },
  },
  process.argv.slice(2),
);
const isQuick = values.quick;
const store = values.store === 'postgres' ? 'postgres' : 'sqlite';
const misuse = store === values.store ? undefined : 'Use --store sqlite or --store postgres.';
const whyNot = misuse ?? (store === 'postgres' ? whyNoDatabase() : undefined);
if (whyNot !== undefined) {
  console.error(whyNot);
  process.exit(MISUSED);
}
const plan = PLANS[isQuick ? 'quick' : 'full'];
const [started, loadBefore] = [new Date(), machineLoad()];
const say = (line: string): void => {
  console.log(`  ${line}`);
};

const server = store === 'postgres' ? await startDatabaseServer() : null;
const measured = server === null ? undefined : inPostgres(await server.create());
const { runs, accepted, problems } = await payAtRates(plan, say, measured);
await server?.stop();
const layers = await measureLayers({ isQuick, say });
const folder = values.out === '' ? join(RESULTS_DIRECTORY, 'evidence') : resolve(values.out);
writeFolder(folder, {
  run: {
    startedAt: started.toISOString(),
    seconds: Math.round((Date.now() - started.getTime()) / 1000),
    commit: thisCommit(),
    machine: thisMachine(),
  },
  ...{ isQuick, store, loadBefore, settings: plan, layers, problems, accepted },
  levels: runs.map(({ level }) => level),
  samples: runs.flatMap(({ samples }) => samples),
  reasons: [...new Set(runs.flatMap(({ reasons }) => reasons))],
});
console.log(`Written: ${folder}`);
for (const problem of problems) console.error(`The run does not count: ${problem}`);
process.exit(problems.length === 0 ? 0 : DOES_NOT_COUNT);
