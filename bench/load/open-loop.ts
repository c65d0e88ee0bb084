/** A monotonic clock in milliseconds, with a function that waits until a time. */
export interface Stopwatch {
  now(): number;
  /** Resolves at this time or later. Never resolves synchronously. */
  sleepUntil(instant: number): Promise<void>;
}

export interface Schedule {
  /** Number of journeys that start per second, at equal intervals. */
  readonly rate: number;
  readonly durationMs: number;
}

export interface Arrival {
  /** Number of the journey, from 0. */
  readonly number: number;
  /** Time at which the journey should start, even if it starts later. */
  readonly dueAt: number;
}

/**
 * Maximum number of due journeys that start without a break. Then other work on the event loop can
 * run.
 */
const BURST = 100;

/**
 * Starts every journey at its scheduled time, even if earlier ones are still running. A client that
 * waits for responses would send fewer requests to a slow service, and so hide its slowness. A
 * journey that is late is still started and knows its scheduled time. Resolves when the last
 * journey has started.
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

/** Returns the number of journeys in a schedule. */
export function arrivalsOf({ rate, durationMs }: Schedule): number {
  return Math.round((rate * durationMs) / 1000);
}
