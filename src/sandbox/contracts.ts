import type { ExchangeContracts, ExchangeRates } from '../domain/ports/bank.ts';
import { agreedRatePerPound, parseRate, type Rate } from '../domain/pricing/exchange.ts';
import { expectDefined } from '../shared/assert.ts';

/** How far a rate may lie from the table's to count as agreed in the sandbox, in per cent. */
const TOLERANCE_PERCENT = 25n;

/**
 * A book of contracts for trying things: it has every contract that a TPP names, at the rate that
 * the TPP names, within 25 % of the table. At a bank this would give money away (decision 108).
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

/** Whether a rate lies within the tolerance of another. */
function isNear(rate: Rate, table: Rate): boolean {
  const ratePart = rate.numerator * table.denominator;
  const tablePart = table.numerator * rate.denominator;
  const difference = ratePart < tablePart ? tablePart - ratePart : ratePart - tablePart;
  return difference * 100n <= tablePart * TOLERANCE_PERCENT;
}
