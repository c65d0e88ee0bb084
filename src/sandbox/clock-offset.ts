import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import { logFirstFailure } from '../domain/records/log-first-failure.ts';
import { startInterval } from '../shared/interval.ts';
import type { Milliseconds } from '../shared/time.ts';
import type { SandboxClock } from './clock.ts';

/**
 * The database setting that contains the clock's offset. All nodes share it, and it survives
 * restarts.
 */
const CLOCK_SETTING = 'sandbox.clock.offsetMs';

/** Interval in milliseconds at which a node checks if another node moved the clock. */
const POLL_MS: Milliseconds = 200;

/** The time after a move within which every running node uses the new offset, in milliseconds. */
const PROPAGATION_MS: Milliseconds = 2 * POLL_MS;

/**
 * Returns the stored difference between the sandbox's clock and the system clock, in milliseconds.
 */
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

/** Updates this node's clock when another node moves the clock. Stop it before the store closes. */
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
