import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { makePrivateFolder, syncPath } from '../auth/keys/private-file.ts';
import { lockForCommand } from './command-lock.ts';
import { CliError } from './program.ts';

/**
 * Creates a folder from the contents of another one. The folder appears completely or not at all,
 * even after a crash: it is filled under the name `<path>.partial`, which the next attempt removes.
 * Refuses a path that is in use, that another command is creating, or that is inside the source
 * folder. Both paths are absolute.
 */
export async function createFolder(
  path: string,
  source: string,
  fill: (partial: string) => Promise<void>,
): Promise<void> {
  const inside = relative(realPath(source), realPath(path));
  if (inside === '') {
    throw new CliError(`${path} is the folder to be copied. Name a folder outside it.`);
  }
  if (inside !== '..' && !inside.startsWith('../')) {
    throw new CliError(`${path} is inside ${source}. Name a folder outside it.`);
  }
  assertUnused(path);
  await makePrivateFolder(dirname(path));
  const partial = `${path}.partial`;
  const lockFile = `${partial}.lock`;
  const lock = lockForCommand(lockFile, `creating ${path}`);
  try {
    // The previous holder of the lock may have created the folder in the meantime.
    assertUnused(path);
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { mode: 0o700 });
    await fill(partial);
    await syncPath(partial);
    await nameFolder(partial, path);
  } finally {
    lock.close();
  }
  // Remove the lock file last. Before the folder exists, two commands could each lock a file of
  // this name.
  await rm(lockFile, { force: true });
}

/** Returns an absolute path without symbolic links. The path need not exist. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realPath(dirname(path)), basename(path));
}

function assertUnused(path: string): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory() && readdirSync(path).length === 0) return;
  throw new CliError(`${path} is a file or a folder that is not empty. Name a new folder.`);
}

async function nameFolder(partial: string, path: string): Promise<void> {
  await rename(partial, path).catch((cause: unknown) => {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new CliError(
      `The folder is complete, but ${partial} cannot be renamed to ${path} (${code}). ` +
        'If that path is the mount point of a volume, name a folder below it.',
      { cause },
    );
  });
  await syncPath(dirname(path));
}
