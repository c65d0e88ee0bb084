import {
  createFileWorkers,
  type FileWorkerPool,
  type FileWorkersOptions,
} from '../../src/workers/pool.ts';

/** A pool of one thread that works on files; a sync that fails is the test's failure. */
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
