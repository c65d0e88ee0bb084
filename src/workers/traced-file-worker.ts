import { AsyncLocalStorage } from 'node:async_hooks';
import { onObjectStoreRequest, type ObjectStoreRequest } from '../store/files/s3/requests.ts';
import * as jobs from './file-worker.ts';

/** A job of the file worker, by the name of its function. */
export interface TracedJob {
  readonly name: string;
  readonly job: unknown;
}

/** When a job ran in the thread, in milliseconds since the epoch, and its requests. */
export interface JobRun {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Requests of the job to the object store. */
  readonly requests: readonly ObjectStoreRequest[];
}

/** The result of a job, and how it ran. */
export interface TracedResult extends JobRun {
  readonly answer: unknown;
}

const now = (): number => performance.timeOrigin + performance.now();

/** The requests of the current job. A thread can run several jobs at once. */
const requestsOfJob = new AsyncLocalStorage<ObjectStoreRequest[]>();
onObjectStoreRequest((request) => void requestsOfJob.getStore()?.push(request));

/** Runs a job and measures it. The pool records the times as spans. */
export async function run({ name, job }: TracedJob): Promise<TracedResult> {
  const startedAt = now();
  const requests: ObjectStoreRequest[] = [];
  const answer = await requestsOfJob.run(requests, () =>
    (jobs as Record<string, (job: never) => unknown>)[name]?.(job as never),
  );
  return { answer, startedAt, endedAt: now(), requests };
}
