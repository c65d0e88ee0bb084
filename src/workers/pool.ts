import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { CreditPass, CreditPassResult } from '../domain/credit-pass.ts';
import type { ReceivedFile } from '../domain/payment.ts';
import type { FileWorkers } from '../domain/ports.ts';
import { StoreUnavailable, WorkersBusy } from '../domain/unavailable.ts';
import type { DiskTrouble, FileWorkerSettings } from './file-worker.ts';

export interface FileWorkerPool extends FileWorkers {
  readonly collectCredits: CreditPass;
  /** Waits for the jobs under way and ends the threads. */
  close(): Promise<void>;
}

/**
 * Threads run built code. From the sources, as tests do, they take the build beside them: what is
 * served is what is tried, and a thread is there in half the time.
 */
const WORKER_FILE = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/workers/file-worker.js' : './file-worker.js',
  import.meta.url,
).href;

/**
 * The threads that work on files, so that the event loop never does. A job that finds the queue
 * full rejects with WorkersBusy, one that the disk fails with StoreUnavailable.
 *
 * @param options.threads how many; 0: one fewer than there are cores, at least one
 * @param options.maxQueue jobs that may wait for a thread
 */
export function createFileWorkers(
  options: FileWorkerSettings & { readonly threads: number; readonly maxQueue: number },
): FileWorkerPool {
  const { filesDirectory, reader, maxQueue } = options;
  const threads = options.threads === 0 ? Math.max(1, availableParallelism() - 1) : options.threads;
  const settings: FileWorkerSettings = { filesDirectory, reader };
  const pool = new Piscina({
    filename: WORKER_FILE,
    minThreads: threads,
    maxThreads: threads,
    maxQueue,
    workerData: settings,
  });

  const run = async <Result>(name: string, job: unknown): Promise<Result> => {
    if (pool.queueSize >= maxQueue) throw new WorkersBusy(`${String(maxQueue)} jobs wait already`);
    const answer = (await pool.run(job, { name })) as Result | DiskTrouble;
    if (isDiskTrouble(answer)) throw new StoreUnavailable(answer.diskTrouble);
    return answer;
  };

  return {
    receive: (file, metadata, rules) => run<ReceivedFile>('receive', { file, metadata, rules }),
    hash: (file) => run<string>('hash', file),
    verify: (file, signature) => run<boolean>('verify', { file, signature }),
    slice: (file, request) => run('slice', { file, request }),
    collectCredits: (file, request) => run<CreditPassResult>('collectCredits', { file, request }),
    close: () => pool.close(),
  };
}

function isDiskTrouble(answer: unknown): answer is DiskTrouble {
  return typeof answer === 'object' && answer !== null && 'diskTrouble' in answer;
}
