import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { CreditPassResult } from '../domain/execution/credit-pass.ts';
import type { FoundPayments } from '../domain/ports/file-search.ts';
import type { FileWorkers, SignedFile, StoredFile } from '../domain/ports/files.ts';
import type { SearchWorkers } from '../domain/ports/search-index.ts';
import {
  StoredFileDamaged,
  StoreUnavailable,
  SyncFailed,
  WorkersBusy,
  type OnSyncFailed,
} from '../domain/ports/storage-errors.ts';
import type { ReceivedFile } from '../domain/records/payment.ts';
import type { PreviewedFile } from '../domain/records/file-check.ts';
import { SECOND_MS } from '../shared/time.ts';
import { builtWorkerUrl } from './worker-path.ts';
import type { FileWorkerSettings, JobFailure } from './file-worker.ts';
import type { JobRun, TracedResult } from './traced-file-worker.ts';

/** Number of jobs that run concurrently in each thread if payment files are in an object store. */
const JOBS_PER_THREAD = 4;

/** Time in milliseconds after which the idle thread for the search index ends. */
const INDEX_IDLE_MS = 10 * SECOND_MS;

export interface FileWorkerPool extends FileWorkers, SearchWorkers {
  /** Starts the worker threads, unless a job has already started them. */
  start(): void;
  /** Waits for the jobs that are running, and then ends the worker threads. */
  close(): Promise<void>;
}

/** The size of the worker pool and of its queue, with the settings of the workers. */
export interface FileWorkersOptions extends Omit<FileWorkerSettings, 'failedSyncs'> {
  /** Number of worker threads. 0 means one fewer than the CPU cores, but at least one. */
  readonly threads: number;
  /** Maximum number of jobs that may wait in the queue. */
  readonly maxQueue: number;
  /** Records how a job ran in its thread. Null if nothing is traced. */
  readonly recordRun?: ((name: string, run: JobRun) => void) | null;
  /** Called when a sync to disk has failed. After that, no job returns a result. */
  readonly onSyncFailed: OnSyncFailed;
}

/**
 * Creates the pool of worker threads that process payment files, so that they never block the event
 * loop. The threads start with the first job, or earlier if `start` is called. Jobs reject with
 * WorkersBusy if the queue is full, and with StoreUnavailable if the storage fails. If a stored
 * file was changed or deleted, they reject with StoredFileDamaged.
 */
export function createFileWorkers(options: FileWorkersOptions): FileWorkerPool {
  const { filesDirectory, bucket, reader, bank, maxQueue, onSyncFailed } = options;
  const { recordRun = null } = options;
  const threads = options.threads === 0 ? Math.max(1, availableParallelism() - 1) : options.threads;
  const failedSyncs = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const settings: FileWorkerSettings = { filesDirectory, bucket, reader, bank, failedSyncs };
  const poolOptions = {
    filename: builtWorkerUrl(recordRun === null ? 'file-worker' : 'traced-file-worker').href,
    minThreads: threads,
    maxThreads: threads,
    maxQueue,
    // While one job waits for the object store, its thread can run another job.
    concurrentTasksPerWorker: bucket === null ? 1 : JOBS_PER_THREAD,
    workerData: settings,
  };
  let pool: Piscina | undefined;
  const started = (): Piscina => (pool ??= new Piscina(poolOptions));
  // The search index has a thread of its own, because an upload must not wait for a long job.
  let indexPool: Piscina | undefined;
  const indexStarted = (): Piscina =>
    (indexPool ??= new Piscina({
      ...{ ...poolOptions, minThreads: 0, maxThreads: 1, concurrentTasksPerWorker: 1 },
      idleTimeout: INDEX_IDLE_MS,
    }));

  const run = async <Result>(name: string, job: unknown, threadsOf = started): Promise<Result> => {
    const chosen = threadsOf();
    if (chosen.queueSize >= maxQueue)
      throw new WorkersBusy(`the queue of ${String(maxQueue)} jobs is full`);
    const answer = (await runJob(chosen, recordRun, name, job)) as Result | JobFailure;
    const error = isJobFailure(answer) ? errorOf(answer) : undefined;
    // If another thread failed to sync a file, this thread may wrongly have found that file
    // durable.
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
    examine: (file, metadata, rules) => run<PreviewedFile>('examine', { file, metadata, rules }),
    hash: (file) => run<string>('hash', file),
    verify: (file, signature) => run<boolean>('verify', { file, signature }),
    keep: (file, sha256) => run('keep', { file, sha256 }),
    check: (file) => run('check', nameOf(file)),
    seal: (file, message) => run<SignedFile>('seal', { file: nameOf(file), message }),
    slice: (file, request) => run('slice', { file, request }),
    search: (file, request) => run<FoundPayments>('search', { file, request }),
    tabulate: (file, request) => run<Uint8Array>('tabulate', { file, request }),
    writeStatementPage: (file, request) => run('writeStatementPage', { file, request }),
    sign: (file, message) => run<string>('sign', { file, message }),
    passCredits: (file, request) => run<CreditPassResult>('pass', { file, request }),
    writeMessages: (file, request) => run('writeMessages', { file, request }),
    findPayments: (file, request) => run('findPayments', { file, request }),
    writeSegment: (sources) => run('writeSegment', sources, indexStarted),
    mergeSegments: (segments) => run('mergeSegments', segments.map(nameOf), indexStarted),
    locate: (file, request) => run('locate', { file, request }),
    async close() {
      await Promise.all([pool?.close(), indexPool?.close()]);
    },
  };
}

/** Runs a job in a thread. Records how it ran there. */
async function runJob(
  pool: Piscina,
  recordRun: NonNullable<FileWorkersOptions['recordRun']> | null,
  name: string,
  job: unknown,
): Promise<unknown> {
  if (recordRun === null) return pool.run(job, { name });
  const traced = (await pool.run({ name, job }, { name: 'run' })) as TracedResult;
  recordRun(name, traced);
  return traced.answer;
}

/** Returns only these two fields, because everything that is passed is copied to the thread. */
function nameOf({ sha256, bytes }: StoredFile): StoredFile {
  return { sha256, bytes };
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
