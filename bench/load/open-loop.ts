/** Milliseconds that only ever go on, and a way to wait for them. */
export interface Stopwatch {
  now(): number;
  /** Resolves at that instant or later; not in the same turn, even where it has passed. */
  sleepUntil(instant: number): Promise<void>;
}

export interface Schedule {
  /** Arrivals a second, the same time apart. */
  readonly rate: number;
  readonly durationMs: number;
}

export interface Arrival {
  /** From 0. */
  readonly number: number;
  /** When the schedule has it, whenever it is begun. */
  readonly dueAt: number;
}

/** Begun at once when many are due: after so many whatever else waits has its turn. */
const BURST = 100;

/**
 * Begins every arrival when the schedule says, whatever has become of those before it: who waits
 * for answers asks less of a service that is slow, and so does not see how slow it is. What is late
 * is begun late, never left out, and knows when it was due. Resolves when the last was begun.
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

/** How many arrivals a schedule has. */
export function arrivalsOf({ rate, durationMs }: Schedule): number {
  return Math.round((rate * durationMs) / 1000);
}
