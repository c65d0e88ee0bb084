import { assert } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import type { LocalDate } from '../../shared/time.ts';

/** Amount of a payment, and the limits of its consent over time. */
export interface Spending {
  readonly pence: Pence;
  /** Limits on the total of all payments of the consent, including this one. */
  readonly limits: readonly SpendingLimit[];
}

/**
 * Maximum total of payments of a consent on certain days in London. Rejected payments do not count.
 */
export interface SpendingLimit {
  readonly first: LocalDate;
  /** The last day, inclusive. */
  readonly last: LocalDate;
  readonly maximumPence: Pence;
  /** JSON path of the consent's parameter with this limit. */
  readonly path: string;
}

/** A limit that a payment would exceed. */
export interface ExceededLimit extends SpendingLimit {
  /** Total of earlier payments on its days. */
  readonly spentPence: Pence;
}

/**
 * Returns the limits that a payment would exceed, together with earlier payments.
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
