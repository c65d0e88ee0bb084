import type { ExchangeContracts, ExchangeRates } from '../domain/ports/bank.ts';
import { agreedRatePerPound, parseRate, type Rate } from '../domain/pricing/exchange.ts';
import { expectDefined } from '../shared/assert.ts';

/**
 * Maximum difference from the table's rate, in per cent, for a rate to count as agreed in the
 * sandbox.
 */
const TOLERANCE_PERCENT = 25n;

/**
 * Creates exchange contracts for the sandbox. Every contract that a TPP names exists, at the rate
 * that the TPP names, if that is within 25 % of the table. At a real bank this would lose money
 * (docs/decisions, 108).
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

/** Returns whether a rate is within the tolerance of another. */
function isNear(rate: Rate, table: Rate): boolean {
  const ratePart = rate.numerator * table.denominator;
  const tablePart = table.numerator * rate.denominator;
  const difference = ratePart < tablePart ? tablePart - ratePart : ratePart - tablePart;
  return difference * 100n <= tablePart * TOLERANCE_PERCENT;
}
