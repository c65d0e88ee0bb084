import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import { logFirstFailure } from '../domain/records/log-first-failure.ts';
import { startInterval } from '../shared/interval.ts';
import type { Milliseconds } from '../shared/time.ts';
import type { SandboxClock } from './clock.ts';

/** Database setting with the clock's offset, shared by all nodes and kept over restarts. */
const CLOCK_SETTING = 'sandbox.clock.offsetMs';

/** Interval at which a node checks whether another node moved the clock, in milliseconds. */
const POLL_MS: Milliseconds = 200;

/** Time after a move until every running node uses the new offset, in milliseconds. */
const PROPAGATION_MS: Milliseconds = 2 * POLL_MS;

/** Returns the stored offset of the sandbox's clock from the system's clock, in milliseconds. */
export async function readOffset(store: Pick<Store, 'readSetting'>): Promise<Milliseconds> {
  return Number((await store.readSetting(CLOCK_SETTING)) ?? 0);
}

/**
 * Stores the clock's offset. Returns the stored offset, which is larger if another node moved the
 * clock further.
 */
export function saveOffset(
  store: Pick<Store, 'raiseSetting'>,
  offsetMs: Milliseconds,
): Promise<Milliseconds> {
  return store.raiseSetting(CLOCK_SETTING, offsetMs);
}

/** Resolves when every node uses the stored offset. */
export function untilSeen({ isShared }: Pick<Store, 'isShared'>): Promise<void> {
  return isShared
    ? new Promise((resolve) => setTimeout(resolve, PROPAGATION_MS))
    : Promise.resolve();
}

/** Updates a clock when another node moves it. Stop it before the store closes. */
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
  const poll = (): Promise<void> => attempt(read).catch(() => undefined);
  const polling = startInterval(POLL_MS, poll);
  return { stop: () => polling.stop() };
}
