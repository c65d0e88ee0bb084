import { createHash } from 'node:crypto';
import type { ExchangeRates } from '../domain/ports/bank.ts';
import type { Currency } from '../domain/pricing/currencies.ts';
import { expectDefined } from '../shared/assert.ts';
import { formatAmount } from '../shared/money.ts';
import { londonDate, type LocalDate } from '../shared/time.ts';

/** Maximum difference of a daily rate from the middle rate, in hundredths of a per cent. */
const MAX_DRIFT_BASIS_POINTS = 100;
const BASIS_POINTS = 10_000;

/**
 * The middle rates: how many units of a currency one pound buys, with six digits each (rules, 7.8).
 */
const MIDDLE_RATES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AED: '4.66550',
    AUD: '1.93420',
    CAD: '1.74180',
    CHF: '1.12360',
    CZK: '29.3480',
    DKK: '8.83150',
    EUR: '1.18420',
    HKD: '9.88240',
    HUF: '467.250',
    ILS: '4.68370',
    INR: '107.465',
    JPY: '190.875',
    MAD: '12.5730',
    MXN: '23.4160',
    NOK: '13.6250',
    NZD: '2.13460',
    PHP: '72.8450',
    PLN: '5.04170',
    SEK: '13.2140',
    SGD: '1.70930',
    THB: '43.7620',
    USD: '1.27050',
    ZAR: '23.0570',
  } satisfies Record<Exclude<Currency, 'GBP'>, string>),
);

/**
 * Creates simulated exchange rates. They store no state. A rate depends only on the currency and
 * the date in London, so it stays the same after a restart.
 */
export function createExchangeRates(): ExchangeRates {
  return {
    ratePerPound(currency, now) {
      if (currency === 'GBP') return '1';
      const middle = expectDefined(MIDDLE_RATES.get(currency), `the rate of ${currency}`);
      const [whole = '', fraction = ''] = middle.split('.');
      const drift = driftOf(currency, londonDate(now));
      const rate = (Number(whole + fraction) * (BASIS_POINTS + drift)) / BASIS_POINTS;
      return formatAmount(Math.round(rate), fraction.length);
    },
  };
}

/** Returns the difference from the middle rate for a currency and a date, in basis points. */
function driftOf(currency: string, day: LocalDate): number {
  const random = createHash('sha256').update(`${currency} ${day}`).digest().readUInt32BE();
  return (random % (2 * MAX_DRIFT_BASIS_POINTS + 1)) - MAX_DRIFT_BASIS_POINTS;
}
