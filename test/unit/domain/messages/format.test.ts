import { describe, expect, it } from 'vitest';
import { formatCount, formatMoney } from '../../../../src/domain/messages/format.ts';

describe('a formatted amount', () => {
  it.each([
    [123_456_789, 'GBP', '£1,234,567.89'],
    [123_456_789, 'EUR', '1,234,567.89 EUR'],
    [1_234_567, 'JPY', '1,234,567 JPY'],
  ])('%i of %s: %s', (minor, currency, words) => {
    expect(formatMoney(minor, currency)).toBe(words);
  });
});

describe('a formatted count', () => {
  it.each([
    [0, '0 payments'],
    [1, '1 payment'],
    [999, '999 payments'],
    [1_234_567, '1,234,567 payments'],
  ])('%i: %s', (count, words) => {
    expect(formatCount(count, 'payment')).toBe(words);
  });
});
