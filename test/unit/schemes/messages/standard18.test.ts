import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { MessageCredit } from '../../../../src/domain/schemes/messages.ts';
import type { TextChange } from '../../../../src/schemes/messages/scheme-texts.ts';
import { bacsDate } from '../../../../src/schemes/messages/standard18-labels.ts';
import {
  MAX_BACS_RECORD_PENCE,
  writeStandard18,
  type Standard18Submission,
} from '../../../../src/schemes/messages/standard18.ts';
import { Bug } from '../../../../src/shared/assert.ts';
import { BANK, credit, creditOf, headerOf, hostileText } from './credits.ts';
import { BACS_CREDITS, OTHER_DEBTOR } from './samples.ts';

const SUBMISSION: Standard18Submission = { serial: 'A00001', fileNumber: '001' };
function written(
  credits: readonly MessageCredit[],
  submission: Partial<Standard18Submission> = {},
): string {
  const header = headerOf('BACS', credits);
  return [...writeStandard18(header, credits, BANK, { ...SUBMISSION, ...submission })].join('');
}

function linesOf(file: string): readonly string[] {
  return file.split('\r\n').slice(0, -1);
}

/** Returns the columns from the first to the last, counted from 1. */
function columns(line: string | undefined, first: number, last: number): string {
  return line?.slice(first - 1, last) ?? '';
}

describe('a Standard 18 file', () => {
  const lines = linesOf(written(BACS_CREDITS));
  const [vol1, hdr1, hdr2, uhl1, ...rest] = lines;
  const records = rest.slice(0, -3);
  const [eof1, eof2, utl1] = rest.slice(-3);

  it('is equal to its golden file, with one day and with several', () => {
    const golden = (name: string) =>
      readFileSync(new URL(`../../../../fixtures/schemes/${name}`, import.meta.url), 'latin1');
    expect(written(BACS_CREDITS)).toBe(golden('standard18-BACS.txt'));
    const processingDayOf = ({ payment }: MessageCredit) =>
      payment.index < 5 ? '2026-12-02' : '2026-12-03';
    expect(written(BACS_CREDITS, { processingDayOf })).toBe(
      golden('standard18-BACS-several-days.txt'),
    );
  });

  it.each([
    [
      'VOL1',
      vol1,
      [
        [5, 10, 'A00001'],
        [42, 47, '123456'],
        [80, 80, '1'],
      ],
    ],
    [
      'HDR1',
      hdr1,
      [
        [5, 21, 'A123456S  1123456'],
        [22, 27, 'A00001'],
        [28, 35, '00010001'],
        [43, 47, '26335'],
        [49, 53, '27011'],
        [55, 60, '000000'],
      ],
    ],
    [
      'HDR2',
      hdr2,
      [
        [5, 5, 'F'],
        [6, 10, '02000'],
        [11, 15, '00100'],
        [51, 52, '00'],
      ],
    ],
    [
      'UHL1',
      uhl1,
      [
        [6, 10, '26336'],
        [11, 16, '999999'],
        [21, 22, '00'],
        [23, 28, '000000'],
        [29, 37, '1 DAILY  '],
        [38, 40, '001'],
      ],
    ],
    [
      'UTL1',
      utl1,
      [
        [5, 17, '0000000001150'],
        [18, 30, '0000000001150'],
        [31, 37, '0000002'],
        [38, 44, '0000003'],
      ],
    ],
  ] as const)('has the columns of %s, and blanks elsewhere', (name, line, fields) => {
    expect(line).toHaveLength(80);
    expect(columns(line, 1, 4)).toBe(name);
    let others = line ?? '';
    for (const [first, last, value] of [[1, 4, name], ...fields] as const) {
      expect(columns(line, first, last)).toBe(value);
      others = others.slice(0, first - 1) + ' '.repeat(last - first + 1) + others.slice(last);
    }
    expect(others.trim()).toBe('');
  });

  it('ends with the labels of its beginning', () => {
    expect(eof1?.slice(4)).toBe(hdr1?.slice(4));
    expect(eof2?.slice(4)).toBe(hdr2?.slice(4));
    expect([columns(eof1, 1, 4), columns(eof2, 1, 4)]).toEqual(['EOF1', 'EOF2']);
  });

  it('has each credit at its position, in the columns of a credit', () => {
    const [first, second] = records;
    expect(first).toHaveLength(100);
    expect(
      [
        [1, 6],
        [7, 14],
        [15, 15],
        [16, 17],
        [18, 23],
        [24, 31],
        [32, 35],
        [36, 46],
      ].map(([from = 0, to = 0]) => columns(first, from, to)),
    ).toEqual(['203040', '12345678', '0', '99', '112800', '01234567', '    ', '00000001050']);
    expect(columns(first, 47, 64)).toBe('CAFE ZOE'.padEnd(18));
    expect(columns(first, 65, 82)).toBe('INV 0'.padEnd(18));
    expect(columns(first, 83, 100)).toBe('BAKER & SONS LTD'.padEnd(18));
    expect(columns(second, 65, 82).trim()).toBe('INV 4');
  });

  it('has a contra for each debtor account after the credits', () => {
    const contras = records.slice(BACS_CREDITS.length);
    expect(contras.map((line) => line.slice(0, 46))).toEqual([
      '1128000123456701711280001234567    00000001051',
      '1128000765432101711280007654321    00000000099',
    ]);
    for (const line of contras) expect(columns(line, 65, 82)).toBe('CONTRA'.padEnd(18));
  });

  it('has records of 106 columns with their days, and a contra for each day', () => {
    const processingDayOf = ({ payment }: MessageCredit) =>
      payment.index === 0 ? '2026-12-02' : '2026-12-31';
    const several = linesOf(written(BACS_CREDITS, { processingDayOf }));
    expect(columns(several[2], 6, 15)).toBe('0212000106');
    expect(columns(several[3], 29, 37)).toBe('4 MULTI  ');
    const days = several.slice(4, -3).map((line) => [line.length, columns(line, 101, 106)]);
    expect(days).toEqual([
      [106, ' 26336'],
      [106, ' 26365'],
      [106, ' 26365'],
      [106, ' 26336'],
      [106, ' 26365'],
      [106, ' 26365'],
    ]);
    for (const day of ['2026-12-01', '2027-01-11']) {
      expect(() => written(BACS_CREDITS, { processingDayOf: () => day })).toThrow(Bug);
    }
  });

  it('may have no line ends', () => {
    expect(written(BACS_CREDITS, { lineEnd: '' })).toBe(lines.join(''));
  });

  it('has several contras for a sum that exceeds the columns of one', () => {
    const amount = { minor: MAX_BACS_RECORD_PENCE, currency: 'GBP' };
    const large = linesOf(written([credit(0, { amount }), credit(1, { amount }), credit(2)]));
    const sums = large.slice(7, -3).map((line) => Number(columns(line, 36, 46)));
    expect(sums).toEqual([MAX_BACS_RECORD_PENCE, MAX_BACS_RECORD_PENCE, 10_50]);
    expect(columns(large.at(-1), 5, 44)).toBe('0200000001048020000000104800000030000003');
  });

  it.each([
    ['an amount of 12 digits', () => [credit(0, { amount: { minor: 1e11, currency: 'GBP' } })]],
    ['an amount of zero', () => [credit(0, { amount: { minor: 0, currency: 'GBP' } })]],
    ['another currency', () => [credit(0, { amount: { minor: 1, currency: 'EUR' } })]],
    ['a short account number', () => [creditOf({ creditor: '2030401234567' })]],
    ['no credits', () => []],
  ] as const)('is never complete with %s', (_, credits) => {
    expect(() => written(credits())).toThrow(Bug);
  });

  it.each([
    { serial: '000000' },
    { serial: 'a00001' },
    { serial: 'A0001' },
    { fileNumber: '000' },
    { fileNumber: '1' },
  ])('is never written with %j', (wrong) => {
    expect(() => written(BACS_CREDITS, wrong)).toThrow(Bug);
  });

  it.each([{ transactions: 4 }, { total: { minor: 1151, currency: 'GBP' } }])(
    'is never complete if its header says %j',
    (wrong) => {
      const pieces: string[] = [];
      expect(() => {
        const header = headerOf('BACS', BACS_CREDITS, wrong);
        for (const piece of writeStandard18(header, BACS_CREDITS, BANK, SUBMISSION))
          pieces.push(piece);
      }).toThrow(Bug);
      expect(pieces.join('')).not.toContain('UTL1');
    },
  );

  it('has sums that add up and characters of Bacs, for any credits', () => {
    const anyCredit = fc
      .tuple(fc.integer({ min: 1, max: MAX_BACS_RECORD_PENCE }), fc.boolean(), hostileText)
      .map(([minor, isOther, text]) =>
        creditOf(
          { reference: text, unstructured: text, endToEndIdentification: text },
          {
            amount: { minor, currency: 'GBP' },
            debtor: isOther
              ? OTHER_DEBTOR
              : { name: text, address: null, account: '11280001234567' },
            creditor: { ...credit(0).creditor, name: text, secondary: text },
          },
        ),
      );
    fc.assert(
      fc.property(fc.array(anyCredit, { minLength: 1, maxLength: 20 }), (made) => {
        const credits = made.map((one, index) => ({ ...one, payment: { ...one.payment, index } }));
        const all = linesOf(written(credits));
        for (const line of all) expect(line).toMatch(/^[A-Z0-9.&/\- ]*$/);
        const found = all.slice(4, -3);
        for (const line of found) expect(line).toHaveLength(100);
        const sumOf = (code: string, account = '') =>
          found
            .filter((line) => columns(line, 16, 17) === code)
            .filter((line) => columns(line, 18, 31).startsWith(account))
            .reduce((sum, line) => sum + Number(columns(line, 36, 46)), 0);
        for (const account of ['', '11280001234567', OTHER_DEBTOR.account]) {
          expect(sumOf('17', account)).toBe(sumOf('99', account));
        }
        expect(columns(all.at(-1), 18, 30)).toBe(String(sumOf('99')).padStart(13, '0'));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the texts of a Bacs credit', () => {
  function recordOf(one: MessageCredit): { record: string; changes: TextChange[] } {
    const changes: TextChange[] = [];
    const onTextChange = (change: TextChange) => void changes.push(change);
    return { record: linesOf(written([one], { onTextChange }))[4] ?? '', changes };
  }

  it.each([
    ['the roll number', { secondary: 'ROLL 7' }, {}, 'ROLL 7', 2],
    ['the reference', {}, {}, 'INV 0', 1],
    ['the text', {}, { reference: ' ' }, 'FLOUR & YEAST', 1],
    ['the end-to-end id', {}, { reference: '', unstructured: '' }, 'E2E-0', 0],
  ])('have %s as reference', (_, creditor, payment, reference, reported) => {
    const one = creditOf(payment, { creditor: { ...credit(0).creditor, ...creditor } });
    const { record, changes } = recordOf(one);
    expect(columns(record, 65, 82)).toContain(reference);
    expect(changes).toHaveLength(reported);
  });

  it('are reported if they are cut, replaced or left out', () => {
    const creditor = { ...credit(0).creditor, name: '東京 Trading Company Limited' };
    const one = creditOf({ unstructured: '' }, { creditor, ultimateDebtor: 'Zoo' });
    const { record, changes } = recordOf(one);
    expect(columns(record, 83, 100)).toBe('TRADING COMPANY LI');
    expect(changes).toEqual([
      { index: 0, field: 'ultimate debtor', replaced: 0, isCut: true },
      { index: 0, field: 'destination name', replaced: 2, isCut: true },
    ]);
  });

  it('have NOTPROVIDED for a name without any character of Bacs', () => {
    const one = credit(0, { creditor: { ...credit(0).creditor, name: '東京' } });
    expect(columns(recordOf(one).record, 83, 100).trim()).toBe('NOTPROVIDED');
  });
});

describe('a day in Bacs', () => {
  it.each([
    ['2026-01-01', ' 26001'],
    ['2026-12-31', ' 26365'],
    ['2028-12-31', ' 28366'],
    ['2028-03-01', ' 28061'],
  ])('is for %s %j', (day, text) => {
    expect(bacsDate(day)).toBe(text);
  });
});
