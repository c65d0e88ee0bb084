import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClockParts } from '../../../src/profiles/profile.ts';
import { sandboxProfile } from '../../../src/profiles/sandbox.ts';

const START = Date.parse('2026-12-01T09:00:00Z');
const AHEAD_MS = 5000;

/** A data folder to which no test writes. */
const PLACES = {
  dataDirectory: 'data',
  keysDirectory: undefined,
  publicHosts: [],
  core: undefined,
};

describe('the clock of the sandbox', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([true, false])('uses the offset in the store, shared: %s', async (isShared) => {
    const settings = { isShared, readSetting: () => Promise.resolve(String(AHEAD_MS)) };
    const clock = await sandboxProfile(PLACES).openClock({
      store: settings as unknown as ClockParts['store'],
      machineClock: () => START,
      observe: () => undefined,
    });
    expect(clock.now()).toBe(START + AHEAD_MS);
    await clock.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
