import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, rmdir, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { SyncFailed } from '../../domain/ports/storage-errors.ts';

const OWNER_ONLY = 0o700;

/**
 * Replaces the content of a file atomically and durably, and creates its folder if necessary. A
 * concurrent reader sees either the old text or the new one. Only the owner can access the file and
 * the folder. Throws SyncFailed if the disk does not confirm the write.
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
 * Creates a folder and its missing parents durably. Only the owner can access them. It also repairs
 * an earlier attempt that was interrupted before the sync. Folders are created one by one, so only
 * the innermost existing folder can be left over from such an attempt. Throws SyncFailed.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  const folder = resolve(path);
  const parent = dirname(folder);
  let found = await tryMakeFolder(folder);
  if (found === 'no parent') {
    await makePrivateFolder(parent);
    found = await tryMakeFolder(folder);
  }
  try {
    await syncPath(parent);
  } catch (error) {
    // The folder existed before, so this process may have no permission to read its parent.
    if (found === 'exists' && codeOf(error) === 'EACCES') return;
    // The folder is removed, so that the next attempt creates it again. Repeating only the sync
    // after a failure would prove nothing.
    if (found === 'created') await rmdir(folder);
    throw error;
  }
}

async function tryMakeFolder(folder: string): Promise<'created' | 'exists' | 'no parent'> {
  try {
    await mkdir(folder, { mode: OWNER_ONLY });
    return 'created';
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'exists';
    if (codeOf(error) === 'ENOENT') return 'no parent';
    throw error;
  }
}

/** Syncs a file's content, or the entries of a folder, to disk. Throws SyncFailed. */
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
    throw new SyncFailed(`${path} could not be synced to disk.`, { cause });
  });
}

/** Returns the text of a file, or undefined if it does not exist. */
export async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Returns the text of a file. If the file does not exist, writes this text first. Throws
 * SyncFailed.
 */
export async function readOrWrite(file: string, text: string): Promise<string> {
  const found = await readIfExists(file);
  if (found !== undefined) return found;
  await writePrivateFile(file, text);
  return text;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
