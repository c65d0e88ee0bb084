import { describe, expect, it } from 'vitest';
import {
  agreedRatePerPound,
  isSameRate,
  parseRate,
  toPence,
  type Rate,
} from '../../../../src/domain/pricing/exchange.ts';
import { chargeOf } from '../../../../src/domain/schemes/schemes.ts';
import type { Instrument } from '../../../../src/domain/schemes/schemes.ts';
import { Bug, expectDefined } from '../../../../src/shared/assert.ts';

const rate = (text: string): Rate => expectDefined(parseRate(text), text);

describe('a rate', () => {
  it.each([
    ['1.2705', 12_705n, 10_000n],
    ['0.79', 79n, 100n],
    ['190', 190n, 1n],
    ['1.27e0', 127n, 100n],
    ['127E-2', 127n, 100n],
    ['1.5e+2', 150n, 1n],
    ['0.5e1', 5n, 1n],
  ])('%s is an exact fraction', (text, numerator, denominator) => {
    const read = rate(text);
    expect(read.numerator * denominator).toBe(numerator * read.denominator);
  });

  it.each([
    ...['', ' 1.2', '1,2', '-1.2', '+1.2', '.5', '5.', '01.2', '0x1', '1e', 'NaN', 'Infinity'],
    ...['0', '0.000', '0e5', '1e100', '1e-100', `1.${'2'.repeat(31)}`],
  ])('is not %j', (text) => {
    expect(parseRate(text)).toBeUndefined();
  });

  it('may have thirty decimals', () => {
    expect(parseRate(`1.${'2'.repeat(30)}`)).toBeDefined();
  });
});

describe('an agreed rate', () => {
  it('for one pound is the rate per pound', () => {
    expect(agreedRatePerPound({ rate: '1.25', unitCurrency: 'GBP' })).toEqual(rate('1.25'));
  });

  it('for one unit of the other currency is inverted', () => {
    const perPound = agreedRatePerPound({ rate: '0.8', unitCurrency: 'USD' });
    expect(perPound).toEqual({ numerator: 10n, denominator: 8n });
  });

  it.each(['GBP', 'USD'])('in %s is undefined for an invalid number', (unitCurrency) => {
    expect(agreedRatePerPound({ rate: '0', unitCurrency })).toBeUndefined();
  });

  it.each([
    ['1.25', 'GBP', true],
    ['125e-2', 'GBP', true],
    ['1.250', 'GBP', true],
    ['1.2500001', 'GBP', false],
    ['0.8', 'USD', false],
    ['1.25', 'USD', false],
    ['0', 'GBP', false],
    // Responses repeat the rate as a number, which cannot have that many digits.
    ['1.2500000000000000001', 'GBP', false],
  ])('of %s for one %s is the 1.25 of the contract: %s', (text, unitCurrency, isSame) => {
    const contract = { rate: '1.25', unitCurrency: 'GBP' };
    expect(isSameRate(contract, { rate: text, unitCurrency })).toBe(isSame);
  });

  it("with more digits than a number can represent never equals a contract's rate", () => {
    const long = { rate: '1.2500000000000000001', unitCurrency: 'GBP' };
    expect(isSameRate(long, long)).toBe(false);
  });
});

describe('an amount of another currency', () => {
  it.each([
    ['100.00 dollars', 100_00, 2, '1.25', 80_00],
    ['1000 yen', 1000, 0, '190.875', 5_24],
    ['1.000 dinar', 1_000, 3, '0.39', 2_56],
    ['12.34 pounds', 12_34, 2, '1', 12_34],
    ['half a penny', 1, 2, '2', 1],
    ['a penny and a half', 3, 2, '2', 2],
    ['a little less than that', 3, 2, '2.0001', 1],
    ['one forint', 1_00, 2, '467.25', 1],
    ['the largest of the contract', 999_999_999_999_999, 2, '1', 999_999_999_999_999],
  ])('of %s is rounded to the penny', (_, minor, fractionDigits, perPound, pence) => {
    expect(toPence({ minor, fractionDigits }, rate(perPound))).toBe(pence);
  });

  it('throws if it is too large in pence', () => {
    const amount = { minor: Number.MAX_SAFE_INTEGER, fractionDigits: 2 };
    expect(() => toPence(amount, rate('0.5'))).toThrow(Bug);
  });
});

describe('the charge of the debtor', () => {
  it.each([
    ['SWIFT', 15_00, 25_00, 0],
    ['SameDayEUR', 20_00, 20_00, 0],
    ['SEPA', 0, 0, 0],
    ['FPS', 0, 0, 0],
    ['CHAPS', 0, 0, 0],
    ['BACS', 0, 0, 0],
  ] satisfies [Instrument, number, number, number][])(
    'for %s is %i if shared, %i if borne by the debtor, %i by the creditor',
    (instrument, shared, byDebtor, byCreditor) => {
      expect(chargeOf(instrument, 'Shared')).toBe(shared);
      expect(chargeOf(instrument, 'BorneByDebtor')).toBe(byDebtor);
      expect(chargeOf(instrument, 'BorneByCreditor')).toBe(byCreditor);
      expect(chargeOf(instrument, 'FollowingServiceLevel')).toBe(shared);
      expect(chargeOf(instrument, undefined)).toBe(shared);
    },
  );
});
