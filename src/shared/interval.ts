import type { Milliseconds } from './time.ts';

/** A repeated action, until it is stopped. */
export interface Interval {
  /** Runs the action now, unless it is already running. */
  now(): void;
  /** Prevents further runs. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/**
 * Runs an action every `everyMs` milliseconds, first after one interval. Skips a run while the
 * previous one has not ended. Does not keep the process alive.
 *
 * @param action reports its own errors and never rejects
 */
export function startInterval(everyMs: Milliseconds, action: () => Promise<void>): Interval {
  let running: Promise<void> | undefined;
  let isStopped = false;
  const now = (): void => {
    if (isStopped) return;
    running ??= action().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(now, everyMs).unref();
  return {
    now,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
