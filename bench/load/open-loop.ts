/** A monotonic clock in milliseconds that can be waited for. */
export interface Stopwatch {
  now(): number;
  /** Resolves at this time or later, always asynchronously. */
  sleepUntil(instant: number): Promise<void>;
}

export interface Schedule {
  /** Arrivals per second, at equal intervals. */
  readonly rate: number;
  readonly durationMs: number;
}

export interface Arrival {
  /** Counted from 0. */
  readonly number: number;
  /** The scheduled time, even if the journey starts later. */
  readonly dueAt: number;
}

/** Number of due arrivals that start at once. Then other work on the event loop has its turn. */
const BURST = 100;

/**
 * Starts every arrival at its scheduled time, whatever the state of those before it. A client that
 * waits for responses would send fewer requests to a slow service and so hide its slowness. Late
 * arrivals are started late, never dropped, and know their scheduled time. Resolves when the last
 * one has started.
 */
export async function openLoop(
  { rate, durationMs }: Schedule,
  stopwatch: Stopwatch,
  begin: (arrival: Arrival) => void,
): Promise<void> {
  const startedAt = stopwatch.now();
  const amount = arrivalsOf({ rate, durationMs });
  const dueAt = (number: number): number => startedAt + (number * 1000) / rate;
  let next = 0;
  while (next < amount) {
    const now = stopwatch.now();
    for (let begun = 0; begun < BURST && next < amount && dueAt(next) <= now; begun += 1) {
      begin({ number: next, dueAt: dueAt(next) });
      next += 1;
    }
    if (next < amount) await stopwatch.sleepUntil(dueAt(next));
  }
}

/** Returns the number of arrivals in a schedule. */
export function arrivalsOf({ rate, durationMs }: Schedule): number {
  return Math.round((rate * durationMs) / 1000);
}
