import { randomBytes } from 'node:crypto';

/**
 * Position of an audit entry in a writer series. Every audit entry that a node writes gets the next
 * number of a series, so a gap in the numbers reveals a missing entry.
 */
export interface Origin {
  /** Name of the writer series. */
  readonly writer: string;
  /** Number in the series: 1, 2, 3 … The committed entries of a series have no gaps. */
  readonly number: number;
}

/** Outcome of a transaction. `unknown` means that COMMIT was sent, but no response arrived. */
export type TransactionOutcome = 'committed' | 'rolledBack' | 'unknown';

/**
 * A writer series: consecutive numbers for audit entries. Only one transaction uses it at a time.
 */
export interface Series {
  readonly writer: string;
  /** Number of the last committed entry of the series. 0 if it has none. */
  last: number;
}

/** Number of random bytes in the name of a series. */
const NAME_BYTES = 9;

/**
 * The writer series of one process. Each transaction acquires a series and releases it at the end.
 * Numbers are therefore committed in order, and a rolled-back transaction uses none.
 *
 * The pool selects the series that has been unused for the longest time, so every series is used
 * regularly. If the last entry of a series is missing, the next entry of the series soon reveals
 * it.
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
   * Releases a series after a transaction that wrote `written` numbered entries. If it is unknown
   * whether the transaction was committed, the series is never used again.
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
   * For each series with entries committed since the last verification, the number of its last
   * entry.
   */
  get unverified(): ReadonlyMap<string, number> {
    return new Map(this.#unverified);
  }

  /** Records that all entries of a series up to this number were found in the audit log. */
  verified(writer: string, number: number): void {
    if ((this.#unverified.get(writer) ?? 0) <= number) this.#unverified.delete(writer);
  }

  /**
   * Stops using a series after an entry was found missing. Otherwise the next entry of the series
   * would report the same gap again.
   */
  end(writer: string): void {
    this.#unverified.delete(writer);
    this.#free = this.#free.filter((series) => series.writer !== writer);
  }
}
