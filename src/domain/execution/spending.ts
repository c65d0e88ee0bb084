import { assert } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import type { LocalDate } from '../../shared/time.ts';

/** The amount of a payment, with the limits that its consent sets for periods of time. */
export interface Spending {
  readonly pence: Pence;
  /** The limits on the total of all payments under the consent, including this payment. */
  readonly limits: readonly SpendingLimit[];
}

/**
 * The maximum total of a consent's payments in a period. The days are days in London. Rejected
 * payments do not count.
 */
export interface SpendingLimit {
  readonly first: LocalDate;
  /** The last day, inclusive. */
  readonly last: LocalDate;
  readonly maximumPence: Pence;
  /** JSON path of the consent parameter that sets this limit. */
  readonly path: string;
}

/** A limit that a payment would exceed. */
export interface ExceededLimit extends SpendingLimit {
  /** The total of the earlier payments in the period. */
  readonly spentPence: Pence;
}

/**
 * Returns the limits that a payment and the earlier payments would exceed together.
 *
 * @param spent totals of earlier payments on the days of each limit, in the order of the limits
 */
export function exceededLimits(
  { pence, limits }: Spending,
  spent: readonly Pence[],
): readonly ExceededLimit[] {
  assert(spent.length === limits.length, 'the amount spent is required for each limit');
  return limits
    .map((limit, index) => ({ ...limit, spentPence: spent[index] ?? 0 }))
    .filter(({ spentPence, maximumPence }) => spentPence + pence > maximumPence);
}
