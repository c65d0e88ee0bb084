import type { ClockDoubt } from '../domain/records/events.ts';
import {
  DAY_MS,
  HOUR_MS,
  SECOND_MS,
  type Clock,
  type Instant,
  type Milliseconds,
  type Stopwatch,
} from '../shared/time.ts';

/**
 * Period over which small steps of the clock are added up and compared with the limit, in
 * milliseconds.
 */
const DRIFT_PERIOD_MS = HOUR_MS;

interface Parts {
  /** The machine's wall clock, which can be set by operators or by time synchronisation. */
  readonly wallClock: Clock;
  /** Monotonic clock: milliseconds since an arbitrary start. It cannot be set. */
  readonly stopwatch: Stopwatch;
  /**
   * Largest difference between the two clocks that is trusted, in milliseconds. It applies from one
   * reading to the next, and to the sum within an hour.
   */
  readonly maxLeapMs: Milliseconds;
  /** Called when the clock becomes untrusted, and with null when it is trusted again. */
  readonly onChange: (doubt: ClockDoubt | null) => void;
}

/** A reading of the wall clock and the stopwatch's value at that moment. */
interface Reading {
  readonly instant: Instant;
  readonly stopwatchMs: Milliseconds;
}

/**
 * A clock that ignores leaps of the machine's clock. After a leap it continues by the stopwatch
 * from the last trusted reading, until the machine's clock returns or an operator confirms it. A
 * wrong clock therefore makes no work due and no token expire (docs/decisions, 60).
 */
export class ClockGuard {
  readonly #parts: Parts;
  /** The last trusted reading. */
  #trusted: Reading;
  /** The reading from which small steps are added up. Renewed every hour. */
  #anchor: Reading;
  #doubt: ClockDoubt | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#trusted = this.read();
    this.#anchor = this.#trusted;
  }

  /** Returns the trusted time: the machine's clock, or the stopwatch's estimate after a leap. */
  readonly now: Clock = () => {
    const { wallClock, stopwatch, maxLeapMs } = this.#parts;
    const machine = wallClock();
    const stopwatchMs = stopwatch();
    const trusted = expectedAt(stopwatchMs, this.#trusted);
    const withoutDrift = expectedAt(stopwatchMs, this.#anchor);
    if (Math.abs(machine - trusted) > maxLeapMs || Math.abs(machine - withoutDrift) > maxLeapMs) {
      if (this.#doubt === null) this.#begin({ kind: 'leapt', trusted, machine });
      return trusted;
    }
    if (this.#doubt !== null) this.#end();
    this.#trusted = { instant: machine, stopwatchMs };
    if (stopwatchMs - this.#anchor.stopwatchMs >= DRIFT_PERIOD_MS) this.#anchor = this.#trusted;
    return machine;
  };

  /** Reads the clock and returns the reason why it is untrusted, or null while it is trusted. */
  get doubt(): ClockDoubt | null {
    this.now();
    return this.#doubt;
  }

  /** The machine's clock, trusted or not. */
  get machine(): Instant {
    return this.#parts.wallClock();
  }

  /** Reads the machine's clock, trusted or not, so that an operator can confirm this reading. */
  read(): Reading {
    return { instant: this.machine, stopwatchMs: this.#parts.stopwatch() };
  }

  /**
   * Compares the machine's clock, once at the start, with the latest instant in the database. The
   * clock is untrusted when it is behind that instant, or ahead of it by more than `maxAheadMs`.
   * Null means no limit ahead.
   */
  compareWith(known: Instant, maxAheadMs: Milliseconds | null): void {
    const machine = this.machine;
    const { maxLeapMs } = this.#parts;
    const kind =
      machine < known - maxLeapMs
        ? 'behind'
        : machine > known + (maxAheadMs ?? Infinity)
          ? 'ahead'
          : undefined;
    if (kind === undefined) return;
    this.#trust({ instant: known, stopwatchMs: this.#parts.stopwatch() });
    this.#begin({ kind, trusted: known, machine });
  }

  /**
   * Trusts a reading of the machine's clock that an operator has confirmed. Returns false, and
   * changes nothing, if the clock has leapt since that reading.
   */
  confirm(reading: Reading): boolean {
    const { stopwatch, maxLeapMs } = this.#parts;
    if (Math.abs(this.machine - expectedAt(stopwatch(), reading)) > maxLeapMs) return false;
    this.#trust(reading);
    if (this.#doubt !== null) this.#end();
    return true;
  }

  #trust(reading: Reading): void {
    this.#trusted = reading;
    this.#anchor = reading;
  }

  #begin(doubt: ClockDoubt): void {
    this.#doubt = doubt;
    this.#parts.onChange(doubt);
  }

  #end(): void {
    this.#doubt = null;
    this.#parts.onChange(null);
  }
}

/** Returns the time that a trusted clock shows when the stopwatch has reached `nowMs`. */
function expectedAt(nowMs: Milliseconds, { instant, stopwatchMs }: Reading): Instant {
  return instant + Math.floor(nowMs - stopwatchMs);
}

/** Describes the problem in two sentences for the health endpoint and for operators. */
export function formatDoubt({ kind, trusted, machine }: ClockDoubt): string {
  const apartMs = Math.abs(machine - trusted);
  const [unitMs, unit] = apartMs >= 2 * DAY_MS ? [DAY_MS, 'days'] : [SECOND_MS, 'seconds'];
  const apart = `${String(Math.round(apartMs / unitMs))} ${unit}`;
  return `${DOUBTS[kind](apart)} No due work is executed. See: npx pisctl clock show`;
}

const DOUBTS: Readonly<Record<ClockDoubt['kind'], (apart: string) => string>> = {
  leapt: (apart) => `The machine's clock jumped by ${apart}.`,
  behind: (apart) => `The machine's clock is ${apart} behind the latest time in the database.`,
  ahead: (apart) => `The machine's clock is ${apart} ahead of the latest time in the database.`,
};
