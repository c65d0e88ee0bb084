import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '../test/helpers/command-line.ts';
import { isMet, written, type Measure, type Question } from './helpers/answer.ts';
import { RESULTS_DIRECTORY } from './helpers/program.ts';
import { writeReport } from './helpers/report.ts';
import { thisMachine, type Results } from './helpers/results.ts';
import { table } from './helpers/table.ts';
import { QUESTIONS } from './questions/index.ts';

/**
 * `npm run bench -- [--only readers,e2e] [--quick]`: asks the questions, prints the answers and
 * keeps them in bench/results: latest.json for bench/compare.ts, report.html for people.
 */
const { values: options } = readCommandLine(
  {
    command: 'npm run bench --',
    about: 'Measures how fast the service is, as ratios in one run.',
    options: {
      only: { kind: 'text', default: '', about: 'names of questions, such as readers,e2e' },
      quick: { kind: 'flag', about: 'few rounds, small files: to see that it works' },
    },
  },
  process.argv.slice(2),
);
const started = new Date();
const answers: Results['answers'][number][] = [];
for (const question of chosen(options.only)) answers.push(await ask(question));
keep({
  startedAt: started.toISOString(),
  seconds: Math.round((Date.now() - started.getTime()) / 1000),
  isQuick: options.quick,
  machine: thisMachine(),
  answers,
});
// Idle connections must not keep a finished bench alive.
process.exit(0);

function chosen(only: string): readonly Question[] {
  if (only === '') return QUESTIONS;
  const names = only.split(',');
  const known = QUESTIONS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`No question ${unknown.join(', ')}. There are ${known.join(', ')}.`);
    process.exit(2);
  }
  return QUESTIONS.filter(({ name }) => names.includes(name));
}

async function ask({ name, title, about, ask: answer }: Question) {
  console.log(`\n${title}\n${about}`);
  const isTerminal = process.stdout.isTTY;
  const say = (progress: string): void => {
    const line = `  ${name}: ${progress}`;
    process.stdout.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
  };
  const found = await answer({ isQuick: options.quick, say });
  if (isTerminal) process.stdout.write('\r\u001b[K');
  console.log(`\n${table(['', 'measured', 'unit', 'target', ''], found.measures.map(row))}`);
  for (const note of found.measures.length === 0 ? found.notes : []) console.log(note);
  return { name, title, about, ...found };
}

function row(measure: Measure): string[] {
  const { label, value, unit, target } = measure;
  const met = isMet(measure);
  return [
    label,
    written(value),
    unit,
    target === undefined ? '' : `${target.kind} ${written(target.value)}`,
    met === undefined ? '' : met ? 'met' : 'MISSED',
  ];
}

function keep(results: Results): void {
  mkdirSync(RESULTS_DIRECTORY, { recursive: true });
  const json = join(RESULTS_DIRECTORY, 'latest.json');
  const html = join(RESULTS_DIRECTORY, 'report.html');
  writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(html, writeReport(results));
  console.log(`\n${String(results.seconds)} s. Kept in bench/results: latest.json, report.html.`);
}
