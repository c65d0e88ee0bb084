import { getPriority, setPriority } from 'node:os';

/**
 * The niceness of worker threads. It gives them a lower priority than the event loop, which
 * responds to requests.
 */
const WORKER_NICENESS = 5;

/** Reads and sets the niceness of the calling thread. On Linux, each thread has its own. */
export interface Niceness {
  get(): number;
  set(niceness: number): void;
}

// The value 0 stands for the calling thread.
const OWN: Niceness = {
  get: () => getPriority(0),
  set: (niceness) => {
    setPriority(0, niceness);
  },
};

/**
 * Lowers the priority of the calling thread below that of the event loop. If it is already low
 * enough, it stays the same, because only root may raise it again. Errors are ignored.
 */
export function lowerThreadPriority(niceness = OWN): void {
  try {
    if (niceness.get() < WORKER_NICENESS) niceness.set(WORKER_NICENESS);
  } catch {
    // The error is ignored, because the thread also works at normal priority.
  }
}
