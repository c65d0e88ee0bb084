import { getPriority, setPriority } from 'node:os';

/** Niceness of worker threads: a lower priority than the event loop, which answers requests. */
const WORKER_NICENESS = 5;

/** Access to the niceness of the calling thread. On Linux each thread has its own. */
export interface Niceness {
  get(): number;
  set(niceness: number): void;
}

// 0 is the calling thread.
const OWN: Niceness = {
  get: () => getPriority(0),
  set: (niceness) => {
    setPriority(0, niceness);
  },
};

/**
 * Lowers the priority of the calling thread below the event loop's. Keeps a priority that is low
 * enough, because only root may raise it again. Ignores errors.
 */
export function lowerThreadPriority(niceness = OWN): void {
  try {
    if (niceness.get() < WORKER_NICENESS) niceness.set(WORKER_NICENESS);
  } catch {
    // The thread works at normal priority too.
  }
}
