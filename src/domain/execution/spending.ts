import { assert } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import type { LocalDate } from '../../shared/time.ts';

/** What a payment takes of what its consent allows over time. */
export interface Spending {
  readonly pence: Pence;
  /** What all payments of the consent, this one with them, may come to. */
  readonly limits: readonly SpendingLimit[];
}

/** The most that payments of a consent, made on days in London and not rejected, may come to. */
export interface SpendingLimit {
  readonly first: LocalDate;
  /** The last day that counts. */
  readonly last: LocalDate;
  readonly maximumPence: Pence;
  /** The parameter of the consent that says so: its JSON path. */
  readonly path: string;
}

/** A limit that a payment would break. */
export interface ExceededLimit extends SpendingLimit {
  /** What was paid on its days already. */
  readonly spentPence: Pence;
}

/**
 * Which limits a payment would break, together with what was paid before.
 *
 * @param spent what was paid on the days of each limit already, in the order of the limits
 */
export function exceededLimits(
  { pence, limits }: Spending,
  spent: readonly Pence[],
): readonly ExceededLimit[] {
  assert(spent.length === limits.length, 'what was spent is known for each limit');
  return limits
    .map((limit, place) => ({ ...limit, spentPence: spent[place] ?? 0 }))
    .filter(({ spentPence, maximumPence }) => spentPence + pence > maximumPence);
}
