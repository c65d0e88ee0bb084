import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { createSandboxClock } from '../../../src/sandbox/clock.ts';
import {
  followOffset,
  saveOffset,
  readOffset,
  untilSeen,
} from '../../../src/sandbox/clock-offset.ts';

const START = Date.parse('2026-12-01T09:00:00Z');

function shared(isShared = true) {
  const settings = new Map<string, string>();
  const state = { isAway: false };
  const store: Pick<Store, 'isShared' | 'readSetting' | 'raiseSetting'> = {
    isShared,
    readSetting: (name) =>
      state.isAway ? Promise.reject(new Error('away')) : Promise.resolve(settings.get(name)),
    raiseSetting: (name, least) => {
      const kept = Math.max(Number(settings.get(name) ?? 0), least);
      settings.set(name, String(kept));
      return Promise.resolve(kept);
    },
  };
  const events: ServiceEvent[] = [];
  const node = async () => {
    const clock = createSandboxClock({ system: () => START, offsetMs: await readOffset(store) });
    const following = followOffset({ clock, store, observe: (event) => void events.push(event) });
    // Combined as in a profile. The second object must not overwrite members of the clock.
    const followed = { ...clock, ...following };
    return { aheadMs: () => followed.now() - START, stop: () => followed.stop() };
  };
  return { store, node, state, events };
}

describe('the sandbox clock of several nodes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is moved on all nodes, including nodes that start later', async () => {
    const { store, node } = shared();
    const [one, other] = [await node(), await node()];
    expect(await saveOffset(store, 5000)).toBe(5000);
    const seen = untilSeen(store);
    await vi.advanceTimersByTimeAsync(1000);
    await seen;
    const late = await node();
    expect([one, other, late].map(({ aheadMs }) => aheadMs())).toEqual([5000, 5000, 5000]);
    await Promise.all([one, other, late].map(({ stop }) => stop()));
    await saveOffset(store, 6000);
    await vi.advanceTimersByTimeAsync(1000);
    expect(one.aheadMs()).toBe(5000);
  });

  it('shows the furthest time that any node moved it to', async () => {
    const { store } = shared();
    expect(await saveOffset(store, 5000)).toBe(5000);
    expect(await saveOffset(store, 3000)).toBe(5000);
    expect(await readOffset(store)).toBe(5000);
  });

  it('keeps its offset while the store is unavailable', async () => {
    const { store, node, state, events } = shared();
    const one = await node();
    await saveOffset(store, 5000);
    state.isAway = true;
    await vi.advanceTimersByTimeAsync(200);
    expect([one.aheadMs(), events.length]).toEqual([0, 1]);
    state.isAway = false;
    await vi.advanceTimersByTimeAsync(200);
    expect(one.aheadMs()).toBe(5000);
    await one.stop();
  });

  it('is not polled if the node does not share its store', async () => {
    const { store, node } = shared(false);
    const one = await node();
    await saveOffset(store, 5000);
    await untilSeen(store);
    await vi.advanceTimersByTimeAsync(1000);
    expect(one.aheadMs()).toBe(0);
    await one.stop();
  });
});
