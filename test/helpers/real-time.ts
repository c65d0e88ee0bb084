import type { Instant } from '../../src/shared/time.ts';

/** Returns the real time. TLS libraries and certificates use no other clock. */
export function realTime(): Instant {
  return Math.floor(performance.timeOrigin + performance.now());
}
