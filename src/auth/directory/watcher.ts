import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { NodeStore } from '../../domain/ports/node-store.ts';
import type { Observe } from '../../domain/records/events.ts';
import { logFirstFailure } from '../../domain/records/log-first-failure.ts';
import { startInterval } from '../../shared/interval.ts';
import { SECOND_MS } from '../../shared/time.ts';

/**
 * Interval in milliseconds at which a node checks if another node has changed the stored directory.
 */
const POLL_MS = SECOND_MS;

interface Parts {
  readonly store: Pick<NodeStore & DirectoryStore, 'isShared' | 'directoryVersion'>;
  /** Called when any node has changed the stored directory. */
  readonly changed: () => Promise<void>;
  readonly observe: Observe;
}

/**
 * Calls `changed` on this node when any node changes the stored directory, because this node's
 * caches depend on it. The validity of tokens does not depend on these caches, since it is checked
 * in the store for each request.
 */
export function followDirectory({ store, changed, observe }: Parts): {
  /** Stops the checks. Resolves when a check that is running has ended. */
  stop(): Promise<void>;
} {
  if (!store.isShared) return { stop: () => Promise.resolve() };
  // Undefined at first, so that the first check always calls `changed`. The caller's data may be
  // older than the first version that is read here.
  let lastVersion: string | undefined;
  const attempt = logFirstFailure(observe, 'checking whether the stored directory changed');
  const follow = async (): Promise<void> => {
    const version = await store.directoryVersion();
    if (version === lastVersion) return;
    await changed();
    lastVersion = version;
  };
  const poll = (): Promise<void> => attempt(follow).catch(() => undefined);
  return startInterval(POLL_MS, poll);
}
