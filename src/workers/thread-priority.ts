import { getPriority, setPriority } from 'node:os';

/** Below the event loop's, which answers requests while files are worked on. */
const WORKER_NICENESS = 5;

/** The niceness of the calling thread: Linux gives every thread one of its own. */
export interface Niceness {
  get(): number;
  set(niceness: number): void;
}

// 0 means the thread that asks.
const OWN: Niceness = {
  get: () => getPriority(0),
  set: (niceness) => {
    setPriority(0, niceness);
  },
};

/**
 * Lets the calling thread give way to the event loop. One that gives way already stays as it is,
 * for nobody but root may take niceness back; and where it may not be set, work goes on without.
 */
export function lowerThreadPriority(niceness = OWN): void {
  try {
    if (niceness.get() < WORKER_NICENESS) niceness.set(WORKER_NICENESS);
  } catch {
    // A thread of the same rank works as well.
  }
}
