import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHub, type HubRun } from '../../hub-simulator/hub.ts';
import { printReport } from '../../hub-simulator/report.ts';
import { MOODS, type Mood } from '../../hub-simulator/moods.ts';
import { readScenario, SCENARIOS, type Scenario } from '../../hub-simulator/scenario.ts';
import { CliError, failWith, type CliContext } from '../program.ts';

/** Options of the command. */
interface Options {
  readonly folder?: string;
  readonly data?: string;
  readonly scenario?: string;
  readonly mood?: Mood;
  readonly seed?: number;
  readonly once?: boolean;
}

/** Runs a simulated payment hub until SIGTERM or SIGINT, or with `--once` until it has no work. */
export async function simulate(context: CliContext, options: Options): Promise<HubRun> {
  const { folder, once = false } = options;
  if (folder === undefined) {
    throw new CliError(
      'Name the folder that the bank and the hub share: pisctl hub-simulator --folder <path>. ' +
        'Add --help to see all options.',
    );
  }
  const scenario = scenarioOf(options);
  const { data = join(folder, 'hub-data') } = options;
  const { print, machineClock: clock } = context;
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.once(signal, abort);
  try {
    print(`The hub reads ${join(folder, 'to-hub')} and answers in ${join(folder, 'from-hub')}.`);
    print(`Its data is in ${data}. Stop it with Ctrl+C. It continues when you start it again.`);
    const run = await runHub({ folder, data, scenario, once, clock, print }, stop.signal);
    print(
      `Ended. Files taken: ${String(run.files)}. Documents delivered: ${String(run.documents)}.`,
    );
    return run;
  } finally {
    for (const signal of signals) process.off(signal, abort);
  }
}

/** Prints the messages and credits that a hub has executed, as JSON. */
export function report({ printData }: CliContext, { data }: { data: string }): Promise<void> {
  if (!existsSync(join(data, 'hub.db'))) {
    throw new CliError(
      `${data} is not the data folder of a hub simulator. Name the folder that it printed at its ` +
        'start: pisctl hub-simulator report --data <path>.',
    );
  }
  printReport(data, printData);
  return Promise.resolve();
}

function scenarioOf({ scenario: path, mood = MOODS[0], seed }: Options): Scenario {
  const chosen = path === undefined ? SCENARIOS[mood] : readScenarioFile(path);
  return seed === undefined ? chosen : { ...chosen, seed };
}

function readScenarioFile(path: string): Scenario {
  const read = readScenario(readText(path));
  if ('scenario' in read) return read.scenario;
  const problems = read.problems.map((problem) => `  ${problem}`);
  throw new CliError(
    [`${path} is not a valid scenario:`, ...problems, 'See docs/hub-simulator.md.'].join('\n'),
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return failWith(`The scenario ${path} cannot be read. Check the path.`)(error);
  }
}
