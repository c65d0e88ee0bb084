import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Returns true if a file exists. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Reads a text file. Returns undefined if there is none. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  });
}

/** Returns the value of a JSON text, or undefined if it is not valid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Writes a file that only this user may read (mode 0600). A folder that is missing is created with
 * the mode 0700.
 */
export async function writePrivately(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceFile(path, async (file) => {
    await file.writeFile(content);
    return true;
  });
}

/**
 * Writes a file that only this user may read. `write` returns true to keep it. The file is replaced
 * as a whole, and is on the disk when this returns.
 */
export async function replaceFile(
  path: string,
  write: (file: FileHandle) => Promise<boolean>,
): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.pis-${randomUUID()}.tmp`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    const isKept = await write(file);
    if (!isKept) return;
    await file.sync();
    await rename(temporary, path);
    await syncFolder(folder);
  } finally {
    await file.close();
    await rm(temporary, { force: true });
  }
}

/** Makes the names in a folder durable. Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
