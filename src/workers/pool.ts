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

/** Jobs that a thread has under way at once where kept files come from an object store. */
const JOBS_PER_THREAD = 4;

export interface FileWorkerPool extends FileWorkers {
  /** Waits for the jobs under way and ends the threads. */
  close(): Promise<void>;
}

/** How many threads there are, how much may wait for them, and what they go by. */
export interface FileWorkersOptions extends Omit<FileWorkerSettings, 'failedSyncs'> {
  /** 0: one fewer than there are cores, at least one. */
  readonly threads: number;
  /** Jobs that may wait for a thread. */
  readonly maxQueue: number;
  /** Told when the disk did not make durable what it was asked to; nothing is answered then. */
  readonly onSyncFailed: OnSyncFailed;
}

/**
 * The threads that work on files, so that the event loop never does. A job that finds the queue
 * full rejects with WorkersBusy, one that the disk fails with StoreUnavailable, and one that
 * finds a kept file changed or gone with KeptFileDamaged.
 */
export function createFileWorkers(options: FileWorkersOptions): FileWorkerPool {
  const { filesDirectory, bucket, reader, maxQueue, onSyncFailed } = options;
  const threads = options.threads === 0 ? Math.max(1, availableParallelism() - 1) : options.threads;
  const failedSyncs = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const settings: FileWorkerSettings = { filesDirectory, bucket, reader, failedSyncs };
  const pool = new Piscina({
    filename: builtWorkerUrl('file-worker').href,
    minThreads: threads,
    maxThreads: threads,
    maxQueue,
    // While one job waits for the object store, its thread works on another.
    concurrentTasksPerWorker: bucket === null ? 1 : JOBS_PER_THREAD,
    workerData: settings,
  });

  const run = async <Result>(name: string, job: unknown): Promise<Result> => {
    if (pool.queueSize >= maxQueue) throw new WorkersBusy(`${String(maxQueue)} jobs wait already`);
    const answer = (await pool.run(job, { name })) as Result | JobFailure;
    const error = isJobFailure(answer) ? errorOf(answer) : undefined;
    // A name that this thread found durable may be one that another thread's sync has lost.
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
    receive: (file, metadata, rules) => run<ReceivedFile>('receive', { file, metadata, rules }),
    examine: (file, metadata, rules) => run<ReceivedFile>('examine', { file, metadata, rules }),
    hash: (file) => run<string>('hash', file),
    verify: (file, signature) => run<boolean>('verify', { file, signature }),
    keep: (file, sha256) => run('keep', { file, sha256 }),
    // Only what is needed crosses to the thread.
    check: ({ sha256, bytes }) => run('check', { sha256, bytes }),
    seal: ({ sha256, bytes }, message) =>
      run<SignedFile>('seal', { file: { sha256, bytes }, message }),
    slice: (file, request) => run('slice', { file, request }),
    search: (file, request) => run<FoundPayments>('search', { file, request }),
    tabulate: (file, request) => run<Uint8Array>('tabulate', { file, request }),
    passCredits: (file, request) => run<CreditPassResult>('pass', { file, request }),
    close: () => pool.close(),
  };
}

function isJobFailure(answer: unknown): answer is JobFailure {
  return typeof answer === 'object' && answer !== null && 'trouble' in answer;
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
