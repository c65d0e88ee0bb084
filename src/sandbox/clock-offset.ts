import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import { logFirstFailure } from '../domain/records/log-first-failure.ts';
import { startInterval } from '../shared/interval.ts';
import type { SandboxClock } from './clock.ts';

/** The store's setting that keeps the sandbox's clock: over restarts, and for all nodes. */
const CLOCK_SETTING = 'sandbox.clock.offsetMs';

/** How often a node looks whether another has moved the clock, in milliseconds. */
const LOOK_MS = 200;

/** How long after a move every node that lives shows it, in milliseconds. */
const SEEN_MS = 2 * LOOK_MS;

/** How far ahead of the system's clock the sandbox's is kept, in milliseconds. */
export async function readOffset(store: Pick<Store, 'readSetting'>): Promise<number> {
  return Number((await store.readSetting(CLOCK_SETTING)) ?? 0);
}

/** Keeps how far ahead the clock is; how far it is then, for another may have moved it further. */
export function saveOffset(store: Pick<Store, 'raiseSetting'>, offsetMs: number): Promise<number> {
  return store.raiseSetting(CLOCK_SETTING, offsetMs);
}

/** Resolves when every node shows what was kept before. */
export function untilSeen({ isShared }: Pick<Store, 'isShared'>): Promise<void> {
  return isShared ? new Promise((resolve) => setTimeout(resolve, SEEN_MS)) : Promise.resolve();
}

/** Has a clock follow what other nodes keep. To be stopped before the store closes. */
export function followOffset({
  clock,
  store,
  observe,
}: {
  readonly clock: Pick<SandboxClock, 'setOffset'>;
  readonly store: Pick<Store, 'isShared' | 'readSetting'>;
  readonly observe: Observe;
}): { stop(): Promise<void> } {
  if (!store.isShared) return { stop: () => Promise.resolve() };
  const attempt = logFirstFailure(observe, "reading the sandbox's clock");
  const read = async (): Promise<void> => {
    clock.setOffset(await readOffset(store));
  };
  const look = (): Promise<void> => attempt(read).catch(() => undefined);
  const looking = startInterval(LOOK_MS, look);
  return { stop: () => looking.stop() };
}
