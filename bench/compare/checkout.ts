import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT, LATEST, readMeasures } from '../helpers/results.ts';
import type { KnownMeasure } from '../helpers/results.ts';
import { run } from './command.ts';

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
 * Checks out a commit into a new folder, installs the dependencies of its lock file and builds it.
 * Changes neither this checkout nor its git folder.
 */
export async function buildCommit(commit: string, cwd: string, signal: AbortSignal): Promise<void> {
  mkdirSync(cwd);
  const archive = `${cwd}.tar`;
  await run('git', ['archive', `--output=${archive}`, commit], { cwd: CHECKOUT, signal });
  await run('tar', ['-xf', archive], { cwd, signal });
  rmSync(archive);
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd, signal });
  await run('npm', ['run', '--silent', 'build'], { cwd, signal });
}

/**
 * Measures the build in such a folder with the bench of this checkout, in a separate process. The
 * bench starts the folder's service and imports modules from its `dist`. Nothing of the commit's
 * own bench is used, so that both sides are measured in the same way.
 */
export async function measureIn(
  cwd: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<readonly KnownMeasure[]> {
  // Use the Node.js version that the commit pins, if it pins one.
  const pinned = join(cwd, 'node_modules', '.bin', 'node');
  const node = existsSync(pinned) ? pinned : process.execPath;
  const results = join(cwd, 'measured');
  const environment = { BENCH_MEASURED: cwd, BENCH_RESULTS: results };
  await run(node, [join('bench', 'main.ts'), ...args], { cwd: CHECKOUT, environment, signal });
  return readMeasures(readFileSync(join(results, LATEST), 'utf8'));
}
