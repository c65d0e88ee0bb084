import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { NodeStore } from '../../domain/ports/node-store.ts';
import type { Clock } from '../../shared/time.ts';
import { TokenBuckets } from '../../shared/token-bucket.ts';

/**
 * Maximum number of rate-limit buckets of one kind. If there are more, the fullest ones are
 * dropped.
 */
const MAX_BUCKETS = 10_000;

/**
 * Holds in memory the state that several nodes would share in the database. A service with a single
 * node uses it. The state is lost when the process ends, and every task belongs to this node.
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
        tokensOf: (key) => buckets.tokensOf(key, machineClock()),
        giveBack: (key) => {
          buckets.giveBack(key, machineClock());
          return Promise.resolve();
        },
      };
    },
    holdTasks: (tasks) => Promise.resolve(tasks.map((task) => ({ task, takenFrom: null }))),
    releaseTasks: () => Promise.resolve(),
    // Only this process changes the directory, so there are no changes by others to detect.
    directoryVersion: () => Promise.resolve(''),
  };
}
