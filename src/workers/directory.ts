import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  unpackDirectory,
  type DirectoryListing,
  type PackedDirectory,
} from '../auth/directory/parts.ts';
import { builtWorkerUrl } from './worker-path.ts';

/**
 * Reads a document of the directory in a thread of its own, which ends with it: one of 8 MiB takes
 * half a second (docs/decisions, 41). Gives back what it lists, or all that is wrong with it.
 */
export async function parseDirectoryInThread(
  written: string,
): Promise<DirectoryListing | { readonly problems: readonly string[] }> {
  const thread = new Worker(builtWorkerUrl('directory-worker'), { workerData: written });
  const [read] = (await once(thread, 'message')) as [
    PackedDirectory | { readonly problems: readonly string[] },
  ];
  return 'problems' in read ? read : unpackDirectory(read);
}
