import { Readable, pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { PisError, type SourceRow } from '../rows/model.ts';
import { encodingOf, hasMark, textOf } from './encoding.ts';
import { MAX_COLUMNS, MAX_ROWS, type Progress, type Source } from './source.ts';
import { DELIMITERS, type Delimiter, type Encoding, type TextFormat } from './text-format.ts';

/** Options for files whose format cannot be guessed. */
export interface CsvOptions {
  readonly encoding?: Encoding;
  readonly delimiter?: Delimiter;
}

/** Maximum length of a row, in characters. A longer one has a quotation mark without its pair. */
const MAX_ROW_CHARACTERS = 256 * 1024;

/** Number of rows that decide the delimiter. */
const GUESS_ROWS = 50;

/** A row with its text. The text includes its line end, but not always the last character. */
interface WithText {
  readonly record: string[];
  readonly raw?: string;
}

const NAMES: Readonly<Record<Delimiter, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
};

/** Opens a CSV file. Guesses its encoding and delimiter. */
export async function openCsv(path: string, start: Buffer, options: CsvOptions): Promise<Source> {
  const encoding = options.encoding ?? (await encodingOf(path, start));
  const sample = new TextDecoder(encoding).decode(start);
  const delimiter = options.delimiter ?? guessDelimiter(sample);
  const lineEnd = /\r\n|\n|\r/.exec(sample)?.[0] ?? '\n';
  const text = { encoding, delimiter, lineEnd, hasMark: hasMark(start, encoding) };
  return {
    kind: 'CSV',
    text,
    details: `${encoding.toUpperCase()}, columns separated by ${NAMES[delimiter]}`,
    rows: (progress) => readRows(path, { encoding, delimiter, keepText: false }, progress),
    subset: { ...text, textOf: (positions) => copyRows(path, text, positions) },
  };
}

/** Returns the rows at some positions as they are written. */
async function* copyRows(
  path: string,
  { encoding, delimiter, lineEnd }: TextFormat,
  positions: ReadonlySet<number>,
): AsyncGenerator<string, void> {
  let position = 0;
  for await (const { text = '' } of readRows(path, { encoding, delimiter, keepText: true })) {
    position += 1;
    if (positions.has(position)) yield `${text}${lineEnd}`;
  }
}

/** Returns the delimiter that most rows contain equally often, outside quotation marks. */
function guessDelimiter(sample: string): Delimiter {
  const outside = sample.replace(/"(?:[^"]|"")*(?:"|$)/gu, 'x');
  const lines = outside.split(/\r\n|\n|\r/u).filter((line) => line.trim() !== '');
  const rows = lines.slice(0, GUESS_ROWS);
  const scores = DELIMITERS.map((delimiter) => {
    const counts = new Map<number, number>();
    for (const row of rows) {
      const count = row.split(delimiter).length - 1;
      if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    const most = Math.max(0, ...counts.values());
    const columns = Math.max(
      0,
      ...[...counts].filter(([, times]) => times === most).map(([count]) => count),
    );
    return { delimiter, score: most * 1000 + columns };
  });
  scores.sort((one, other) => other.score - one.score);
  return scores[0]?.delimiter ?? ',';
}

async function* readRows(
  path: string,
  {
    encoding,
    delimiter,
    keepText,
  }: Pick<TextFormat, 'encoding' | 'delimiter'> & {
    /** True to return the text of each row beside its cells. */
    readonly keepText: boolean;
  },
  progress?: Progress,
): AsyncGenerator<SourceRow, void> {
  const parser = parse({
    delimiter,
    bom: true,
    raw: keepText,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_ROW_CHARACTERS,
  });
  // The iteration below throws the error of any of the streams.
  pipeline(Readable.from(textOf(path, encoding, progress)), parser, () => undefined);
  let line = 1;
  let count = 0;
  try {
    for await (const parsed of parser as AsyncIterable<string[] | WithText>) {
      const { record: cells, raw } = Array.isArray(parsed) ? { record: parsed } : parsed;
      yield { line, cells, ...(raw !== undefined && { text: raw.replace(/[\r\n]+$/, '') }) };
      line += 1 + breaksIn(cells);
      count += 1;
      if (cells.length > MAX_COLUMNS || count > MAX_ROWS) throw tooLarge(path, line - 1);
    }
  } catch (cause) {
    throw cause instanceof CsvError ? unreadable(path, line, cause) : cause;
  }
}

/** Returns the number of line breaks within the cells of a row. */
function breaksIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    if (/[\r\n]/.test(cell)) count += cell.match(/\r\n|\n|\r/g)?.length ?? 0;
  }
  return count;
}

function tooLarge(path: string, line: number): PisError {
  return new PisError(
    `${path}, line ${String(line)}: a file may have at most ${String(MAX_ROWS)} rows with ` +
      `${String(MAX_COLUMNS)} columns. Split the file.`,
  );
}

function unreadable(path: string, line: number, cause: CsvError): PisError {
  const isLong = cause.code === 'CSV_MAX_RECORD_SIZE' || cause.code === 'CSV_QUOTE_NOT_CLOSED';
  const why = isLong
    ? 'a quotation mark has no pair, or the row is too long. Close the quotation mark.'
    : 'a text in quotation marks continues after them. Write a quotation mark in it twice.';
  return new PisError(`${path}, line ${String(line)}: ${why}`);
}
