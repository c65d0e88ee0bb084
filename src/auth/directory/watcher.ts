import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { NodeStore } from '../../domain/ports/node-store.ts';
import type { Observe } from '../../domain/records/events.ts';
import { logFirstFailure } from '../../domain/records/log-first-failure.ts';
import { startInterval } from '../../shared/interval.ts';
import { SECOND_MS } from '../../shared/time.ts';

/**
 * Interval at which a node checks whether another node changed the stored directory, in
 * milliseconds.
 */
const POLL_MS = SECOND_MS;

interface Parts {
  readonly store: Pick<NodeStore & DirectoryStore, 'isShared' | 'directoryVersion'>;
  /** Called when the stored directory changed, on any node. */
  readonly changed: () => Promise<void>;
  readonly observe: Observe;
}

/**
 * Notifies a node when the stored directory changes. Caches depend on it. The validity of a token
 * does not: it is checked in the store for each request.
 */
export function followDirectory({ store, changed, observe }: Parts): {
  /** Stops the checks. Resolves when a running check has ended. */
  stop(): Promise<void>;
} {
  if (!store.isShared) return { stop: () => Promise.resolve() };
  // Undefined at first, so that the first check notifies the caller. Its data may be older than the
  // first version read here.
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
