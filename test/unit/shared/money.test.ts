import { describe, expect, it } from 'vitest';
import {
  canonicalDecimal,
  displayAmount,
  formatAmount,
  parseAmount,
} from '../../../src/shared/money.ts';

describe('an amount of the contract', () => {
  it.each([
    ['0', 0],
    ['1', 100],
    ['1.5', 150],
    ['1.05', 105],
    ['0.01', 1],
    ['007.10', 710],
    ['9999999999999.99', 999_999_999_999_999],
  ])('%s is parsed as %i pence', (text, pence) => {
    expect(parseAmount(text)).toBe(pence);
  });

  it.each([
    '',
    '.5',
    '1.',
    '-1.00',
    '+1.00',
    '1,000.00',
    '1e2',
    ' 1',
    '1 ',
    '1.001',
    '1.100',
    '12345678901234',
    '1.123456',
    'NaN',
    '１',
    '1\n',
  ])('%j is rejected', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it('has at most as many fraction digits as its currency', () => {
    expect(parseAmount('1200', 0)).toBe(1200);
    expect(parseAmount('1200.5', 0)).toBeUndefined();
    expect(parseAmount('1.234', 3)).toBe(1234);
    expect(formatAmount(1200, 0)).toBe('1200');
    expect(formatAmount(1234, 3)).toBe('1.234');
  });

  it('is rejected above the exact range', () => {
    expect(parseAmount('9007199254740.991', 3)).toBe(Number.MAX_SAFE_INTEGER);
    expect(parseAmount('9007199254740.992', 3)).toBeUndefined();
    expect(parseAmount('9999999999999', 5)).toBeUndefined();
  });

  it.each([
    [0, '0.00', '0.00'],
    [5, '0.05', '0.05'],
    [-5, '-0.05', '-0.05'],
    [99_999, '999.99', '999.99'],
    [100_000, '1000.00', '1,000.00'],
    [-123_456_789, '-1234567.89', '-1,234,567.89'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91', '90,071,992,547,409.91'],
  ])('of %i pence is formatted as %s, and as %s for people', (pence, written, displayed) => {
    expect(formatAmount(pence)).toBe(written);
    expect(displayAmount(pence)).toBe(displayed);
  });
});

describe('the canonical text of a number', () => {
  it.each([
    ['1.10', '11e-1'],
    ['11e-1', '11e-1'],
    ['0.0011E+3', '11e-1'],
    ['1000', '1e3'],
    ['-1000.0', '-1e3'],
    ['0', '0'],
    ['-0.00e9', '0'],
  ])('of %s is %s', (text, spelling) => {
    expect(canonicalDecimal(text)).toBe(spelling);
  });

  it('distinguishes numbers that are equal in floating point', () => {
    const [one, other] = ['9007199254740993.00', '9007199254740992'].map(canonicalDecimal);
    expect(Number('9007199254740993')).toBe(9_007_199_254_740_992);
    expect(one).not.toBe(other);
  });
});
