import { describe, expect, it } from 'vitest';
import { createExchangeRates } from '../../../src/bank/rates.ts';
import { Bug } from '../../../src/shared/assert.ts';
import { DAY_MS } from '../../../src/shared/time.ts';

/** The supported currencies without the pound (rules, 7.8). */
const FOREIGN =
  'AED AUD CAD CHF CZK DKK EUR HKD HUF ILS INR JPY MAD MXN NOK NZD PHP PLN SEK SGD THB USD ZAR';
const currencies = FOREIGN.split(' ');

const noon = Date.parse('2026-07-01T12:00:00Z');
const year = Array.from({ length: 365 }, (_, day) => noon + day * DAY_MS);

function table(now: number): string[] {
  const rates = createExchangeRates();
  return currencies.map((currency) => rates.ratePerPound(currency, now));
}

describe('rates of exchange', () => {
  it('have six digits and are above one, because the pound is worth most', () => {
    for (const rate of year.flatMap(table)) {
      expect(rate).toMatch(/^[1-9]\d*\.\d+$/);
      expect(rate.replace('.', '')).toHaveLength(6);
      expect(Number(rate)).toBeGreaterThan(1);
    }
  });

  it('are one for the pound itself', () => {
    expect(createExchangeRates().ratePerPound('GBP', noon)).toBe('1');
  });

  it('are the same all day, also after a restart', () => {
    const rates = createExchangeRates();
    const found = ['EUR', 'JPY', 'USD'].map((currency) => rates.ratePerPound(currency, noon));
    expect(found).toEqual(['1.18077', '191.715', '1.25894']);
  });

  it('change at midnight in London', () => {
    const lastOfJune = Date.parse('2026-06-30T22:59:59.999Z');
    const firstOfJuly = Date.parse('2026-06-30T23:00:00Z');
    const lastOfJuly1 = Date.parse('2026-07-01T22:59:59.999Z');
    expect(table(firstOfJuly)).toEqual(table(lastOfJuly1));
    expect(table(firstOfJuly)).not.toEqual(table(lastOfJune));
  });

  it.each(currencies)('vary for %s by at most one per cent up or down', (currency) => {
    const rates = createExchangeRates();
    const found = year.map((now) => Number(rates.ratePerPound(currency, now)));
    const lowest = Math.min(...found);
    const highest = Math.max(...found);
    expect(highest).toBeGreaterThan(lowest * 1.01);
    // A little more than 1.01 / 0.99, because both ends are rounded to six digits.
    expect(highest / lowest).toBeLessThan(1.0203);
  });

  it('throw for a currency that the bank does not sell', () => {
    expect(() => createExchangeRates().ratePerPound('RUB', noon)).toThrow(Bug);
  });
});
