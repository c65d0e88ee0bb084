import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Answer, Question } from './answer.ts';

/** The checkout that this bench is of. */
export const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

/** Everything the bench writes lies here, beside its results: on a disk, never in memory. */
export const RESULTS_DIRECTORY = join(CHECKOUT, 'bench', 'results');

/** Where, below a checkout, its last run lies. */
export const LATEST = join('bench', 'results', 'latest.json');

/** What the numbers were measured on. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGB: number;
  readonly system: string;
  readonly node: string;
}

export interface Commit {
  readonly id: string;
  /** Whether files differed from it, new ones included. */
  readonly isDirty: boolean;
}

/** What every kept run tells of itself. */
export interface Run {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
  /** Null where the files do not come from git. */
  readonly commit: Commit | null;
  readonly machine: Machine;
}

/** The answer to a question, and the seconds that it took. */
export type Answered = Pick<Question, 'name' | 'title' | 'about'> &
  Answer & { readonly seconds: number };

export interface Results extends Run {
  readonly settings: {
    /** Names of the questions. */
    readonly only: readonly string[];
    readonly isQuick: boolean;
    /** Settings of the service that differ from its defaults. */
    readonly service: Readonly<Record<string, string>>;
  };
  readonly answers: readonly Answered[];
}

export function thisMachine(): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGB: Math.round(totalmem() / 1e9),
    system: `${type()} ${release()}`,
    node: process.version,
  };
}

export function thisCommit(): Commit | null {
  const root = git('rev-parse', '--show-toplevel');
  // A copy inside of another checkout is not that checkout's commit.
  if (root === null || realpathSync(root) !== realpathSync(CHECKOUT)) return null;
  const id = git('rev-parse', 'HEAD');
  return id === null ? null : { id, isDirty: git('status', '--porcelain') !== '' };
}

/** What git answers in the checkout; null when it does not. */
function git(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: CHECKOUT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** A commit for people: seven digits, and whether files differed. */
export function writtenCommit(commit: Commit | null): string {
  if (commit === null) return 'no commit';
  return `${commit.id.slice(0, 7)}${commit.isDirty ? ' with changes' : ''}`;
}

/** Keeps a run in bench/results/runs for good, and as latest.json; the path of the first. */
export function keepRun(results: Results): string {
  mkdirSync(RESULTS_DIRECTORY, { recursive: true });
  writeFileSync(join(CHECKOUT, LATEST), asJson(results));
  return keepRecord('measure', results);
}

/** Keeps a run, and what else it found, in bench/results/runs under time and commit; its path. */
export function keepRecord(kind: string, run: Run, found: object = {}): string {
  const directory = join(RESULTS_DIRECTORY, 'runs');
  mkdirSync(directory, { recursive: true });
  const { startedAt, commit } = run;
  const which = commit === null ? 'none' : `${commit.id.slice(0, 7)}${commit.isDirty ? '+' : ''}`;
  const path = join(directory, `${startedAt.replaceAll(':', '-')}-${kind}-${which}.json`);
  writeFileSync(path, asJson({ ...run, ...found }));
  return relative(CHECKOUT, path);
}

/**
 * Keeps a page for people: in bench/results in place of the last one, and for good beside the
 * record of its run, which is kept already; the paths of both.
 */
export function keepReport(name: string, html: string, record: string): readonly string[] {
  const beside = join(CHECKOUT, record.replace(/\.json$/, '.html'));
  const paths = [beside, join(RESULTS_DIRECTORY, name)];
  for (const path of paths) writeFileSync(path, html);
  return paths.map((path) => relative(CHECKOUT, path));
}

function asJson(record: object): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

const MeasuresOnly = z.object({
  answers: z.array(
    z.object({
      measures: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          value: z.number(),
          unit: z.string(),
          target: z.object({ kind: z.enum(['at most', 'at least']) }).optional(),
          better: z.enum(['less', 'more']).optional(),
        }),
      ),
    }),
  ),
});

export type KnownMeasure = z.infer<typeof MeasuresOnly>['answers'][number]['measures'][number];

/** The measures of a file of results. Throws when it is none. */
export function readMeasures(text: string): readonly KnownMeasure[] {
  return MeasuresOnly.parse(JSON.parse(text)).answers.flatMap(({ measures }) => measures);
}
