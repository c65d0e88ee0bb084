import { failed, type Read } from '../../fields/result.ts';
import { PisError, type BrokenCell, type SourceRow } from '../../rows/model.ts';
import { MAX_COLUMNS, MAX_ROWS } from '../source.ts';
import { XmlReader, type Attributes } from '../xml.ts';
import { damaged } from './archive.ts';
import type { CellFormat } from './formats.ts';
import { isText, unescaped, type SharedStrings } from './strings.ts';
import { readDay, readNumber } from './values.ts';
import { isTrue } from './workbook.ts';

/** Maximum number of a row in a sheet (ECMA-376). */
const MAX_ROW_NUMBER = 1_048_576;

/** The properties of a workbook that decide the values of cells. */
export interface CellContext {
  readonly strings: SharedStrings;
  readonly formats: readonly CellFormat[];
  readonly is1904: boolean;
  readonly isStale: boolean;
}

/** A cell, as it is stored. */
interface StoredCell {
  readonly column: number;
  readonly type: string;
  readonly format: CellFormat | undefined;
  isFormula: boolean;
  /** Text of the value. Undefined if the cell has none. */
  value?: string;
  inline: string;
}

/** Reads the rows of a sheet as they arrive. */
export class SheetReader {
  readonly #xml: XmlReader;
  readonly #context: CellContext;
  #rows: SourceRow[] = [];
  #count = 0;
  #line = 0;
  #isHidden = false;
  readonly #hiddenColumns = new Set<number>();
  #cells: string[] = [];
  #broken: BrokenCell[] = [];
  #column = -1;
  #cell: StoredCell | undefined;

  constructor(context: CellContext) {
    this.#context = context;
    this.#xml = new XmlReader({
      open: (path, attributes) => {
        this.#open(path, attributes);
      },
      close: (path, text) => {
        this.#close(path, text);
      },
    });
  }

  write(text: string): void {
    this.#xml.write(text);
  }

  /** Returns the rows that were read since the last call. */
  take(): readonly SourceRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): void {
    this.#xml.end();
  }

  #open(path: readonly string[], attributes: Attributes): void {
    if (path[0] !== 'worksheet') throw damaged('the sheet has no cells.');
    if (path[1] === 'cols' && path.length === 3 && isTrue(attributes, 'hidden')) {
      this.#hideColumns(attributes);
    }
    if (path[1] !== 'sheetData') return;
    if (path.length === 3) this.#openRow(attributes);
    if (path.length === 4) this.#openCell(attributes);
    if (path.length === 5 && path[4] === 'f' && this.#cell !== undefined) {
      this.#cell.isFormula = true;
    }
  }

  #close(path: readonly string[], text: string): void {
    if (path[1] !== 'sheetData' || path.length < 3) return;
    const cell = this.#cell;
    if (path.length === 3) this.#closeRow();
    else if (cell === undefined) return;
    else if (path.length === 4) this.#closeCell(cell);
    else if (path.length === 5 && path[4] === 'v') cell.value = text;
    else if (path[4] === 'is' && isText(path)) cell.inline += text;
  }

  /** Reads the numbers of hidden columns, from 1. */
  #hideColumns(attributes: Attributes): void {
    const last = Math.min(Number(attributes['max']?.value), MAX_COLUMNS);
    const first = Math.max(1, Number(attributes['min']?.value));
    for (let number = first; number <= last; number += 1) {
      this.#hiddenColumns.add(number - 1);
    }
  }

  #openRow(attributes: Attributes): void {
    const number = Number(attributes['r']?.value ?? this.#line + 1);
    if (!Number.isInteger(number) || number <= this.#line || number > MAX_ROW_NUMBER) {
      throw damaged(`a row without a valid number comes after row ${String(this.#line)}.`);
    }
    this.#line = number;
    this.#isHidden = isTrue(attributes, 'hidden');
    this.#cells = [];
    this.#broken = [];
    this.#column = -1;
  }

  #openCell(attributes: Attributes): void {
    const reference = attributes['r']?.value;
    const column = reference === undefined ? this.#column + 1 : columnOf(reference, this.#line);
    if (column === undefined || column <= this.#column) {
      throw damaged(`row ${String(this.#line)} has a cell without a valid place.`);
    }
    this.#column = column;
    const style = attributes['s']?.value;
    const format = style === undefined ? undefined : this.#context.formats[Number(style)];
    const type = attributes['t']?.value ?? 'n';
    this.#cell = { column, type, format, isFormula: false, inline: '' };
  }

  #closeCell(cell: StoredCell): void {
    this.#cell = undefined;
    const read = this.#valueOf(cell);
    if ('value' in read && read.value === '') return;
    const { column } = cell;
    if (column >= MAX_COLUMNS) throw tooLarge(this.#line);
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells.push('value' in read ? read.value : '');
    if ('value' in read) return;
    const found = cell.value ?? '';
    this.#broken.push({ column, found: found === '' ? 'a formula' : found, ...read.problem });
  }

  #valueOf({ type, format, isFormula, value, inline }: StoredCell): Read<string> {
    const { strings, is1904, isStale } = this.#context;
    // A formula may have an empty text as its result.
    const isMissing = value === undefined || (value === '' && type !== 'str');
    if (isFormula && (isMissing || isStale)) {
      return failed(
        'formula-not-calculated',
        'the result of the formula',
        'Open the workbook in a spreadsheet program and save it.',
      );
    }
    if (type === 'inlineStr') return { value: unescaped(inline) };
    if (value === undefined || value === '') return { value: '' };
    if (type === 's') return { value: this.#shared(strings.at(Number(value))) };
    if (type === 'str') return { value: unescaped(value) };
    if (type === 'b') return { value: value === '1' ? 'TRUE' : 'FALSE' };
    if (type === 'd') return { value };
    if (type !== 'n') return failed('cell-error', 'a value', 'Correct the formula in the sheet.');
    if (format?.isDate === true) return readDay(value, is1904);
    const read = readNumber(value);
    const { currency } = format ?? {};
    if (currency === undefined || !('value' in read)) return read;
    return { value: `${currency} ${read.value}` };
  }

  #shared(text: string | undefined): string {
    if (text !== undefined) return text;
    throw damaged(`row ${String(this.#line)} refers to a text that does not exist.`);
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    this.#count += 1;
    if (this.#count > MAX_ROWS) throw tooLarge(this.#line);
    this.#rows.push({
      ...{ line: this.#line, cells: this.#cells },
      ...(this.#broken.length === 0 ? {} : { broken: this.#broken }),
      ...(this.#isHidden ? { isHidden: true } : {}),
      ...(this.#hiddenColumns.size === 0 ? {} : { hiddenColumns: this.#hiddenColumns }),
    });
  }
}

/** Returns the index of the column of a cell such as `AB12`, or undefined if it is not valid. */
function columnOf(reference: string, line: number): number | undefined {
  const [, letters = '', row = ''] = /^([A-Z]{1,3})(\d+)$/.exec(reference) ?? [];
  if (Number(row) !== line) return undefined;
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

function tooLarge(line: number): PisError {
  return new PisError(
    `row ${String(line)}: a sheet may have at most ${String(MAX_ROWS)} rows with ` +
      `${String(MAX_COLUMNS)} columns. Split the sheet.`,
  );
}
