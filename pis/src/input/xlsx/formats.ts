import { otherCurrencyIn } from '../../fields/amounts.ts';
import type { Archive } from './archive.ts';

/** The meaning of a number in a cell, as the sheet shows it. */
export interface CellFormat {
  readonly isDate: boolean;
  /** Sign of the currency that the sheet shows, if it is not the pound. */
  readonly currency?: string;
}

const PLAIN: CellFormat = { isDate: false };

/** Numbers of the built-in formats that show a date (ECMA-376, part 1, 18.8.30). */
const BUILT_IN_DATES = new Set([
  ...[14, 15, 16, 17, 22],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58],
]);

/** Reads the formats of cells. The index of a format is the `s` of a cell. */
export async function readFormats(archive: Archive, part: string): Promise<readonly CellFormat[]> {
  const custom = new Map<string, CellFormat>();
  const used: string[] = [];
  await archive.read(part, {
    open: (path, attributes) => {
      const id = attributes['numFmtId']?.value ?? '0';
      const name = path.slice(1).join('/');
      if (name === 'cellXfs/xf') used.push(id);
      if (name !== 'numFmts/numFmt') return;
      custom.set(id, formatOf(attributes['formatCode']?.value ?? ''));
    },
    close: () => undefined,
  });
  return used.map((id) => {
    const builtIn = BUILT_IN_DATES.has(Number(id)) ? { isDate: true } : PLAIN;
    return custom.get(id) ?? builtIn;
  });
}

/** Returns the meaning of a format such as `dd/mm/yyyy` or `[$€-407] #,##0.00`. */
export function formatOf(code: string): CellFormat {
  const bracket = /\[\$([^\]-]+)/u.exec(code)?.[1]?.trim();
  const isPound = bracket === undefined || /^(?:£|GBP)$/iu.test(bracket);
  const currency = isPound ? otherCurrencyIn(code.replaceAll('[$', '[')) : bracket;
  if (currency !== undefined) return { isDate: false, currency };
  const [first = ''] = code
    .replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./gu, '')
    .replace(/am\/pm|a\/p/giu, 'h')
    .split(';');
  return { isDate: /[dy]/iu.test(first) || (/m/iu.test(first) && !/[hs]/iu.test(first)) };
}
