import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Answer, Question } from './answer.ts';

/** Path of the checkout that contains this bench. */
export const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Path of the checkout whose build is measured. `compare` sets it to the folder of a commit. By
 * default it is the checkout that contains this bench.
 */
export const MEASURED = process.env['BENCH_MEASURED'] ?? CHECKOUT;

/**
 * Folder for everything that the bench writes. It must be on a disk, because a file system in
 * memory would change the measurements.
 */
export const RESULTS_DIRECTORY = process.env['BENCH_RESULTS'] ?? join(CHECKOUT, 'bench', 'results');

/** File name of the last run's results in the results folder. */
export const LATEST = 'latest.json';

/** File name of the history in the results folder: one JSON line for each weekly run. */
export const HISTORY = 'history.jsonl';

/** The machine on which the measurement ran. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGB: number;
  readonly system: string;
  readonly node: string;
}

export interface Commit {
  readonly id: string;
  /** True if files in the checkout differed from the commit, or if there were new files. */
  readonly isDirty: boolean;
}

/** Description of a run, which is stored with its results. */
export interface Run {
  /** In ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
  /** Null if the files do not come from git. */
  readonly commit: Commit | null;
  readonly machine: Machine;
}

/** The result of a benchmark, with its duration in seconds. */
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
  // If this is a copy inside another checkout, that checkout's commit is not the commit of the
  // copy.
  if (root === null || realpathSync(root) !== realpathSync(MEASURED)) return null;
  const id = git('rev-parse', 'HEAD');
  return id === null ? null : { id, isDirty: git('status', '--porcelain') !== '' };
}

/** Returns the output of git in the measured checkout. Null if it fails. */
function git(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: MEASURED, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Formats a commit with seven digits, and adds whether files differed from it. */
export function writtenCommit(commit: Commit | null): string {
  if (commit === null) return 'no commit';
  return `${commit.id.slice(0, 7)}${commit.isDirty ? ' with changes' : ''}`;
}

/** Stores a run in bench/results/runs and as latest.json. Returns the path of the first file. */
export function keepRun(results: Results): string {
  mkdirSync(RESULTS_DIRECTORY, { recursive: true });
  writeFileSync(join(RESULTS_DIRECTORY, LATEST), asJson(results));
  return keepRecord('measure', results);
}

/**
 * Stores a run with further data in bench/results/runs, named by time and commit. Returns its path.
 */
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
 * Stores a page in bench/results, where it replaces the previous page, and a copy next to the
 * record of its run. Returns both paths.
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

/** Returns the measures in a results file. Throws if the file is invalid. */
export function readMeasures(text: string): readonly KnownMeasure[] {
  return MeasuresOnly.parse(JSON.parse(text)).answers.flatMap(({ measures }) => measures);
}
