import {
  createFileWorkers,
  type FileWorkerPool,
  type FileWorkersOptions,
} from '../../src/workers/pool.ts';

/** Returns a file worker pool with one thread. If it fails to sync a file, the test fails. */
export function oneThread(
  filesDirectory: string,
  options: Partial<FileWorkersOptions> = {},
): FileWorkerPool {
  return createFileWorkers({
    ...{ filesDirectory, bucket: null, reader: 'fast', bank: null, threads: 1, maxQueue: 16 },
    onSyncFailed: (error) => {
      throw error;
    },
    ...options,
  });
}
