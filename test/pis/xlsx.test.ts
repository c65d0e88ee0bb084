import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount } from '../../pis/src/fields/amounts.ts';
import { formatOf } from '../../pis/src/input/xlsx/formats.ts';
import { readDay, readNumber } from '../../pis/src/input/xlsx/values.ts';
import { account } from '../helpers/payment-file.ts';
import { check, convert, fileOf, pis } from './fixtures.ts';
import { workbookOf, type Cell, type TestWorkbook } from './workbook.ts';

const HEADER = ['Payee', 'Sort code', 'Account no', 'Amount', 'Invoice', 'Payment date'];

/** Returns a row of a payment of 10.50. */
function row(values: Readonly<Record<string, Cell>> = {}): readonly Cell[] {
  const { name = 'Harrow', code = '20-05-17', number = 60_000_000, amount = 10.5 } = values;
  return [name, code, number, amount, values['reference'] ?? 'INV 1', values['date'] ?? ''];
}

/** Returns a workbook with one sheet. */
function book(rows: readonly (readonly Cell[])[], more: Partial<TestWorkbook> = {}): Buffer {
  return workbookOf({ sheets: [{ rows: [HEADER, ...rows] }], ...more });
}

/** 31 December 2026 in the system of 1900, at 18:00. */
const DAY = '46387.75';

describe('an XLSX workbook', () => {
  it('is converted: texts, numbers and dates are read as the sheet shows them', async () => {
    const strings = [
      '<r><t>Grün</t></r><r><rPr/><t xml:space="preserve"> &amp; S&#246;hne</t></r><rPh><t>x</t></rPh>',
      '<t>NW_x0020_4701</t>',
    ];
    const date = ['s="1"', `<v>${DAY}</v>`] as const;
    const { payments } = await convert(
      book(
        [
          row({ name: ['t="s"', '<v>0</v>'], reference: ['t="s"', '<v>1</v>'], date }),
          [],
          row({
            code: 200_517,
            amount: ['', '<f>SUM(A1)</f><v>1250.1000000000001</v>'],
            reference: ['t="str"', '<f>""</f><v></v>'],
            date: ['t="d"', '<v>2026-12-30T00:00:00</v>'],
          }),
          row({ amount: ['s="0"', '<v>7</v>'], date: ['s="2"', `<v>${DAY}</v>`] }),
        ],
        { strings, formats: ['0.00', 14, '[$-809]dddd, d mmmm yyyy'] },
      ),
    );
    expect(payments).toMatchObject([
      {
        CreditorAccount: account('20051760000000', 'Grün & Söhne'),
        InstructedAmount: { Amount: '10.50' },
        RemittanceInformation: { Reference: 'NW 4701' },
        RequestedExecutionDateTime: '2026-12-31T00:00:00Z',
      },
      {
        InstructedAmount: { Amount: '1250.10' },
        RequestedExecutionDateTime: '2026-12-30T00:00:00Z',
      },
      { InstructedAmount: { Amount: '7.00' }, RequestedExecutionDateTime: '2026-12-31T00:00:00Z' },
    ]);
    expect(payments[1]).not.toHaveProperty('RemittanceInformation');
  });

  it('may count its dates from 1904', async () => {
    const date = ['s="0"', '<v>44925</v>'] as const;
    const { payments } = await convert(book([row({ date })], { is1904: true, formats: [14] }));
    expect(payments[0]?.RequestedExecutionDateTime).toBe('2026-12-31T00:00:00Z');
  });

  it('has faults by row and column', async () => {
    const formats = ['[$€-407] #,##0.00', 14];
    const { code, findings } = await check(
      book(
        [
          row({ amount: ['t="e"', '<v>#REF!</v>'] }),
          row({ amount: ['', '<f>A1</f>'] }),
          row({ amount: ['', '<f>A1</f><v/>'], reference: ['t="e"', '<f>A1</f><v>#N/A</v>'] }),
          row({ amount: ['s="0"', '<v>5</v>'] }),
          row({ amount: 1.234 }),
          row({ reference: ['', '<v>1234567890123456</v>'] }),
          row({ date: ['s="1"', '<v>0</v>'] }),
          row({ amount: ['', '<v>0x10</v>'] }),
        ],
        { formats },
      ),
    );
    expect(code).toBe(1);
    expect(findings.map(({ line, column, code: why }) => [line, column, why])).toEqual([
      [2, 'Amount', 'cell-error'],
      [3, 'Amount', 'formula-not-calculated'],
      [4, 'Amount', 'formula-not-calculated'],
      [4, 'Invoice', 'cell-error'],
      [5, 'Amount', 'amount-currency'],
      [6, 'Amount', 'amount-decimals'],
      [7, 'Invoice', 'cell-digits'],
      [8, 'Payment date', 'cell-date'],
      [9, 'Amount', 'cell-number'],
    ]);
    expect(findings[0]?.found).toBe('#REF!');
  });

  it('does not pay rows that nobody sees', async () => {
    const rows = [HEADER, row(), row({ name: 'Unseen' }), []];
    const { findings, result } = await check(workbookOf({ sheets: [{ rows, hidden: [3, 4] }] }));
    expect(findings).toMatchObject([{ code: 'row-hidden', line: 3, found: 'Unseen' }]);
    expect(result.payments).toBe(1);
  });

  it('warns of each hidden column that is used', async () => {
    const rows = [
      [...HEADER, 'Internal note'],
      [...row({ name: 'First' }), 'unused'],
      row({ name: 'Second', amount: 9 }),
    ];
    const columns = [
      'min="1" max="1" hidden="1"',
      'min="2" max="3"',
      'min="4" max="16384" hidden="1"',
    ];
    const { findings, result } = await check(workbookOf({ sheets: [{ rows, columns }] }));
    const hidden = findings.filter(({ code }) => code === 'column-hidden');
    expect(hidden.map(({ line, column, found }) => [line, column, found])).toEqual([
      [2, 'Payee', 'First'],
      [2, 'Amount', '10.5'],
      [2, 'Invoice', 'INV 1'],
    ]);
    expect(result.payments).toBe(2);
  });

  it('does not use results of formulas that the program calculates again', async () => {
    const rows = [row({ amount: ['', '<f>A1</f><v>5</v>'] })];
    expect((await check(book(rows))).codes).toEqual([]);
    expect((await check(book(rows, { isStale: true }))).codes).toEqual(['formula-not-calculated']);
  });

  it('loses zeros of account numbers, which are added only if asked', async () => {
    const content = book([row({ code: 40_517, number: 1_234_567 })]);
    expect((await check(content)).codes).toEqual(['sort-code-short', 'account-number-short']);
    const { payments } = await convert(content, '--pad-zeros');
    expect(payments[0]?.CreditorAccount['Identification']).toBe('04051701234567');
  });

  it('may have prefixes, and cells without a place', async () => {
    const cellsOf = (values: readonly string[]): string =>
      values.map((each) => `<x:c t="str"><x:v>${each}</x:v></x:c>`).join('');
    const rows = [HEADER, ['Harrow', '20-05-17', '60000000', '1.50']].map(
      (values) => `<x:row>${cellsOf(values)}</x:row>`,
    );
    const strict = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
    const xml = `<x:sheetData>${rows.join('')}</x:sheetData>`;
    const sheet = { xml: `<x:worksheet xmlns:x="${strict}">${xml}</x:worksheet>` };
    expect((await check(workbookOf({ sheets: [sheet] }))).result.controlSum).toBe('1.50');
  });

  it('prints nothing if it is interrupted', async () => {
    const args = ['file', 'check', await fileOf(book([row()])), '--yes'];
    expect(await pis(args, { signal: AbortSignal.abort() })).toMatchObject({ code: 130, out: '' });
  });

  it('never reads a number as an amount with thousands', async () => {
    const content = book([row({ amount: 1.234 })]);
    expect((await check(content, '--decimal', 'comma')).codes).toEqual(['amount-invalid']);
  });
});

describe('the sheet of a workbook', () => {
  const sheetOf = (name: string, amount: number, state = 'visible') => ({
    ...{ name, state, rows: [HEADER, row({ amount })] },
  });
  const content = workbookOf({
    sheets: [sheetOf('Old', 1, 'hidden'), sheetOf('Week 1', 2), sheetOf('Week 2', 3)],
  });

  it('is the first visible one, with a warning of the others', async () => {
    const { findings, result } = await check(content);
    expect(result.controlSum).toBe('2.00');
    expect(findings).toMatchObject([
      { code: 'sheets-not-read', found: '"Week 2" beside "Week 1"' },
    ]);
  });

  it('is selected by --sheet', async () => {
    expect(await check(content, '--sheet', 'week 2')).toMatchObject({
      ...{ codes: [], result: { controlSum: '3.00' } },
    });
    const wrong = await pis(['file', 'check', await fileOf(content), '--sheet', 'x']);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('The workbook has: "Old" (hidden), "Week 1", "Week 2".');
    const csv = await pis(['file', 'check', await fileOf('a,b\n'), '--sheet', 'x']);
    expect(csv).toMatchObject({ code: 2 });
    expect(csv.err).toContain('is not an XLSX workbook');
  });

  it('has columns that are confirmed once, as in a CSV', async () => {
    const path = await fileOf(book([row()]), 'in.xlsx');
    const args = ['file', 'check', path];
    const asked = await pis(args, { isTerminal: true, answer: 'y' });
    expect(asked.err).toContain('XLSX, sheet "Payments"');
    expect(await pis(args)).toMatchObject({ code: 0, err: '' });
    await writeFile(path, workbookOf({ sheets: [{ rows: [['Export'], HEADER, row()] }] }));
    const changed = await pis(args, { isTerminal: true, answer: 'n' });
    expect(changed.err).toContain('The header has changed.');
    const bare = workbookOf({ sheets: [{ rows: [[], ['', ...row()]] }] });
    const letters = ['B=name', 'C=sort-code', 'D=account-number', 'E=amount'];
    const map = letters.flatMap((each) => ['--map', each]);
    expect((await check(bare, '--no-header', ...map)).result.controlSum).toBe('10.50');
  });
});

describe('stored values', () => {
  it('are the amounts that were entered, also after a calculation', () => {
    const pence = fc.integer({ min: 1, max: 9_999_999_999_999 });
    fc.assert(
      fc.property(pence, fc.constantFrom(-1, 0, 1), (value, units) => {
        // A calculation may differ by a unit of the last binary place.
        const number = (value / 100) * (1 + units * Number.EPSILON);
        const read = readNumber(String(number));
        expect('value' in read && readAmount(read.value, '.')).toEqual({ value });
      }),
    );
  });

  it.each([
    ['1250.1000000000001', '1250.1'],
    ['0.30000000000000004', '0.3'],
    ['1.2501E3', '1250.1'],
    ['1E-2', '0.01'],
    ['1.5e-7', '0.00000015'],
    ['-4.00', '-4'],
    ['0', '0'],
    ['20051760000000', '20051760000000'],
    ['999999999999999', '999999999999999'],
    ['12.345', '12.3450'],
    ['1250.125', '1250.125'],
  ])('of the number %s are %s', (stored, value) => {
    expect(readNumber(stored)).toEqual({ value });
  });

  it('are days of both date systems', () => {
    fc.assert(
      fc.property(fc.integer({ min: 61, max: 2_957_003 }), fc.boolean(), (day, is1904) => {
        const read = readDay(String(day + 0.5), is1904);
        const date = new Date(is1904 ? '1904-01-01' : '1899-12-30');
        date.setUTCDate(date.getUTCDate() + day);
        expect(read).toEqual({ value: date.toISOString().slice(0, 10) });
      }),
    );
    expect(readDay('60', false)).toHaveProperty('problem');
    expect(readDay('2958466', false)).toHaveProperty('problem');
  });

  it.each([
    ['yyyy-mm-dd', { isDate: true }],
    ['dd/mm/yyyy;@', { isDate: true }],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', { isDate: true }],
    ['mmm', { isDate: true }],
    ['General', { isDate: false }],
    ['h:mm AM/PM', { isDate: false }],
    ['[h]:mm:ss', { isDate: false }],
    ['[Red]#,##0.00" days"', { isDate: false }],
    ['#,##0.00\\d', { isDate: false }],
    ['_-[$£-809]* #,##0.00_-', { isDate: false }],
    ['[$€-407] #,##0.00', { isDate: false, currency: '€' }],
    ['#,##0.00 [$kr-41D]', { isDate: false, currency: 'kr' }],
    ['"$"#,##0.00', { isDate: false, currency: '$' }],
    ['0.00 "USD"', { isDate: false, currency: 'USD' }],
  ])('with the format %s are known', (code, format) => {
    expect(formatOf(code)).toEqual(format);
  });
});
