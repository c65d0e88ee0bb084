import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow } from '../../../src/shared/csv.ts';
import { readCsv } from '../../helpers/csv.ts';

function cellsOf(row: string): readonly string[] {
  return readCsv(row)[0] ?? [];
}

describe('csvRow', () => {
  it('quotes every cell, doubles quotes within, and ends the row with CR and LF', () => {
    expect(csvRow(['a', 'b "c", d', ''])).toBe('"a","b ""c"", d",""\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＠x'])(
    'prevents spreadsheets from calculating %j',
    (text) => {
      expect(cellsOf(csvRow([text]))[0]).toMatch(/^'/);
    },
  );

  it('does not change text that no spreadsheet would calculate', () => {
    const cells = ['A-B', "O'Neill & Sons", '1000.07', 'a = b', '20-00-00 00000001'];
    expect(cellsOf(csvRow(cells))).toEqual(cells);
  });

  it('prevents formulas after other separators too', () => {
    const cells = ['a;=1+1', 'b\t@x', 'c;"=1+1;d', 'e\t""-1'];
    const plain = ["a;'=1+1", "b\t'@x", `c;"'=1+1;d`, `e\t""'-1`];
    expect(cellsOf(csvRow(cells))).toEqual(plain);
  });

  it('preserves every cell and character of any text', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (cells) => {
        const read = cellsOf(csvRow(cells));
        const plain = (texts: readonly string[]) => texts.map((one) => one.replaceAll("'", ''));
        expect(plain(read)).toEqual(plain(cells));
        for (const one of read) expect(one).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });
});
