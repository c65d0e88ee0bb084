import { constants, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBank } from './bank.ts';
import { readConfig, requireFiles } from './config.ts';
import { htmlOf, junitOf } from './report/markup.ts';
import { exitCodeOf, summaryOf, textOfResult, type RunReport } from './report/text.ts';
import { runScenarios } from './run.ts';
import { readScenarios, submitsPayment, type Scenario } from './scenario.ts';

/** The configuration that `--init` writes. */
const EXAMPLE = join(import.meta.dirname, '../example.yaml');

const USAGE = `Tests the file payments of a bank against the UK Open Banking standard, v3.1 and v4.0.

  npx @payment-initiation/conformance --init bank.yaml
  npx @payment-initiation/conformance --config bank.yaml

  --config <file>  configuration of the bank, in YAML or JSON
  --init <file>    writes an example configuration with comments. It does not replace a file
  --out <folder>   folder of the reports. The default is conformance-report
  --only <start>   runs only scenarios whose id starts with this text
  --list           prints the scenarios with their sources. "(payment)" marks those that submit one
  --help           prints this text

The scenarios submit payments, which move money in production. Use a test environment, or set
payments.submit to false.

Exit code: 0 if no scenario failed, 1 if one failed or was blocked, 2 if the run was impossible.
`;

/** Exit code if the run was impossible. */
const NOT_DONE = 2;

const OPTIONS = {
  config: { type: 'string' },
  init: { type: 'string' },
  out: { type: 'string', default: 'conformance-report' },
  only: { type: 'string', default: '' },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS });
  const { config, init, list, only } = values;
  if (values.help) print(USAGE);
  else if (init !== undefined) writeExample(init);
  else if (list) listScenarios(selected(only));
  else if (config !== undefined) return runAll(config, selected(only), values.out);
  else throw new Error(`Use --config, --init or --list.\n\n${USAGE}`);
  return 0;
}

/** Writes the example configuration. Throws Error if the file exists. */
function writeExample(path: string): void {
  copyFileSync(EXAMPLE, path, constants.COPYFILE_EXCL);
  print(`Wrote ${path}. Enter the values of your bank, then run with --config ${path}.`);
}

/** Returns the scenarios whose id starts with a text. Throws Error if there is none. */
function selected(start: string): readonly Scenario[] {
  const scenarios = readScenarios().filter(({ id }) => id.startsWith(start));
  if (scenarios.length === 0) throw new Error(`No scenario has an id that starts with "${start}".`);
  return scenarios;
}

function listScenarios(scenarios: readonly Scenario[]): void {
  for (const scenario of scenarios) {
    const { id, title, source } = scenario;
    print(`${id}: ${title} [${source}]${submitsPayment(scenario) ? ' (payment)' : ''}`);
  }
}

async function runAll(path: string, scenarios: readonly Scenario[], out: string): Promise<number> {
  const config = readConfig(path);
  requireFiles(config);
  const startedAt = new Date().toISOString();
  const began = performance.now();
  const bank = await openBank(config);
  const results = await runScenarios({
    ...{ bank, scenarios, now: Date.now },
    onResult: (result) => {
      if (result.outcome !== 'passed') print(textOfResult(result));
    },
  }).finally(() => bank.close());
  const milliseconds = Math.round(performance.now() - began);
  const report: RunReport = { bank: config.name, startedAt, milliseconds, results };
  writeReports(report, out);
  print(`${summaryOf(report)}. The report is in ${out}.`);
  return exitCodeOf(results);
}

function writeReports(report: RunReport, folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(folder, 'report.html'), htmlOf(report));
  writeFileSync(join(folder, 'junit.xml'), junitOf(report));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

// The reader may have closed the pipe (`… | head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exitCode = NOT_DONE;
});
try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = NOT_DONE;
}
