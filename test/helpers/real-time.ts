import type { Instant } from '../../src/shared/time.ts';

/** The instant that it really is: TLS libraries and certificates go by no other clock. */
export function realTime(): Instant {
  return Math.floor(performance.timeOrigin + performance.now());
}
