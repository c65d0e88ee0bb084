import { expectDefined } from '../../shared/assert.ts';
import type { MinorUnits, Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { Order, Quote } from '../execution/order.ts';
import type { ExchangeRates } from '../ports/bank.ts';
import { chargeOf } from '../schemes/schemes.ts';
import { fractionDigitsOf } from './currencies.ts';
import { agreedRatePerPound, parseRate, toPence } from './exchange.ts';

/**
 * Returns the price of a payment for the debtor. The rate is that of the exchange contract if the
 * bank confirmed one, otherwise the rate of the day (rules, 7.16). `amount` is in minor units of
 * the order's currency.
 */
export function priceOf(
  order: Order,
  amount: MinorUnits,
  rates: ExchangeRates,
  now: Instant,
): Quote {
  const { exchange, currency } = order;
  const chargePence = chargeOf(order.instrument, order.chargeBearer);
  // Without exchange terms, the order is in sterling, so its minor unit is a penny.
  if (exchange === null) return { amountPence: amount as Pence, chargePence, exchangeRate: null };
  const { agreed } = exchange;
  const exchangeRate = agreed?.rate ?? rates.ratePerPound(exchange.currency, now);
  if (currency !== exchange.currency)
    return { amountPence: amount as Pence, chargePence, exchangeRate };
  const rate = agreed === null ? parseRate(exchangeRate) : agreedRatePerPound(agreed);
  const fractionDigits = expectDefined(
    fractionDigitsOf(currency),
    `fraction digits of ${currency}`,
  );
  const amountPence = toPence({ minor: amount, fractionDigits }, expectDefined(rate, exchangeRate));
  return { amountPence, chargePence, exchangeRate };
}
