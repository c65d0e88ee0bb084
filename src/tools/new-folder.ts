import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from '../auth/private-file.ts';
import { Trouble } from './program.ts';

/**
 * Makes a folder that is there whole or not at all, also when the machine stops on the way: it is
 * filled under another name, `<path>.partial`, which the next attempt clears away. Refuses a path
 * at which there is something.
 */
export async function makeFolder(
  path: string,
  fill: (partial: string) => Promise<void>,
): Promise<void> {
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw new Trouble(`${path} is not empty. Name a folder that is new.`);
  }
  const partial = `${path}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  await fill(partial);
  await syncPath(partial);
  await rename(partial, path).catch((cause: unknown) => {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new Trouble(
      `All is in ${partial}, but it cannot be given the name ${path} (${code}). ` +
        'Where that is the place of a volume, name a folder below it.',
      { cause },
    );
  });
  await syncPath(dirname(path));
}
