import { describe, expect, it } from 'vitest';
import type { ExchangeRates } from '../../../../src/domain/ports/bank.ts';
import { priceOf } from '../../../../src/domain/pricing/pricing.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { orderOf } from '../../pipeline/orders.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');

const TABLE: Readonly<Record<string, string>> = { USD: '1.25', EUR: '1.6', JPY: '200' };

const RATES: ExchangeRates = {
  ratePerPound(currency, now) {
    expect(now).toBe(NOW);
    return expectDefined(TABLE[currency], `the rate of ${currency}`);
  },
};

/** Returns an order over SWIFT that buys a currency, with amounts in that currency. */
function foreign(currency: string) {
  return orderOf({
    instrument: 'SWIFT',
    currency,
    exchange: { currency, claimed: null, agreed: null },
  });
}

function agreed(rate: string, unitCurrency: string) {
  const exchange = { currency: 'USD', claimed: null, agreed: { rate, unitCurrency } };
  return { ...foreign('USD'), exchange };
}

describe('the price of a payment', () => {
  it('in pounds is its amount, without a domestic charge', () => {
    const quote = { amountPence: 123_45, chargePence: 0, exchangeRate: null };
    expect(priceOf(orderOf(), 123_45, RATES, NOW)).toEqual(quote);
  });

  it('includes the charge of a scheme also without exchange', () => {
    const quote = { amountPence: 123_45, chargePence: 15_00, exchangeRate: null };
    expect(priceOf(orderOf({ instrument: 'SWIFT' }), 123_45, RATES, NOW)).toEqual(quote);
  });

  it('uses the rate of the day', () => {
    const quote = { amountPence: 800_00, chargePence: 15_00, exchangeRate: '1.25' };
    expect(priceOf(foreign('USD'), 1_000_00, RATES, NOW)).toEqual(quote);
  });

  it('uses the rate of the day in a currency without decimals', () => {
    const quote = { amountPence: 5_00, chargePence: 15_00, exchangeRate: '200' };
    expect(priceOf(foreign('JPY'), 1_000, RATES, NOW)).toEqual(quote);
  });

  it.each([
    ['the debtor bears', 'BorneByDebtor', 25_00],
    ['both share', 'Shared', 15_00],
    ['the creditor bears', 'BorneByCreditor', 0],
    ['follow the service level', 'FollowingServiceLevel', 15_00],
  ] as const)('includes the charges that %s', (_, chargeBearer, chargePence) => {
    const order = { ...foreign('USD'), chargeBearer };
    expect(priceOf(order, 1_000_00, RATES, NOW)).toMatchObject({ chargePence });
  });

  it.each([
    ['1.5', 'GBP', 600_00],
    ['0.9', 'USD', 810_00],
  ])('uses an agreed rate of %s for one %s', (rate, unitCurrency, amountPence) => {
    const quote = { amountPence, chargePence: 15_00, exchangeRate: rate };
    expect(priceOf(agreed(rate, unitCurrency), 900_00, RATES, NOW)).toEqual(quote);
  });

  it("uses the rate of the day if the bank did not confirm the TPP's rate", () => {
    const claimed = { id: 'invented', rate: { rate: '1.5', unitCurrency: 'GBP' } };
    const order = { ...foreign('USD'), exchange: { currency: 'USD', claimed, agreed: null } };
    const quote = { amountPence: 720_00, chargePence: 15_00, exchangeRate: '1.25' };
    expect(priceOf(order, 900_00, RATES, NOW)).toEqual(quote);
  });

  it('is its amount in pounds, independent of the exchange rate', () => {
    const order = { ...foreign('EUR'), currency: 'GBP' };
    const quote = { amountPence: 900_00, chargePence: 15_00, exchangeRate: '1.6' };
    expect(priceOf(order, 900_00, RATES, NOW)).toEqual(quote);
  });

  it('contains the agreed rate for an amount in pounds', () => {
    const order = { ...agreed('0.9', 'USD'), currency: 'GBP' };
    const quote = { amountPence: 900_00, chargePence: 15_00, exchangeRate: '0.9' };
    expect(priceOf(order, 900_00, RATES, NOW)).toEqual(quote);
  });
});
