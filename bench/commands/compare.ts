import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MISUSED, readCommandLine } from '../../test/helpers/command-line.ts';
import { buildCommit, commitNamed, measureIn } from '../compare/checkout.ts';
import { fewestFor } from '../compare/interval.ts';
import { takeTurns, type Side } from '../compare/turns.ts';
import {
  CONFIDENCE,
  conclusion,
  isWorse,
  judge,
  VERDICT_HEADINGS,
  verdictRow,
  type Verdict,
} from '../compare/verdict.ts';
import { spokenSeconds, type Question } from '../helpers/answer.ts';
import { keepRecord, RESULTS_DIRECTORY, thisCommit, thisMachine } from '../helpers/results.ts';
import { table } from '../helpers/table.ts';
import { questionsNamed, secondsOf } from '../questions/index.ts';

const REGRESSION = 1;
const STOPPED = 130;

/** Estimated time to install and build both commits, in seconds. */
const SETUP_SECONDS = 120;

const FEWEST_TURNS = fewestFor(CONFIDENCE);

const PROGRAM = {
  command: 'npm run bench -- compare',
  about:
    'Measures two commits in alternation and reports what changed from the first to the second.\n' +
    'Exits with 1 on a regression, and with 2 if something could not be compared.',
  operands: ['base', 'head'],
  options: {
    only: { kind: 'text', default: '', about: 'names of questions, such as readers,e2e' },
    turns: {
      kind: 'number',
      default: 8,
      least: FEWEST_TURNS,
      about: 'number of measurements of each commit',
    },
    tolerance: {
      kind: 'number',
      default: 2,
      least: 0,
      about: 'per cent that count as no regression',
    },
    full: { kind: 'flag', about: 'measures as thoroughly as without compare' },
  },
  more: [
    'Each commit is checked out into its own folder below bench/results, installed, built and',
    'measured with the bench of this checkout. The folders are removed at the end. The interval is',
    "that of Wilcoxon's signed-rank test over the ratios of the turns, with at least 95 %",
    'confidence. A suspected regression is measured again, and reported if it is confirmed.',
  ],
} as const;

/** Runs `npm run bench -- compare BASE HEAD` and ends the process. */
export async function compare(args: readonly string[]): Promise<never> {
  const { values, operands } = readCommandLine(PROGRAM, args);
  const questions = questionsNamed(values.only);
  const commits = operands.map((name) => commitNamed(name) ?? unknown(name));
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopped.abort(new Error('Stopped.'));
    });
  }
  mkdirSync(RESULTS_DIRECTORY, { recursive: true });
  const scratch = mkdtempSync(join(RESULTS_DIRECTORY, 'compare-'));
  let code: number;
  try {
    const turns = { ...values, questions, commits, scratch, signal: stopped.signal };
    code = await compareIn(turns);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    code = stopped.signal.aborted ? STOPPED : MISUSED;
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
  process.exit(code);
}

function unknown(name: string): never {
  console.error(`${name} is not a commit of this repository.`);
  process.exit(MISUSED);
}

interface Comparison {
  readonly questions: readonly Question[];
  /** The full ids of the two commits, base and head. */
  readonly commits: readonly string[];
  readonly scratch: string;
  readonly signal: AbortSignal;
  readonly turns: number;
  /**
   * Tolerated change in per cent. A measure that is worse by no more than this is not a regression.
   */
  readonly tolerance: number;
  readonly full: boolean;
}

/** Compares the commits and returns the exit code. */
async function compareIn(comparison: Comparison): Promise<number> {
  const { questions, commits, scratch, signal, turns, tolerance, full } = comparison;
  const started = new Date();
  const asking = secondsOf(questions, !full) * 2 * turns;
  console.log(
    `About ${spokenSeconds(SETUP_SECONDS + asking)}. Installing and building both commits.`,
  );
  const [base = '', head = ''] = commits;
  for (const [side, commit] of Object.entries({ base, head })) {
    await buildCommit(commit, join(scratch, side), signal);
  }
  const judged: { readonly question: Question; readonly verdicts: readonly Verdict[] }[] = [];
  const failures: string[] = [];
  for (const question of questions) {
    const verdicts = await ask(question, comparison, failures);
    if (verdicts !== null) judged.push({ question, verdicts });
  }
  const suspected = judged.filter(({ verdicts }) => verdicts.some(isWorse));
  const regressions: Verdict[] = [];
  if (suspected.length > 0) console.log('\nMeasuring again where something looks worse.');
  for (const { question, verdicts } of suspected) {
    const names = verdicts.filter(isWorse).map(({ measure }) => measure.name);
    const again = (await ask(question, comparison, failures)) ?? [];
    judged.push({ question, verdicts: again });
    regressions.push(...again.filter((one) => isWorse(one) && names.includes(one.measure.name)));
  }
  const run = {
    startedAt: started.toISOString(),
    seconds: Math.round((Date.now() - started.getTime()) / 1000),
    commit: thisCommit(),
    machine: thisMachine(),
  };
  const kept = keepRecord('compare', run, {
    base,
    head,
    settings: { turns, tolerance, isQuick: !full },
    series: judged.map(({ question, verdicts }) => ({ question: question.name, verdicts })),
  });
  for (const line of failures) console.error(line);
  const labels = regressions.map(({ measure }) => measure.label);
  console.log(`\n${conclusion(labels, failures.length, judged.length)}`);
  console.log(`Stored: ${kept}.`);
  if (labels.length > 0) return REGRESSION;
  return failures.length > 0 ? MISUSED : 0;
}

/**
 * Measures both sides alternately and prints the verdicts. If one side fails, returns null and adds
 * the reason to `untold`.
 */
async function ask(
  { name, title }: Question,
  { scratch, signal, turns, tolerance, full }: Comparison,
  failures: string[],
): Promise<readonly Verdict[] | null> {
  const args = ['--only', name, ...(full ? [] : ['--quick'])];
  const askSide = (side: Side, turn: number) => {
    console.log(`  ${name}: turn ${String(turn + 1)} of ${String(turns)}, ${side}`);
    return measureIn(join(scratch, side), args, signal);
  };
  try {
    const pairs = await takeTurns(turns, askSide);
    const verdicts = pairs.map((found) => judge(found, tolerance / 100));
    console.log(`\n${title}\n${table(VERDICT_HEADINGS, verdicts.map(verdictRow))}\n`);
    return verdicts;
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    failures.push(`\n${name} could not be compared. ${reason}`);
    return null;
  }
}
