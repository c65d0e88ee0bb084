import { randomBytes } from 'node:crypto';

/** Number of an audit entry in a writer series. A gap in the numbers reveals a missing entry. */
export interface Origin {
  /** Name of the series. */
  readonly writer: string;
  /** 1, 2, 3 … The numbers of committed entries have no gap. */
  readonly number: number;
}

/** Outcome of a transaction. `unknown` means that COMMIT was sent but not answered. */
export type TransactionOutcome = 'committed' | 'rolledBack' | 'unknown';

/** A series of numbers for audit entries. One transaction uses it at a time. */
export interface Series {
  readonly writer: string;
  /** Number of the last committed entry. 0 if there is none. */
  last: number;
}

/** Number of random bytes in the name of a series. */
const NAME_BYTES = 9;

/**
 * The writer series of one process. Each transaction takes a series and returns it at its end.
 * Numbers are therefore committed in order, and a rolled-back transaction uses none.
 *
 * The series that has been free for the longest time is used next. All series are thus used
 * regularly, and an entry that is missing at the end of one is revealed by its next entry.
 */
export class SeriesPool {
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
   * Takes a series back from a transaction that wrote this many numbers. If it is unknown whether
   * they were committed, the series is not used again.
   */
  giveBack(series: Series, written: number, ending: TransactionOutcome): void {
    if (ending === 'unknown' && written > 0) return;
    if (ending === 'committed' && written > 0) {
      series.last += written;
      this.#unverified.set(series.writer, series.last);
    }
    this.#free.push(series);
  }

  /**
   * Series with entries that were committed since the last verification, with their last numbers.
   */
  get unverified(): ReadonlyMap<string, number> {
    return new Map(this.#unverified);
  }

  /** Records that the entries of a series up to this number are in the log. */
  verified(writer: string, number: number): void {
    if ((this.#unverified.get(writer) ?? 0) <= number) this.#unverified.delete(writer);
  }

  /**
   * Ends a series after a missing entry, because its next entry would report the same gap again.
   */
  end(writer: string): void {
    this.#unverified.delete(writer);
    this.#free = this.#free.filter((series) => series.writer !== writer);
  }
}
