import type { Clock, Instant, Milliseconds } from '../shared/time.ts';

export interface SandboxClock {
  readonly now: Clock;
  /**
   * Returns the offset from the system clock that would make the clock show `instant` now, in
   * milliseconds. Returns undefined if the clock would go back.
   */
  readonly offsetFor: (instant: Instant) => Milliseconds | undefined;
  /**
   * Sets the offset from the system clock. An offset that is smaller than the current one is
   * ignored.
   */
  readonly setOffset: (offsetMs: Milliseconds) => void;
}

/** Creates a clock that runs like the system clock and can be moved forward, but never back. */
export function createSandboxClock(start: { system: Clock; offsetMs: Milliseconds }): SandboxClock {
  const { system } = start;
  let offsetMs = start.offsetMs;
  const now: Clock = () => system() + offsetMs;
  return {
    now,
    offsetFor(instant) {
      const aheadMs = instant - now();
      return aheadMs < 0 ? undefined : offsetMs + aheadMs;
    },
    setOffset(ms) {
      offsetMs = Math.max(offsetMs, ms);
    },
  };
}
