import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, rmdir, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { SyncFailed } from '../../domain/ports/storage-errors.ts';

const OWNER_ALONE = 0o700;

/**
 * Puts a text in the place of a file, at once and for good, with its folder if need be: whoever
 * reads it sees the old text or the new one. Both are for their owner alone. Throws SyncFailed.
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const folder = dirname(file);
  await makePrivateFolder(folder);
  const temporary = `${file}.${randomUUID()}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await sync(handle, file);
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncPath(folder);
}

/**
 * Makes a folder, with those on the way to it, each for its owner alone, and durably: also where
 * an earlier attempt was cut off before that. One by one, so that only the last of those that are
 * there can be of such an attempt. Throws SyncFailed.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  const folder = resolve(path);
  const above = dirname(folder);
  let found = await makeIn(folder);
  if (found === 'nothing above') {
    await makePrivateFolder(above);
    found = await makeIn(folder);
  }
  try {
    await syncPath(above);
  } catch (error) {
    // Somebody else's choice, and a folder that was there: nobody has to be able to look above it.
    if (found === 'there' && codeOf(error) === 'EACCES') return;
    // A name whose sync failed is made anew by the next attempt: syncing it again means nothing.
    if (found === 'made') await rmdir(folder);
    throw error;
  }
}

async function makeIn(folder: string): Promise<'made' | 'there' | 'nothing above'> {
  try {
    await mkdir(folder, { mode: OWNER_ALONE });
    return 'made';
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'there';
    if (codeOf(error) === 'ENOENT') return 'nothing above';
    throw error;
  }
}

/** Makes a file's bytes, or the names in a folder, durable. Throws SyncFailed. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await sync(handle, path);
  } finally {
    await handle.close();
  }
}

async function sync(handle: FileHandle, path: string): Promise<void> {
  await handle.sync().catch((cause: unknown) => {
    throw new SyncFailed(`${path} could not be made durable.`, { cause });
  });
}

/** The text of a file; undefined when there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The text of a file; where there is none, this one is put there first. Throws SyncFailed. */
export async function readOrWrite(file: string, text: string): Promise<string> {
  const found = await readIfThere(file);
  if (found !== undefined) return found;
  await writePrivateFile(file, text);
  return text;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
