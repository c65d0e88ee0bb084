import { PisError } from '../rows/model.ts';
import { openBacs } from './bacs.ts';
import { openCsv, type CsvOptions } from './csv.ts';
import { readStart } from './encoding.ts';
import { openPain } from './pain001.ts';
import type { Source } from './source.ts';
import { openXlsx } from './xlsx/xlsx.ts';

/** Options for reading a file. */
export interface SourceOptions extends CsvOptions {
  /** Name of the sheet of a workbook. */
  readonly sheet?: string;
}

const ZIP = 'PK\u0003\u0004';
const EMPTY_ZIP = 'PK\u0005\u0006';
/** The beginning of an XML document in UTF-8, or in UTF-16 with a byte order mark. */
const XML = /^(?:(?:\xef\xbb\xbf)?\s*<|\xff\xfe<\0|\xfe\xff\0<)/;

/** Opens a file of payments. Its content decides its format. */
export async function openSource(path: string, options: SourceOptions): Promise<Source> {
  const start = await readStart(path);
  const text = start.toString('latin1', 0, 64);
  const { sheet } = options;
  if (text.startsWith(ZIP) || text.startsWith(EMPTY_ZIP)) return openXlsx(path, sheet);
  if (sheet !== undefined) throw new PisError(`--sheet: ${path} is not an XLSX workbook.`, 2);
  if (XML.test(text)) return openPain(path, start);
  if (/^VOL1[0-9A-Z]{6}/.test(text)) return openBacs(path, start);
  const format = otherFormat(start);
  if (format !== undefined) {
    throw new PisError(
      `${path} is ${format}. Save the payments as XLSX, CSV, pain.001 or Bacs Standard 18.`,
    );
  }
  return openCsv(path, start, options);
}

/** Returns the format of a file that cannot be read, in words. */
function otherFormat(start: Buffer): string | undefined {
  const text = start.toString('latin1', 0, 64);
  if (text.startsWith('\xd0\xcf\x11\xe0')) {
    return start.includes('EncryptedPackage', 0, 'utf16le')
      ? 'a workbook with a password'
      : 'a workbook of Excel 97 to 2003, or one with a password';
  }
  if (text.startsWith('%PDF')) return 'a PDF';
  if (/^(?:\xef\xbb\xbf)?\s*[[{]/.test(text)) return 'JSON';
  return undefined;
}
