import type { Clock, Instant } from '../kernel/time.ts';

export interface SandboxClock {
  readonly now: Clock;
  /** Moves the clock forward; false, and nothing changes, when it would go back. */
  readonly moveTo: (instant: Instant) => boolean;
  /** How far it is ahead of the system's clock, in milliseconds: what a restart needs. */
  readonly offsetMs: () => number;
}

/** A clock that goes on ticking and can be moved forward, never back. */
export function createSandboxClock(start: { system: Clock; offsetMs: number }): SandboxClock {
  const { system } = start;
  let offsetMs = start.offsetMs;
  const now: Clock = () => system() + offsetMs;
  return {
    now,
    moveTo(instant) {
      const aheadMs = instant - now();
      if (aheadMs < 0) return false;
      offsetMs += aheadMs;
      return true;
    },
    offsetMs: () => offsetMs,
  };
}
