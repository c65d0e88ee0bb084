import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBank } from './bank.ts';
import { readConfig } from './config.ts';
import { htmlOf, junitOf } from './report/markup.ts';
import { exitCodeOf, summaryOf, textOfResult, type RunReport } from './report/text.ts';
import { runScenarios } from './run.ts';
import { readScenarios } from './scenario.ts';

const USAGE = `Tests the file payments of a bank against the UK Open Banking standard.

  npm run conformance -- --config bank.json [--out report] [--only <id or start of an id>]
  npm run conformance -- --list

Exit code: 0 if all scenarios passed, 1 if one failed or was blocked, 2 if the run was impossible.
`;

/** Exit code if the run was impossible. */
const NOT_DONE = 2;

const OPTIONS = {
  config: { type: 'string' },
  out: { type: 'string', default: 'conformance-report' },
  only: { type: 'string', default: '' },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS });
  const scenarios = readScenarios().filter(({ id }) => id.startsWith(values.only));
  if (values.list) {
    for (const { id, title, source } of scenarios) print(`${id}: ${title} [${source}]`);
    return 0;
  }
  if (values.help || values.config === undefined) {
    print(USAGE);
    return values.help ? 0 : NOT_DONE;
  }
  const config = readConfig(values.config);
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
  writeReports(report, values.out);
  print(`${summaryOf(report)}. The report is in ${values.out}.`);
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

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = NOT_DONE;
}
