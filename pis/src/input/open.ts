import { PisError } from '../rows/model.ts';
import { openBacs } from './bacs.ts';
import { openCsv, type CsvOptions } from './csv.ts';
import { readStart } from './encoding.ts';
import { openPain } from './pain001.ts';
import type { Source } from './source.ts';

/** Opens a file of payments. Its content decides its format. */
export async function openSource(path: string, options: CsvOptions): Promise<Source> {
  const start = await readStart(path);
  const text = start.toString('latin1', 0, 64);
  if (/^(?:\xef\xbb\xbf)?\s*</.test(text)) return openPain(path, start);
  if (/^VOL1[0-9A-Z]{6}/.test(text)) return openBacs(path, start);
  const format = otherFormat(start);
  if (format !== undefined) {
    throw new PisError(
      `${path} is ${format}. Export the payments as CSV, pain.001 or Bacs Standard 18.`,
    );
  }
  return openCsv(path, start, options);
}

/** Returns the format of a file that cannot be read, in words. */
function otherFormat(start: Buffer): string | undefined {
  const text = start.toString('latin1', 0, 64);
  if (text.startsWith('PK')) return 'a ZIP archive or a workbook';
  if (text.startsWith('\xd0\xcf\x11\xe0')) return 'a workbook of Excel 97 to 2003';
  if (text.startsWith('%PDF')) return 'a PDF';
  if (/^(?:\xef\xbb\xbf)?\s*[[{]/.test(text)) return 'JSON';
  return undefined;
}
