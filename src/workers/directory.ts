import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  unpackDirectory,
  type DirectoryListing,
  type PackedDirectory,
} from '../auth/directory/parts.ts';
import { builtWorkerUrl } from './worker-path.ts';

/**
 * Parses a directory document in a worker thread, which then ends. A document of 8 MiB takes half a
 * second (docs/decisions, 41). Returns the organisations, or all problems of the document.
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
