import type { Clock, Instant } from '../shared/time.ts';

export interface SandboxClock {
  readonly now: Clock;
  /**
   * How far ahead of the system's clock it must be to show that instant now, in milliseconds: what
   * a restart needs. Undefined when it would have to go back.
   */
  readonly offsetFor: (instant: Instant) => number | undefined;
  /** Sets it so far ahead of the system's clock; it never goes back. */
  readonly setOffset: (offsetMs: number) => void;
}

/** A clock that goes on ticking and can be moved forward, never back. */
export function createSandboxClock(start: { system: Clock; offsetMs: number }): SandboxClock {
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
