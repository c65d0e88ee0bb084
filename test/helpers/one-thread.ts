import {
  createFileWorkers,
  type FileWorkerPool,
  type FileWorkersOptions,
} from '../../src/workers/pool.ts';

/** Returns a pool with one thread for file work. A failed sync fails the test. */
export function oneThread(
  filesDirectory: string,
  options: Partial<FileWorkersOptions> = {},
): FileWorkerPool {
  return createFileWorkers({
    ...{ filesDirectory, bucket: null, reader: 'fast', threads: 1, maxQueue: 16 },
    onSyncFailed: (error) => {
      throw error;
    },
    ...options,
  });
}
