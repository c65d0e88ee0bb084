import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAccount, readAccountNumber, readSortCode } from '../../pis/src/fields/accounts.ts';
import { decimalSignOf, formatPence, readAmount } from '../../pis/src/fields/amounts.ts';
import { isoDateOf, ordersOf, readDate } from '../../pis/src/fields/dates.ts';

const pence = fc.integer({ min: 1, max: 999_999_999_999_999 });

/** Groups digits by threes. */
function grouped(digits: string, sign: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, sign);
}

describe('amounts', () => {
  it('are read in every notation of the same amount', () => {
    const notation = fc.record({
      pence,
      decimal: fc.constantFrom('.' as const, ',' as const),
      group: fc.constantFrom('', ' ', '\u00a0', '\u202f', "'", '’', 'other'),
      currency: fc.constantFrom('', '£', '£ ', 'GBP ', 'gbp'),
    });
    fc.assert(
      fc.property(notation, ({ pence: value, decimal, group, currency }) => {
        const other = decimal === '.' ? ',' : '.';
        const [whole = '', fraction = ''] = formatPence(value).split('.');
        const sign = group === 'other' ? other : group;
        const text = `${currency}${grouped(whole, sign)}${decimal}${fraction}`;
        expect(readAmount(text, decimal)).toEqual({ value });
        expect(readAmount(` ${text.slice(currency.length)} ${currency} `, decimal)).toEqual({
          value,
        });
        expect(decimalSignOf(text)).toBe(decimal);
      }),
    );
  });

  it('are never read as another amount: any accepted text has the digits of its value', () => {
    const text = fc.string({
      unit: fc.constantFrom(...Array.from("0123456789.,- £'e+()")),
      maxLength: 14,
    });
    fc.assert(
      fc.property(text, fc.constantFrom('.' as const, ',' as const), (written, decimal) => {
        const read = readAmount(written, decimal);
        if ('problem' in read) return;
        const [whole = '', fraction = ''] = written
          .split(decimal)
          .map((part) => part.replace(/\D/g, ''));
        expect(BigInt(read.value)).toBe(BigInt(whole + fraction.replace(/0+$/, '').padEnd(2, '0')));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['-3', 'amount-negative'],
    ['(12.00)', 'amount-negative'],
    ['12.00-', 'amount-negative'],
    ['0.00', 'amount-zero'],
    ['1.234', 'amount-decimals'],
    ['1.5E+3', 'amount-exponent'],
    ['€ 5', 'amount-currency'],
    ['5 USD', 'amount-currency'],
    ['1,2345.00', 'amount-invalid'],
    ['12,34', 'amount-invalid'],
    ['1 000,000.00', 'amount-invalid'],
    ['12345678901234', 'amount-digits'],
    ['abc', 'amount-invalid'],
    ['.', 'amount-invalid'],
  ])('refuses %s with %s', (text, code) => {
    expect(readAmount(text, '.')).toMatchObject({ problem: { code } });
  });
});

describe('dates', () => {
  const day = fc.date({
    ...{ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true },
  });

  it('are read in the three orders', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('-', '/', '.'), (date, sign) => {
        const iso = date.toISOString().slice(0, 10);
        const [year = '', month = '', day_ = ''] = iso.split('-');
        expect(isoDateOf([year, month, day_].join(sign), 'ymd')).toBe(iso);
        expect(isoDateOf([day_, month, year].join(sign), 'dmy')).toBe(iso);
        expect(isoDateOf([month, day_, year].join(sign), 'mdy')).toBe(iso);
        expect(isoDateOf([Number(day_), Number(month), year.slice(2)].join(sign), 'dmy')).toBe(iso);
        expect(isoDateOf(year + month + day_, 'ymd')).toBe(iso);
        expect(isoDateOf(`${iso}T10:00:00Z`, 'ymd')).toBe(iso);
      }),
    );
  });

  it('are days that exist', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(14), fc.nat(9999), (d, m, y) => {
        const text = `${String(d)}/${String(m)}/${String(y).padStart(4, '0')}`;
        const iso = isoDateOf(text, 'dmy');
        if (iso === undefined) return;
        expect(iso.split('-').map(Number)).toEqual([y, m, d]);
        expect(new Date(`${iso}T00:00:00Z`).toISOString()).toContain(iso);
      }),
    );
    expect(readDate('30/02/2026', 'dmy')).toMatchObject({ problem: { code: 'date-invalid' } });
  });

  it('have a month in words', () => {
    expect(ordersOf('1-Dec-2026')).toEqual(['ymd', 'dmy', 'mdy']);
    expect(isoDateOf('3 September 2026', 'mdy')).toBe('2026-09-03');
  });
});

describe('accounts', () => {
  it('have sort codes with any separators', () => {
    const digits = fc.stringMatching(/^\d{6}$/);
    fc.assert(
      fc.property(digits, fc.constantFrom('', '-', ' ', '–', '.'), (code, sign) => {
        const text = code.replace(/\B(?=(\d\d)+$)/g, sign);
        expect(readSortCode(text, false)).toEqual({ value: { digits: code, isPadded: false } });
      }),
    );
  });

  it('are never padded silently', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,10}$/), fc.boolean(), (number, pad) => {
        const read = readAccountNumber(number, pad);
        if ('problem' in read) {
          expect(number.length === 8 || (pad && [6, 7].includes(number.length))).toBe(false);
          return;
        }
        expect(read.value).toEqual({
          digits: number.padStart(8, '0'),
          isPadded: number.length < 8,
        });
        expect(read.value.isPadded).toBe(number.length !== 8);
      }),
    );
  });

  it.each([
    ['20-05-17 60000000', { value: { identification: '20051760000000' } }],
    ['gb29 nwbk 6016 1331 9268 19', { value: { identification: 'GB29NWBK60161331926819' } }],
    ['GB28NWBK60161331926819', { problem: { code: 'iban-check-digits' } }],
    ['DE89370400440532013000', { problem: { code: 'iban-country' } }],
    ['1234', { problem: { code: 'account-invalid' } }],
  ])('are read from one cell: %s', (text, result) => {
    expect(readAccount(text)).toMatchObject(result);
  });
});
