import { MISUSED, readCommandLine } from '../../test/helpers/command-line.ts';
import { spokenSeconds, thousands, written } from '../helpers/answer.ts';
import { startService } from '../helpers/program.ts';
import { keepRecord, keepReport, thisCommit, thisMachine } from '../helpers/results.ts';
import { table } from '../helpers/table.ts';
import { Tpp } from '../helpers/tpp.ts';
import { journeysOf } from '../load/journeys.ts';
import { missedOf, type Ledger, type Row } from '../load/ledger.ts';
import { arrivalsOf } from '../load/open-loop.ts';
import { LOAD_OPTIONS, readLoadOptions, type LoadOptions } from '../load/options.ts';
import { LOAD_HEADINGS, loadRow, notesOn, writeLoadReport } from '../load/report.ts';
import { runLoad, type Run as Going } from '../load/run.ts';

/** Exit code if a threshold was missed. */
const MISSED = 1;

/**
 * Interval between two progress messages, in milliseconds. The first value is used at a terminal,
 * the second in a log.
 */
const TERMINAL_PROGRESS_MS = 1000;
const LOG_PROGRESS_MS = 10_000;

const PROGRAM = {
  command: 'npm run bench -- load',
  about:
    'Sends requests to a sandbox by a fixed schedule and reports the response times.\n' +
    'Exits with 1 if a threshold was missed, and with 2 on a usage error.',
  options: LOAD_OPTIONS,
  more: [
    'Each arrival is a journey of a TPP with the decision of its customer. file: consent, upload,',
    'decision and payment. single: consent, decision and payment. vrp: a payment under one',
    'consent, which is created before. --rate counts journeys, not requests.',
    '',
    'Without --target, a sandbox without rate limits is started and stopped. A sandbox that is',
    'already running refuses requests above its limit. Start it with',
    '  PIS_RATE_PER_SECOND=100000 PIS_RATE_BURST=100000 npm start',
  ],
} as const;

/** Runs `npm run bench -- load` and ends the process. */
export async function load(args: readonly string[]): Promise<never> {
  const options = readLoadOptions(readCommandLine(PROGRAM, args).values);
  if (typeof options === 'string') {
    console.error(`${options} See ${PROGRAM.command} --help.`);
    process.exit(MISUSED);
  }
  const own = options.target === null ? await startService() : null;
  const origin = options.target ?? own?.origin ?? '';
  let code: number;
  try {
    code = await loadAt(origin, options);
  } catch (error) {
    console.error(`${origin} is not ready for the load: ${reasonOf(error)}`);
    code = MISUSED;
  }
  await own?.stop();
  process.exit(code);
}

/** Runs the load and returns the exit code. */
async function loadAt(origin: string, options: LoadOptions): Promise<number> {
  const { rate, durationMs, mix, payments, connections, timeoutMs, thresholds } = options;
  const tpp = await Tpp.signIn(origin, { connections, timeoutMs });
  const journeys = await journeysOf(mix, { tpp, payments });
  const parts = Object.entries(mix).map(([kind, count]) => `${kind}:${String(count)}`);
  const asked =
    `${thousands(rate)} journeys a second for ${spokenSeconds(durationMs / 1000)} ` +
    `(${parts.join(',')}; ${thousands(payments)} payments in a file) at ${origin}, over at most ` +
    `${thousands(connections)} connections.`;
  console.log(asked);
  const started = new Date();
  const going = runLoad(options, journeys);
  await reportProgress(going, arrivalsOf(options));
  tpp.close();
  const { ledger } = going;
  const run = {
    startedAt: started.toISOString(),
    seconds: Math.round((Date.now() - started.getTime()) / 1000),
    commit: thisCommit(),
    machine: thisMachine(),
  };
  const missed = missedOf(ledger.all, thresholds);
  console.log(`\n${table(LOAD_HEADINGS, [...ledger.rows, ledger.all].map(loadRow))}\n`);
  for (const note of notesOn(ledger)) console.log(note);
  const settings = { ...options, target: origin };
  const record = keepRecord('load', run, { settings, missed, ...recorded(ledger) });
  const page = writeLoadReport({ asked, run, ledger, missed });
  console.log(`Stored: ${[record, ...keepReport('load.html', page, record)].join(', ')}.`);
  for (const what of missed) console.error(what);
  return missed.length > 0 ? MISSED : 0;
}

/** Prints the progress until the run is done. */
async function reportProgress({ ledger, progress, done }: Going, amount: number): Promise<void> {
  const isTerminal = process.stdout.isTTY;
  const say = (): void => {
    const { begun, underWay } = progress();
    const { failed, latencies } = ledger.all;
    const line =
      `  ${thousands(begun)} of ${thousands(amount)} begun, ${thousands(underWay)} under way; ` +
      `requests: ${thousands(failed)} failed, p50 ${written(latencies.percentile(50))} ms, ` +
      `p99 ${written(latencies.percentile(99))} ms`;
    process.stdout.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
  };
  const telling = setInterval(say, isTerminal ? TERMINAL_PROGRESS_MS : LOG_PROGRESS_MS);
  await done.finally(() => {
    clearInterval(telling);
  });
  say();
}

/**
 * Returns the data to store. It contains histograms in microseconds, in the format of the HDR
 * histogram tools.
 */
function recorded(ledger: Ledger) {
  const { all, rows, reasons, lateness } = ledger;
  const plain = ({ name, requests, failed, latencies }: Row) => ({
    name,
    requests,
    failed,
    p50: latencies.percentile(50),
    p99: latencies.percentile(99),
    longest: latencies.longest,
    histogram: latencies.encoded(),
  });
  return { rows: [all, ...rows].map(plain), reasons, lateness: lateness.encoded() };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
