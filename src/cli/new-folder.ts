import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { makePrivateFolder, syncPath } from '../auth/keys/private-file.ts';
import {
  DatabaseInUse,
  openWithoutMigrating,
  type Database,
} from '../store/sqlite/database/database.ts';
import { CliError } from './program.ts';

/**
 * Makes a folder of what is in another one. It is there whole or not at all, also when the machine
 * stops on the way: it is filled under another name, `<path>.partial`, which the next attempt
 * clears away. Refuses a path at which there is something, at which another attempt is under way,
 * or that lies in the other folder. Both are absolute paths.
 */
export async function makeFolder(
  path: string,
  source: string,
  fill: (partial: string) => Promise<void>,
): Promise<void> {
  if (path === source) {
    throw new CliError(
      `${path} is the very folder that is to be copied. Name a folder outside it.`,
    );
  }
  if (!relative(source, path).startsWith('..')) {
    throw new CliError(`${path} lies in ${source}. Name a folder outside it.`);
  }
  refuseUsed(path);
  await makePrivateFolder(dirname(path));
  const partial = `${path}.partial`;
  const lockFile = `${partial}.lock`;
  const lock = takeLock(lockFile, path);
  try {
    // Whoever had the lock may have made the folder meanwhile.
    refuseUsed(path);
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { mode: 0o700 });
    await fill(partial);
    await syncPath(partial);
    await nameFolder(partial, path);
  } finally {
    lock.close();
  }
  // Only now: without the folder, two could each lock a file of that name.
  await rm(lockFile, { force: true });
}

function refuseUsed(path: string): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory() && readdirSync(path).length === 0) return;
  throw new CliError(`${path} is not empty, or no folder. Name a folder that is new.`);
}

/** An empty database that this process has to itself: no lock is left of one that was killed. */
function takeLock(file: string, path: string): Database {
  try {
    return openWithoutMigrating(file);
  } catch (cause) {
    if (!(cause instanceof DatabaseInUse)) throw cause;
    throw new CliError(`${path} is being made by another command. Wait for it.`, { cause });
  }
}

async function nameFolder(partial: string, path: string): Promise<void> {
  await rename(partial, path).catch((cause: unknown) => {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new CliError(
      `All is in ${partial}, but it cannot be given the name ${path} (${code}). ` +
        'Where that is the place of a volume, name a folder below it.',
      { cause },
    );
  });
  await syncPath(dirname(path));
}
