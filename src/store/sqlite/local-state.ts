import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { NodeStore } from '../../domain/ports/node-store.ts';
import type { Clock } from '../../shared/time.ts';
import { TokenBuckets } from '../../shared/token-bucket.ts';

/** Buckets of a kind that are remembered: the first is forgotten, and so full, for a new one. */
const MAX_BUCKETS = 10_000;

/**
 * What nodes have in common where there is one: it lies in the memory of its process, and ends with
 * it. No task is anybody else's.
 */
export function localState(
  machineClock: Clock,
): NodeStore & Pick<DirectoryStore, 'directoryVersion'> {
  return {
    isShared: false,
    forms: null,
    openBuckets: ({ size }) => {
      const buckets = new TokenBuckets(size, MAX_BUCKETS);
      return {
        take: (key) => {
          const now = machineClock();
          const seconds = buckets.secondsToWait(key, now);
          if (seconds === 0) buckets.take(key, now);
          return Promise.resolve(seconds);
        },
        giveBack: (key) => {
          buckets.giveBack(key, machineClock());
          return Promise.resolve();
        },
      };
    },
    holdTasks: (tasks) => Promise.resolve(tasks.map((task) => ({ task, takenFrom: null }))),
    releaseTasks: () => Promise.resolve(),
    // Whoever changes it is the one who would look.
    directoryVersion: () => Promise.resolve(''),
  };
}
