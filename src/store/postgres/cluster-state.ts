import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { NodeStore } from '../../domain/ports/node-store.ts';
import { SECOND_MS, type Clock } from '../../shared/time.ts';
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

/** Of a bucket's size, the part that a node may take ahead: what it does not need others lack. */
const AHEAD_PART = 1 / 10;

interface Parts {
  /** Runs a command in the next transaction. */
  readonly commit: <Value>(command: () => DbCommand<Value>) => Promise<Value>;
  /** Runs statements at once, each a transaction of its own. */
  readonly perform: <Value>(run: () => DbCommand<Value>) => Promise<Value>;
}

/** What the nodes of one service have in common where they share a database. */
export function clusterState(
  { commit, perform }: Parts,
  stopwatch: Clock = () => performance.now(),
): NodeStore & Pick<DirectoryStore, 'directoryVersion'> {
  return {
    isShared: true,
    openBuckets: ({ name: kind, size, prefetchedTokens }) => {
      const nameOf = (key: string): string => `${kind} ${key}`;
      const most = Math.floor(size.burst * AHEAD_PART);
      const buckets = new PrefetchedTokens({
        ask: (key, wanted) => perform(() => takeTokens(nameOf(key), size, wanted)),
        ahead: Math.max(1, Math.min(prefetchedTokens, most)),
        stopwatch,
      });
      return {
        take: async (key) => Math.ceil((await buckets.take(key)) / SECOND_MS),
        giveBack: async (key) => {
          await perform(() => giveTokenBack(nameOf(key), size));
          buckets.askAgain(key);
        },
      };
    },
    forms: {
      sent: (form, withinMs) => perform(() => sentForm(form, withinMs)),
      answered: (form, answer, keptMs) => perform(() => answeredForm(form, answer, keptMs)),
      failed: (form) => perform(() => failedForm(form)),
    },
    holdTasks: (tasks, lease) => commit(() => holdTasks(tasks, lease)),
    releaseTasks: (owner) => commit(() => releaseTasks(owner)),
    directoryVersion: () => perform(directoryVersion),
  };
}
