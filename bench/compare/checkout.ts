import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CHECKOUT, LATEST, readMeasures, RESULTS_DIRECTORY } from '../helpers/results.ts';
import type { KnownMeasure } from '../helpers/results.ts';
import { run } from './command.ts';

/** What the bench has besides its own folder: the client, and a helper of the tests. */
const CLIENT = 'client';
const HELPER = join('test', 'helpers', 'command-line.ts');

/** The full id of a commit by any of its names; null when it is none. */
export function commitNamed(name: string): string | null {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const { status, stdout } = spawnSync('git', args, { cwd: CHECKOUT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/**
 * Lays a commit down in a new folder, with this checkout's bench in place of its own, installs
 * what its lock says and builds it. Neither the checkout nor git's own folder is written to.
 */
export async function seedDatabase(
  commit: string,
  cwd: string,
  signal: AbortSignal,
): Promise<void> {
  mkdirSync(cwd);
  const archive = `${cwd}.tar`;
  await run('git', ['archive', `--output=${archive}`, commit], { cwd: CHECKOUT, signal });
  await run('tar', ['-xf', archive], { cwd, signal });
  rmSync(archive);
  layBenchOver(cwd);
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd, signal });
  await run('npm', ['run', '--silent', 'build'], { cwd, signal });
}

/** Puts this checkout's bench, without its results, in place of the one in a folder. */
export function layBenchOver(cwd: string): void {
  const [from, to] = [join(CHECKOUT, 'bench'), join(cwd, 'bench')];
  rmSync(to, { recursive: true, force: true });
  // Entry by entry: the folder may lie in the bench's own results.
  for (const entry of readdirSync(from).filter((name) => name !== basename(RESULTS_DIRECTORY))) {
    cpSync(join(from, entry), join(to, entry), { recursive: true });
  }
  rmSync(join(cwd, CLIENT), { recursive: true, force: true });
  for (const besides of [CLIENT, HELPER]) {
    cpSync(join(CHECKOUT, besides), join(cwd, besides), { recursive: true });
  }
}

/** Asks one question in such a folder, in a process of its own. */
export async function askIn(
  cwd: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<readonly KnownMeasure[]> {
  // The one that the commit itself pins, where it does.
  const pinned = join(cwd, 'node_modules', '.bin', 'node');
  const node = existsSync(pinned) ? pinned : process.execPath;
  await run(node, [join('bench', 'main.ts'), ...args], { cwd, signal });
  return readMeasures(readFileSync(join(cwd, LATEST), 'utf8'));
}
