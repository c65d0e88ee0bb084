import { build, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js';
import type { Column } from '../helpers/answer.ts';

/**
 * Number of histogram units in a millisecond. The histograms count microseconds with three
 * significant digits, up to an hour.
 */
const PER_MS = 1000;
const LONGEST_US = 3600 * 1000 * PER_MS;

/** Number of columns per power of ten in a drawn histogram. */
const COLUMNS_PER_DECADE = 10;

/** A histogram of durations. */
export class Latencies {
  readonly #histogram: Histogram = build({
    highestTrackableValue: LONGEST_US,
    numberOfSignificantValueDigits: 3,
    autoResize: false,
  });

  record(milliseconds: number): void {
    const micros = Math.round(Math.max(0, milliseconds) * PER_MS);
    this.#histogram.recordValue(Math.min(micros, LONGEST_US));
  }

  get count(): number {
    return this.#histogram.totalCount;
  }

  /** Returns a percentile in milliseconds. Returns 0 if there are no values. */
  percentile(percent: number): number {
    return this.count === 0 ? 0 : this.#histogram.getValueAtPercentile(percent) / PER_MS;
  }

  /** The longest duration, in milliseconds. */
  get longest(): number {
    return this.percentile(100);
  }

  /** Returns the histogram in columns of equal width on a logarithmic axis. */
  columns(): readonly Column[] {
    if (this.count === 0) return [];
    const columns: Column[] = [];
    const place = (milliseconds: number): number =>
      Math.floor(Math.log10(milliseconds) * COLUMNS_PER_DECADE);
    const shortest = Math.max(this.percentile(0), 1 / PER_MS);
    let before = 0;
    for (let number = place(shortest); before < this.count; number += 1) {
      const [from, to] = [number, number + 1].map((edge) => 10 ** (edge / COLUMNS_PER_DECADE));
      const upTo = this.#countUpTo(to ?? Infinity);
      columns.push({ from: from ?? 0, to: to ?? 0, count: upTo - before });
      before = upTo;
    }
    return columns;
  }

  /** Returns the histogram in the format of the HDR histogram tools, in microseconds. */
  encoded(): string {
    return encodeIntoCompressedBase64(this.#histogram);
  }

  /**
   * Returns the number of values up to a limit. It uses a binary search, because the histogram
   * library has no such function.
   */
  #countUpTo(milliseconds: number): number {
    let [least, most] = [0, this.count];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      if (this.percentile((100 * middle) / this.count) <= milliseconds) least = middle;
      else most = middle - 1;
    }
    return least;
  }
}
