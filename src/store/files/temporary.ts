import type { Dirent } from 'node:fs';
import { mkdir, opendir, rm } from 'node:fs/promises';
import { temporaryDirectory } from './content.ts';

/** Creates the folder for temporary files, or empties it. Returns the number of deleted entries. */
export async function clearTemporary(filesDirectory: string): Promise<number> {
  const temporary = temporaryDirectory(filesDirectory);
  await mkdir(temporary, { recursive: true });
  let removed = 0;
  for await (const { name } of entriesOf(temporary)) {
    await rm(`${temporary}/${name}`, { recursive: true });
    removed += 1;
  }
  return removed;
}

/** Yields the entries of a folder. */
export async function* entriesOf(directory: string): AsyncGenerator<Dirent> {
  yield* await opendir(directory);
}
