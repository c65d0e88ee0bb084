import type { ExchangeContracts, ExchangeRates } from '../domain/ports/bank.ts';
import { agreedRatePerPound, parseRate, type Rate } from '../domain/pricing/exchange.ts';
import { expectDefined } from '../shared/assert.ts';

/**
 * Maximum difference between a TPP's rate and the sandbox's rate, in per cent. Within it, the rate
 * counts as agreed.
 */
const TOLERANCE_PERCENT = 25n;

/**
 * Creates the exchange contracts of the sandbox. Every contract that a TPP names exists, at the
 * rate that the TPP names. That rate may differ from the sandbox's rate by at most 25 %. A real
 * bank would lose money in this way (docs/decisions, 108).
 */
export function createSandboxContracts(rates: ExchangeRates): ExchangeContracts {
  return {
    findContract({ rate, currency }, now) {
      const table = rates.ratePerPound(currency, now);
      const perPound = agreedRatePerPound(rate);
      const isContract =
        perPound !== undefined &&
        ['GBP', currency].includes(rate.unitCurrency) &&
        isNear(perPound, expectDefined(parseRate(table), table));
      return Promise.resolve(isContract ? rate : undefined);
    },
  };
}

/** Returns true if a rate is within the tolerance of another rate. */
function isNear(rate: Rate, table: Rate): boolean {
  const ratePart = rate.numerator * table.denominator;
  const tablePart = table.numerator * rate.denominator;
  const difference = ratePart < tablePart ? tablePart - ratePart : ratePart - tablePart;
  return difference * 100n <= tablePart * TOLERANCE_PERCENT;
}
