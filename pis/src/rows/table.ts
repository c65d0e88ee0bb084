import type { MappedColumn, Mapping } from '../mapping/mapping.ts';
import type { Progress, Source } from '../input/source.ts';
import type { Field, Report, SourceRow } from './model.ts';

const ACCOUNT_FIELDS: readonly Field[] = ['account', 'iban', 'sort-code', 'account-number'];

/** A text in a row that shows totals instead of a payment. */
const TOTAL =
  /^\s*(?:(?:grand|sub|net|control)[\s-]*)?(?:totals?|sum|summe|gesamt\w*|somme|zwischensumme)\b/iu;

/** The rows of a file with the meaning of their columns. */
export class Table {
  readonly source: Source;
  readonly mapping: Mapping;
  readonly #indexes: ReadonlyMap<Field, number>;

  constructor(source: Source, mapping: Mapping) {
    this.source = source;
    this.mapping = mapping;
    this.#indexes = new Map(
      mapping.columns.flatMap(({ field }, index) =>
        field === undefined ? [] : [[field, index] as const],
      ),
    );
  }

  get columns(): readonly MappedColumn[] {
    return this.mapping.columns;
  }

  /** Returns the rows below the header that are not empty. */
  async *rows(progress?: Progress, report?: Report): AsyncGenerator<SourceRow, void> {
    for await (const row of this.source.rows(progress, report)) {
      if (this.#isBelowHeader(row)) yield row;
    }
  }

  #isBelowHeader(row: SourceRow): boolean {
    return row.line > this.mapping.headerLine && !isEmpty(row);
  }

  /** Returns true for a row that should be a payment: no header, no totals, and not empty. */
  isPayment(row: SourceRow): boolean {
    return this.#isBelowHeader(row) && !this.isTotal(row);
  }

  /** Returns the trimmed text of a field. Empty if there is none. */
  text(row: SourceRow, field: Field): string {
    const index = this.#indexes.get(field);
    return index === undefined ? '' : (row.cells[index] ?? '').trim();
  }

  /** Returns the name of a field's column in the sender's file. */
  nameOf(field: Field): string {
    const index = this.#indexes.get(field);
    return (index === undefined ? undefined : this.columns[index]?.name) ?? field;
  }

  /** Returns true if a column contains the field. */
  has(field: Field): boolean {
    return this.#indexes.has(field);
  }

  /** Returns true for a row of totals: it says so, and names no account. */
  isTotal(row: SourceRow): boolean {
    return (
      ACCOUNT_FIELDS.every((field) => this.text(row, field) === '') &&
      row.cells.some((cell) => TOTAL.test(cell))
    );
  }
}

/** Returns true if all cells of a row are empty. */
export function isEmpty({ cells, broken = [] }: SourceRow): boolean {
  return broken.length === 0 && cells.every((cell) => cell.trim() === '');
}
