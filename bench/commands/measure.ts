import { readCommandLine } from '../../test/helpers/command-line.ts';
import {
  judgementOf,
  spokenSeconds,
  written,
  type Measure,
  type Question,
} from '../helpers/answer.ts';
import { SERVICE_SETTINGS } from '../helpers/program.ts';
import { writeReport } from '../helpers/report.ts';
import { keepReport, keepRun, thisCommit, thisMachine, type Answered } from '../helpers/results.ts';
import { table } from '../helpers/table.ts';
import { profilePaths } from '../profile/paths.ts';
import { questionsNamed, QUESTIONS, secondsOf } from '../questions/index.ts';

/**
 * Runs `npm run bench -- [--only readers,e2e] [--quick] [--profile]`. Runs the selected benchmarks,
 * prints the results and stores them in bench/results. Then ends the process.
 */
export async function measure(args: readonly string[]): Promise<never> {
  const {
    quick: isQuick,
    only,
    profile,
  } = readCommandLine(
    {
      command: 'npm run bench --',
      about: 'Measures how fast the service of this checkout is, as ratios in one run.',
      options: {
        only: { kind: 'text', default: '', about: 'names of questions, such as readers,e2e' },
        quick: { kind: 'flag', about: 'few rounds and small files, to check that it works' },
        profile: { kind: 'flag', about: 'also makes flame graphs of the hot paths' },
      },
      more: help(),
    },
    args,
  ).values;
  const questions = questionsNamed(only);
  if (questions.length > 1) {
    const all = spokenSeconds(secondsOf(questions, isQuick));
    console.log(`${String(questions.length)} questions, about ${all}.`);
  }
  const started = new Date();
  const answers: Answered[] = [];
  for (const question of questions) answers.push(await ask(question, isQuick));
  const flames = profile ? await profilePaths({ isQuick, say: progressOf('profile') }) : [];
  const results = {
    startedAt: started.toISOString(),
    seconds: secondsSince(started),
    commit: thisCommit(),
    machine: thisMachine(),
    settings: { only: questions.map(({ name }) => name), isQuick, service: SERVICE_SETTINGS },
    answers,
  };
  const record = keepRun(results);
  const pages = keepReport('report.html', writeReport(results, flames), record);
  console.log(`\n${spokenSeconds(results.seconds)}. Stored: ${[record, ...pages].join(', ')}.`);
  // Exit, because idle connections would otherwise keep the finished bench running.
  process.exit(0);
}

function help(): readonly string[] {
  const rows = QUESTIONS.map(({ name, title, takes }) => {
    return [name, title, spokenSeconds(takes.full), spokenSeconds(takes.quick)];
  });
  const all = [false, true].map((isQuick) => spokenSeconds(secondsOf(QUESTIONS, isQuick)));
  return [
    table(['name', 'question', 'about', '--quick'], [...rows, ['', 'all of them', ...all]]),
    '',
    'Times are for two idle cores. Every run is stored in bench/results/runs.',
    '',
    'npm run bench -- compare --help   compares two commits',
    'npm run bench -- load --help      puts load on a running sandbox',
    'npm run bench -- history --help   adds the results of the last run to the history',
  ];
}

async function ask(question: Question, isQuick: boolean): Promise<Answered> {
  const { name, title, about, takes, ask: answer } = question;
  const seconds = isQuick ? takes.quick : takes.full;
  console.log(`\n${title} (${name}, about ${spokenSeconds(seconds)})\n${about}`);
  const started = new Date();
  const found = await answer({ isQuick, say: progressOf(name) });
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
  console.log(
    `\n${table(
      ['figure', 'measured', 'unit', 'target', ''],
      found.measures.map((one) => row(one, isQuick)),
    )}`,
  );
  for (const note of found.measures.length === 0 ? found.notes : []) console.log(note);
  return { name, title, about, seconds: secondsSince(started), ...found };
}

/** Returns a function that prints the progress of a benchmark at the terminal. */
function progressOf(name: string): (progress: string) => void {
  return (progress) => {
    const line = `  ${name}: ${progress}`;
    process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  };
}

function row(measure: Measure, isQuick: boolean): string[] {
  const { label, value, unit, target } = measure;
  const judgement = judgementOf(measure, isQuick) ?? '';
  return [
    label,
    written(value),
    unit,
    target === undefined ? '' : `${target.kind} ${written(target.value)}`,
    judgement === 'missed' ? 'MISSED' : judgement,
  ];
}

function secondsSince(started: Date): number {
  return Math.round((Date.now() - started.getTime()) / 1000);
}
