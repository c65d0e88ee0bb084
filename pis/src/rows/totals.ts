import { formatPence, readAmount } from '../fields/amounts.ts';
import type { Report, SourceRow } from './model.ts';
import type { Notation } from './survey.ts';
import type { Table } from './table.ts';

/** Maximum number of lines of totals that are listed. */
const MAX_LISTED = 100;

/** Adds up payments, and compares the sum with the rows of totals in the file. */
export class Totals {
  /** The sum of all valid payments. */
  pence = 0n;
  /** The lines of the first rows of totals. */
  readonly lines: number[] = [];
  readonly #table: Table;
  readonly #notation: Notation;
  readonly #report: Report;
  #sinceTotal = 0n;

  constructor(table: Table, notation: Notation, report: Report) {
    this.#table = table;
    this.#notation = notation;
    this.#report = report;
  }

  add(pence: number): void {
    this.pence += BigInt(pence);
    this.#sinceTotal += BigInt(pence);
  }

  /**
   * Warns if a row of totals has another sum than the payments above it. Pass `isComplete` false if
   * some of these payments are not known.
   */
  check(row: SourceRow, isComplete: boolean): void {
    if (this.lines.length < MAX_LISTED) this.lines.push(row.line);
    const read = readAmount(this.#table.text(row, 'amount'), this.#notation.decimal);
    const sums = [this.pence, this.#sinceTotal];
    this.#sinceTotal = 0n;
    if (!isComplete || !('value' in read) || sums.includes(BigInt(read.value))) return;
    this.#report({
      ...{ type: 'warning', code: 'total-differs', line: row.line },
      column: this.#table.nameOf('amount'),
      found: `a total of ${formatPence(read.value)}`,
      expected: `${formatPence(this.pence)}, the sum of the payments above`,
      remedy: 'Check if the file is complete. The row of the total is not paid.',
    });
  }
}
