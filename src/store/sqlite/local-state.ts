import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { NodeStore } from '../../domain/ports/node-store.ts';
import type { Clock } from '../../shared/time.ts';
import { TokenBuckets } from '../../shared/token-bucket.ts';

/** Maximum number of token buckets of a kind. If there are more, the fullest ones are dropped. */
const MAX_BUCKETS = 10_000;

/**
 * The state that nodes would share, for a service of a single node. It is held in the memory of the
 * process and lost when it ends. Every task belongs to this node.
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
    // This process makes every change itself, so there is nothing to detect.
    directoryVersion: () => Promise.resolve(''),
  };
}
