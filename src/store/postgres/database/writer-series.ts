import { randomBytes } from 'node:crypto';

/** A place in a series: an entry of the audit log carries it, so that a missing entry shows. */
export interface Origin {
  /** The name of the series. */
  readonly writer: string;
  /** 1, 2, 3 … without a gap, for entries that were committed. */
  readonly number: number;
}

/** How a transaction ended; `unknown`: its COMMIT was sent, and brought no answer. */
export type Ending = 'committed' | 'rolledBack' | 'unknown';

/** A series of numbers, which one transaction has at a time. */
export interface Series {
  readonly writer: string;
  /** The number of the last entry that was committed; 0 while there is none. */
  last: number;
}

/** Bytes of randomness in the name of a series. */
const NAME_BYTES = 9;

/**
 * The series of one process. A transaction takes a series for as long as it lasts, so numbers are
 * committed in their order, and a rolled-back transaction uses none. The series that was free for
 * the longest is next: each goes on, and a missing end of one shows by its next entry.
 */
export class AllSeries {
  readonly #node: string;
  #free: Series[] = [];
  readonly #unverified = new Map<string, number>();

  constructor(node: string) {
    this.#node = node;
  }

  take(): Series {
    const name = `${this.#node}/${randomBytes(NAME_BYTES).toString('base64url')}`;
    return this.#free.shift() ?? { writer: name, last: 0 };
  }

  /**
   * Takes a series back after a transaction that wrote so many numbers. A series is not used again
   * when it is unknown whether its last numbers were committed.
   */
  giveBack(series: Series, written: number, ending: Ending): void {
    if (ending === 'unknown' && written > 0) return;
    if (ending === 'committed' && written > 0) {
      series.last += written;
      this.#unverified.set(series.writer, series.last);
    }
    this.#free.push(series);
  }

  /** The series with entries that were committed since they were last verified, and their ends. */
  get unverified(): ReadonlyMap<string, number> {
    return new Map(this.#unverified);
  }

  /** The entries of a series are in the log up to this number. */
  verified(writer: string, number: number): void {
    if ((this.#unverified.get(writer) ?? 0) <= number) this.#unverified.delete(writer);
  }

  /** Ends a series: an entry that followed would report the same gap once more. */
  end(writer: string): void {
    this.#unverified.delete(writer);
    this.#free = this.#free.filter((series) => series.writer !== writer);
  }
}
