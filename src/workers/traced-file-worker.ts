import * as jobs from './file-worker.ts';

/** A job of the file worker, by the name of its function. */
export interface TracedJob {
  readonly name: string;
  readonly job: unknown;
}

/** The result of a job, and when it ran in the thread, in milliseconds since the epoch. */
export interface TracedResult {
  readonly answer: unknown;
  readonly startedAt: number;
  readonly endedAt: number;
}

const now = (): number => performance.timeOrigin + performance.now();

/** Runs a job and measures it. The pool records the time as a span. */
export async function run({ name, job }: TracedJob): Promise<TracedResult> {
  const startedAt = now();
  const answer = await (jobs as Record<string, (job: never) => unknown>)[name]?.(job as never);
  return { answer, startedAt, endedAt: now() };
}
