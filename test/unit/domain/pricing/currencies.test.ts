import { describe, expect, it } from 'vitest';
import { CURRENCIES, fractionDigitsOf } from '../../../../src/domain/pricing/currencies.ts';

/** Currencies that the rules list (7.8). */
const SUPPORTED =
  'AED AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS INR JPY MAD MXN NOK NZD PHP PLN SEK SGD THB USD ZAR';

describe('a supported currency', () => {
  it('is listed in the rules', () => {
    expect(Object.keys(CURRENCIES).join(' ')).toBe(SUPPORTED);
  });

  it.each(SUPPORTED.split(' '))('%s has the decimals of ISO 4217', (currency) => {
    expect(fractionDigitsOf(currency)).toBe(currency === 'JPY' ? 0 : 2);
  });
});

describe('an unsupported currency', () => {
  it.each(['BHD', 'RUB', 'XXX', 'eur', '', 'constructor'])('%j has no decimals', (currency) => {
    expect(fractionDigitsOf(currency)).toBeUndefined();
  });
});
