import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { NodeStore } from '../../domain/ports/node-store.ts';
import type { Observe } from '../../domain/records/events.ts';
import { logFirstFailure } from '../../domain/records/log-first-failure.ts';
import { startInterval } from '../../shared/interval.ts';
import { SECOND_MS } from '../../shared/time.ts';

/** How often a node looks whether another has changed what is kept of the directory, in ms. */
const LOOK_MS = SECOND_MS;

interface Parts {
  readonly store: Pick<NodeStore & DirectoryStore, 'isShared' | 'directoryVersion'>;
  /** Called when what is kept of the directory is not what it was, whoever changed it. */
  readonly changed: () => Promise<void>;
  readonly observe: Observe;
}

/**
 * Tells a node what others change of the directory. What a token is good for is asked of the store
 * each time, and never waits for this.
 */
export function followDirectory({ store, changed, observe }: Parts): {
  /** Resolves when nothing is looked at any more. */
  stop(): Promise<void>;
} {
  if (!store.isShared) return { stop: () => Promise.resolve() };
  // What the caller knows by now may be older than any version that is asked for here.
  let seen: string | undefined;
  const attempt = logFirstFailure(observe, 'looking whether the directory was changed');
  const follow = async (): Promise<void> => {
    const version = await store.directoryVersion();
    if (version === seen) return;
    await changed();
    seen = version;
  };
  const look = (): Promise<void> => attempt(follow).catch(() => undefined);
  return startInterval(LOOK_MS, look);
}
