import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { NodeStore } from '../../domain/ports/node-store.ts';
import { SECOND_MS, type Stopwatch } from '../../shared/time.ts';
import type { DbCommand } from '../repositories/engine.ts';
import {
  answeredForm,
  directoryVersion,
  failedForm,
  giveTokenBack,
  holdTasks,
  releaseTasks,
  sentForm,
  takeTokens,
} from './repositories/nodes.ts';
import { PrefetchedTokens } from './prefetched-tokens.ts';

/**
 * Share of a bucket's burst that one node may prefetch at most. Other nodes cannot use the tokens
 * that a node prefetched, so this share is small.
 */
const PREFETCH_SHARE = 1 / 10;

interface Parts {
  /** Runs a command in the next transaction. */
  readonly commit: <Value>(command: () => DbCommand<Value>) => Promise<Value>;
  /** Runs statements immediately. Each statement is a transaction of its own. */
  readonly perform: <Value>(run: () => DbCommand<Value>) => Promise<Value>;
}

/**
 * Returns the state that all nodes of a service share through the database: rate limits, submitted
 * forms, task leases and the version of the directory.
 */
export function clusterState(
  { commit, perform }: Parts,
  stopwatch: Stopwatch = () => performance.now(),
): NodeStore & Pick<DirectoryStore, 'directoryVersion'> {
  return {
    isShared: true,
    openBuckets: ({ name: kind, size, prefetchedTokens }) => {
      const nameOf = (key: string): string => `${kind} ${key}`;
      const maxPrefetched = Math.floor(size.burst * PREFETCH_SHARE);
      const buckets = new PrefetchedTokens({
        takeFromBucket: (key, wanted) => perform(() => takeTokens(nameOf(key), size, wanted)),
        prefetchCount: Math.max(1, Math.min(prefetchedTokens, maxPrefetched)),
        stopwatch,
      });
      return {
        take: async (key) => Math.ceil((await buckets.take(key)) / SECOND_MS),
        tokensOf: (key) => buckets.tokensOf(key),
        giveBack: async (key) => {
          await perform(() => giveTokenBack(nameOf(key), size));
          buckets.retryNow(key);
        },
      };
    },
    forms: {
      sent: (form, withinMs) => perform(() => sentForm(form, withinMs)),
      answered: (form, answer, retentionMs) =>
        perform(() => answeredForm(form, answer, retentionMs)),
      failed: (form) => perform(() => failedForm(form)),
    },
    holdTasks: (tasks, lease) => commit(() => holdTasks(tasks, lease)),
    releaseTasks: (owner) => commit(() => releaseTasks(owner)),
    directoryVersion: () => perform(directoryVersion),
  };
}
