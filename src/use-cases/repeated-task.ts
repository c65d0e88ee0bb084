import type { Observe } from '../domain/records/events.ts';
import { logFirstFailure } from '../domain/records/log-first-failure.ts';
import { startInterval, type Interval } from '../shared/interval.ts';
import type { Milliseconds } from '../shared/time.ts';

/** A task that one node performs again and again. */
export interface RepeatedTask {
  /** Name of the task in the log. */
  readonly what: string;
  readonly everyMs: Milliseconds;
  /** Time from the start to the first run. If undefined, one interval. */
  readonly firstAfterMs?: Milliseconds;
  /** Performs a part of the task. Returns true if more is left to do at once. */
  readonly step: () => Promise<boolean>;
}

interface Parts {
  readonly observe: Observe;
  /** Returns true if this node performs the task. */
  readonly isOurs: () => boolean;
}

/** Performs tasks until they are stopped. Reports the first of consecutive failures of each. */
export function startTasks(
  { observe, isOurs }: Parts,
  tasks: readonly RepeatedTask[],
): Pick<Interval, 'stop'> {
  let isStopped = false;
  const intervals = tasks.map(({ what, everyMs, firstAfterMs, step }) => {
    const attempt = logFirstFailure(observe, what);
    const interval = startInterval(everyMs, async () => {
      let hasMore = true;
      while (hasMore && isOurs() && !isStopped) hasMore = await attempt(step).catch(() => false);
    });
    if (firstAfterMs !== undefined) setTimeout(() => interval.now(), firstAfterMs).unref();
    return interval;
  });
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(intervals.map((interval) => interval.stop()));
    },
  };
}
