import type { ClockDoubt } from '../domain/records/events.ts';
import { DAY_MS, HOUR_MS, SECOND_MS, type Clock, type Instant } from '../shared/time.ts';

/** What many small steps come to is held against the bound for so long, in milliseconds. */
const DRIFT_WITHIN_MS = HOUR_MS;

interface Parts {
  /** The machine's wall clock, which somebody may set. */
  readonly wallClock: Clock;
  /** Milliseconds from any start, which nobody can set. */
  readonly stopwatch: Clock;
  /** How far the two may part between two looks, and in all within an hour, in milliseconds. */
  readonly maxLeapMs: number;
  /** Told when a doubt begins, and (null) when it is over. */
  readonly tell: (doubt: ClockDoubt | null) => void;
}

/** An instant that was believed, and what the stopwatch said then. */
interface Believed {
  readonly instant: Instant;
  readonly stopwatchMs: number;
}

/**
 * A clock that does not follow the machine's when that one leaps: it goes on by the stopwatch from
 * the last instant that was believed, until the machine's clock comes back or an operator confirms
 * it. So a wrong clock makes nothing due, and lets nothing expire (docs/decisions, 60).
 */
export class ClockGuard {
  readonly #parts: Parts;
  /** When it was last looked at. */
  #believed: Believed;
  /** What steps since are summed up from. */
  #anchor: Believed;
  #doubt: ClockDoubt | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#believed = { instant: parts.wallClock(), stopwatchMs: parts.stopwatch() };
    this.#anchor = this.#believed;
  }

  /** The time to go by. */
  readonly now: Clock = () => {
    const { wallClock, stopwatch, maxLeapMs } = this.#parts;
    const machine = wallClock();
    const stopwatchMs = stopwatch();
    const trusted = expectedAt(stopwatchMs, this.#believed);
    const withoutDrift = expectedAt(stopwatchMs, this.#anchor);
    if (Math.abs(machine - trusted) > maxLeapMs || Math.abs(machine - withoutDrift) > maxLeapMs) {
      if (this.#doubt === null) this.#begin({ kind: 'leapt', trusted, machine });
      return trusted;
    }
    if (this.#doubt !== null) this.#end();
    this.#believed = { instant: machine, stopwatchMs };
    if (stopwatchMs - this.#anchor.stopwatchMs >= DRIFT_WITHIN_MS) this.#anchor = this.#believed;
    return machine;
  };

  /** Why the machine's clock is not believed now; null: it is. */
  get doubt(): ClockDoubt | null {
    this.now();
    return this.#doubt;
  }

  /** What the machine's clock says, believed or not. */
  get machine(): Instant {
    return this.#parts.wallClock();
  }

  /**
   * Holds the clock, once, at the start, against the latest instant that the store knows: time has
   * not gone back since, nor (where that is bounded) on by more than so many milliseconds.
   */
  holdAgainst(known: Instant, maxAheadMs: number | null): void {
    const machine = this.machine;
    const { maxLeapMs } = this.#parts;
    const kind =
      machine < known - maxLeapMs
        ? 'behind'
        : machine > known + (maxAheadMs ?? Infinity)
          ? 'ahead'
          : undefined;
    if (kind === undefined) return;
    this.#believe(known);
    this.#begin({ kind, trusted: known, machine });
  }

  /** Believes the machine's clock as it stands: an operator has looked at it. */
  confirm(): void {
    this.#believe(this.machine);
    if (this.#doubt !== null) this.#end();
  }

  #believe(instant: Instant): void {
    this.#believed = { instant, stopwatchMs: this.#parts.stopwatch() };
    this.#anchor = this.#believed;
  }

  #begin(doubt: ClockDoubt): void {
    this.#doubt = doubt;
    this.#parts.tell(doubt);
  }

  #end(): void {
    this.#doubt = null;
    this.#parts.tell(null);
  }
}

/** What a believed clock shows when the stopwatch has come to `nowMs`. */
function expectedAt(nowMs: number, { instant, stopwatchMs }: Believed): Instant {
  return instant + Math.floor(nowMs - stopwatchMs);
}

/** In a sentence, for whoever looks at the service's health. */
export function formatDoubt({ kind, trusted, machine }: ClockDoubt): string {
  const apartMs = Math.abs(machine - trusted);
  const [unitMs, unit] = apartMs >= 2 * DAY_MS ? [DAY_MS, 'days'] : [SECOND_MS, 'seconds'];
  const apart = `${String(Math.round(apartMs / unitMs))} ${unit}`;
  return `${DOUBTS[kind](apart)} No due work is done: npm run clock -- show.`;
}

const DOUBTS: Readonly<Record<ClockDoubt['kind'], (apart: string) => string>> = {
  leapt: (apart) => `The machine's clock leapt by ${apart}.`,
  behind: (apart) => `The machine's clock is ${apart} behind what the database knows.`,
  ahead: (apart) => `The machine's clock is ${apart} ahead of what the database knows.`,
};
