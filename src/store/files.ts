import { mkdir, opendir, rm, rmdir } from 'node:fs/promises';
import { contentPath, temporaryDirectory } from '../domain/content.ts';
import type { FileStore } from '../domain/ports.ts';
import { assert } from '../kernel/assert.ts';

const SHA256 = /^[0-9a-f]{64}$/;
const SHARD = /^[0-9a-f]{2}$/;

/** The kept files below a folder, laid out as domain/content.ts says. */
export function openFileStore(filesDirectory: string): FileStore {
  return {
    pathOf(sha256) {
      assert(SHA256.test(sha256), 'a file is named by its SHA-256');
      return contentPath(filesDirectory, sha256);
    },

    async sweep(isKept) {
      const temporary = temporaryDirectory(filesDirectory);
      await mkdir(temporary, { recursive: true });
      let removed = 0;
      for await (const name of namesIn(temporary)) {
        await rm(`${temporary}/${name}`, { recursive: true });
        removed += 1;
      }
      for await (const shard of namesIn(filesDirectory)) {
        if (!SHARD.test(shard)) continue;
        const folder = `${filesDirectory}/${shard}`;
        let isEmpty = true;
        for await (const name of namesIn(folder)) {
          // Only what this service could have put there is its own to remove.
          if (!SHA256.test(name) || (await isKept(name))) {
            isEmpty = false;
            continue;
          }
          await rm(contentPath(filesDirectory, name));
          removed += 1;
        }
        if (isEmpty) await rmdir(folder);
      }
      return removed;
    },
  };
}

async function* namesIn(directory: string): AsyncGenerator<string> {
  for await (const entry of await opendir(directory)) yield entry.name;
}
