import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followDirectory } from '../../../../src/auth/directory/watcher.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import { SECOND_MS } from '../../../../src/shared/time.ts';

function following(isShared = true) {
  const world = { version: 'a', isAway: false, told: 0, isDeaf: false };
  const events: ServiceEvent[] = [];
  const followed = followDirectory({
    store: {
      isShared,
      directoryVersion: () =>
        world.isAway ? Promise.reject(new Error('away')) : Promise.resolve(world.version),
    },
    changed: () => {
      if (world.isDeaf) return Promise.reject(new Error('deaf'));
      world.told += 1;
      return Promise.resolve();
    },
    observe: (event) => void events.push(event),
  });
  return { world, events, stop: () => followed.stop() };
}

describe('the watcher of the stored directory', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('notifies once at the start and once for every change', async () => {
    const { world, stop } = following();
    const reported: number[] = [];
    for (const version of ['a', 'a', 'b', 'b', 'c', 'a']) {
      world.version = version;
      await vi.advanceTimersByTimeAsync(SECOND_MS);
      reported.push(world.told);
    }
    expect(reported).toEqual([1, 1, 2, 2, 3, 4]);
    await stop();
    world.version = 'd';
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    expect(world.told).toBe(4);
  });

  it('retries after a failed check or a failed notification', async () => {
    const { world, events, stop } = following();
    world.isAway = true;
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    world.isAway = false;
    world.isDeaf = true;
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    world.isDeaf = false;
    expect([world.told, events.length]).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    expect([world.told, events.length]).toEqual([1, 1]);
    await stop();
  });

  it('does nothing if the node does not share its store', async () => {
    const { world, stop } = following(false);
    await vi.advanceTimersByTimeAsync(5 * SECOND_MS);
    expect(world.told).toBe(0);
    await stop();
  });
});
