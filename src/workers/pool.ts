import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { CreditPassResult } from '../domain/execution/credit-pass.ts';
import type { FoundPayments } from '../domain/ports/file-search.ts';
import type { FileWorkers, SignedFile } from '../domain/ports/files.ts';
import {
  StoredFileDamaged,
  StoreUnavailable,
  SyncFailed,
  WorkersBusy,
  type OnSyncFailed,
} from '../domain/ports/storage-errors.ts';
import type { ReceivedFile } from '../domain/records/payment.ts';
import { builtWorkerUrl } from './worker-path.ts';
import type { FileWorkerSettings, JobFailure } from './file-worker.ts';

/** Concurrent jobs per thread if payment files are in an object store. */
const JOBS_PER_THREAD = 4;

export interface FileWorkerPool extends FileWorkers {
  /** Starts the threads, unless a job has already done so. */
  start(): void;
  /** Waits for running jobs, then ends the threads. */
  close(): Promise<void>;
}

/** Size of the pool and of its queue, and the settings of its workers. */
export interface FileWorkersOptions extends Omit<FileWorkerSettings, 'failedSyncs'> {
  /** Number of threads. 0: one fewer than CPU cores, at least one. */
  readonly threads: number;
  /** Maximum number of queued jobs. */
  readonly maxQueue: number;
  /** Called when a sync to disk failed. No job returns a result after that. */
  readonly onSyncFailed: OnSyncFailed;
}

/**
 * Creates the pool of threads that process payment files, so that the event loop is never blocked.
 * The threads start with the first job, or earlier by `start`.
 * Jobs reject with WorkersBusy if the queue is full, with StoreUnavailable on a storage error, and
 * with StoredFileDamaged if a stored file was changed or deleted.
 */
export function createFileWorkers(options: FileWorkersOptions): FileWorkerPool {
  const { filesDirectory, bucket, reader, maxQueue, onSyncFailed } = options;
  const threads = options.threads === 0 ? Math.max(1, availableParallelism() - 1) : options.threads;
  const failedSyncs = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const settings: FileWorkerSettings = { filesDirectory, bucket, reader, failedSyncs };
  const poolOptions = {
    filename: builtWorkerUrl('file-worker').href,
    minThreads: threads,
    maxThreads: threads,
    maxQueue,
    // While one job waits for the object store, its thread runs another.
    concurrentTasksPerWorker: bucket === null ? 1 : JOBS_PER_THREAD,
    workerData: settings,
  };
  let pool: Piscina | undefined;
  const started = (): Piscina => (pool ??= new Piscina(poolOptions));

  const run = async <Result>(name: string, job: unknown): Promise<Result> => {
    const { queueSize } = started();
    if (queueSize >= maxQueue)
      throw new WorkersBusy(`the queue of ${String(maxQueue)} jobs is full`);
    const answer = (await started().run(job, { name })) as Result | JobFailure;
    const error = isJobFailure(answer) ? errorOf(answer) : undefined;
    // A file that this thread found durable may be one that another thread failed to sync.
    if (error instanceof SyncFailed || Atomics.load(failedSyncs, 0) > 0) {
      const failure =
        error instanceof SyncFailed
          ? error
          : new SyncFailed('Payment files could not be made durable.');
      onSyncFailed(failure);
      throw failure;
    }
    if (error !== undefined) throw error;
    return answer as Result;
  };

  return {
    start: () => void started(),
    receive: (file, metadata, rules) => run<ReceivedFile>('receive', { file, metadata, rules }),
    examine: (file, metadata, rules) => run<ReceivedFile>('examine', { file, metadata, rules }),
    hash: (file) => run<string>('hash', file),
    verify: (file, signature) => run<boolean>('verify', { file, signature }),
    keep: (file, sha256) => run('keep', { file, sha256 }),
    // Only these two fields are copied to the thread.
    check: ({ sha256, bytes }) => run('check', { sha256, bytes }),
    seal: ({ sha256, bytes }, message) =>
      run<SignedFile>('seal', { file: { sha256, bytes }, message }),
    slice: (file, request) => run('slice', { file, request }),
    search: (file, request) => run<FoundPayments>('search', { file, request }),
    tabulate: (file, request) => run<Uint8Array>('tabulate', { file, request }),
    passCredits: (file, request) => run<CreditPassResult>('pass', { file, request }),
    close: async () => pool?.close(),
  };
}

function isJobFailure(answer: unknown): answer is JobFailure {
  return typeof answer === 'object' && answer !== null && 'failure' in answer;
}

function errorOf(failure: JobFailure): Error {
  switch (failure.failure) {
    case 'unavailable':
      return new StoreUnavailable(failure.message);
    case 'sync':
      return new SyncFailed(failure.message);
    case 'damaged':
      return new StoredFileDamaged(failure.sha256);
  }
}
