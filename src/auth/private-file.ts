import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const OWNER_ALONE = 0o700;

/**
 * Puts a text in the place of a file, at once and for good, with its folder if need be: whoever
 * reads it sees the old text or the new one. Both are for their owner alone.
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const folder = dirname(file);
  await makePrivateFolder(folder);
  const temporary = `${file}.${randomUUID()}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
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

/** Makes a folder, with those on the way to it, durably and each for its owner alone. */
export async function makePrivateFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: OWNER_ALONE });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  // The mode of a recursive mkdir is not promised to the folders on the way.
  for (let made = resolve(path); made !== top; made = dirname(made)) {
    await chmod(made, OWNER_ALONE);
    await syncPath(dirname(made));
  }
}

/** Makes a file's bytes, or the names in a folder, durable. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The text of a file; undefined when there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
