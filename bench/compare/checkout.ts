import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CHECKOUT, LATEST, readMeasures, RESULTS_DIRECTORY } from '../helpers/results.ts';
import type { KnownMeasure } from '../helpers/results.ts';
import { run } from './command.ts';

/** Code outside bench that the bench imports: the client, and a helper of the tests. */
const CLIENT = 'client';
const HELPER = join('test', 'helpers', 'command-line.ts');

/**
 * Returns the full id of a commit from a name such as a branch or tag. Null if there is no such
 * commit.
 */
export function commitNamed(name: string): string | null {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const { status, stdout } = spawnSync('git', args, { cwd: CHECKOUT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/**
 * Checks out a commit into a new folder and replaces its bench with the bench of this checkout.
 * Then installs the dependencies of the commit's lock file and builds it. Changes neither this
 * checkout nor its git folder.
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
  replaceBench(cwd);
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd, signal });
  await run('npm', ['run', '--silent', 'build'], { cwd, signal });
}

/** Replaces the bench in a folder with the bench of this checkout, without its results. */
export function replaceBench(cwd: string): void {
  const [from, to] = [join(CHECKOUT, 'bench'), join(cwd, 'bench')];
  rmSync(to, { recursive: true, force: true });
  // Copy the entries one by one, because the target folder may be inside the results of this bench.
  for (const entry of readdirSync(from).filter((name) => name !== basename(RESULTS_DIRECTORY))) {
    cpSync(join(from, entry), join(to, entry), { recursive: true });
  }
  rmSync(join(cwd, CLIENT), { recursive: true, force: true });
  for (const besides of [CLIENT, HELPER]) {
    cpSync(join(CHECKOUT, besides), join(cwd, besides), { recursive: true });
  }
}

/** Runs one benchmark in such a folder, in a separate process. */
export async function askIn(
  cwd: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<readonly KnownMeasure[]> {
  // Use the Node.js version that the commit pins, if it pins one.
  const pinned = join(cwd, 'node_modules', '.bin', 'node');
  const node = existsSync(pinned) ? pinned : process.execPath;
  await run(node, [join('bench', 'main.ts'), ...args], { cwd, signal });
  return readMeasures(readFileSync(join(cwd, LATEST), 'utf8'));
}
