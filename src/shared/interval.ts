/** What is done again and again, until it is stopped. */
export interface Interval {
  /** Does it now, unless it is under way. */
  now(): void;
  /** Resolves when nothing of it is under way any more, and nothing will be. */
  stop(): Promise<void>;
}

/**
 * Does something every so many milliseconds, the first time when those are over, and never twice at
 * once: what is still under way when it is due again is left alone. It keeps no process alive.
 *
 * @param act tells by itself what fails, and never rejects
 */
export function startInterval(everyMs: number, act: () => Promise<void>): Interval {
  let underWay: Promise<void> | undefined;
  let isStopped = false;
  const now = (): void => {
    if (isStopped) return;
    underWay ??= act().finally(() => {
      underWay = undefined;
    });
  };
  const timer = setInterval(now, everyMs).unref();
  return {
    now,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await underWay;
    },
  };
}
