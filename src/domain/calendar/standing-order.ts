import type { Pence } from '../../shared/money.ts';
import type { LocalDate } from '../../shared/time.ts';
import { dateAfter, type Frequency } from './frequency.ts';

/** The dates and amounts of a standing order. All days are in London. */
export interface StandingOrder {
  readonly frequency: Frequency;
  readonly first: LocalDate;
  /**
   * Date of the first recurring payment, later than `first`. If null, the frequency determines it.
   */
  readonly recurring: LocalDate | null;
  /**
   * Date of the last payment, not before `first`. If null, the order ends after `payments`
   * payments, or never.
   */
  readonly final: LocalDate | null;
  /** Number of payments, including the first and the final one. Null if it is not limited. */
  readonly payments: number | null;
  readonly firstPence: Pence;
  readonly recurringPence: Pence;
  readonly finalPence: Pence;
}

/** One payment of a standing order. */
export interface Occurrence {
  /** The number of this payment in the standing order, counted from 0. */
  readonly number: number;
  /**
   * The scheduled day, even if the scheme is closed then. Moving one payment to a business day does
   * not move the later ones.
   */
  readonly date: LocalDate;
  readonly amountPence: Pence;
}

/**
 * Returns the payment after `previous`, or the first one if `previous` is null. Returns null at the
 * end of the order (rules, 12.5; OpenAPI 3.1.9, OBWriteDomesticStandingOrder3).
 *
 * The first, the first recurring and the final payment have the dates that the order names. All
 * others follow the frequency, counted from `recurring`, or from `first` if `recurring` is null. If
 * the order has only one payment, that payment has the first amount. If the date in `previous` is
 * later than its scheduled day, the days up to that date are skipped.
 */
export function occurrenceAfter(
  order: StandingOrder,
  previous: Pick<Occurrence, 'number' | 'date'> | null,
  workingDayAfter: (date: LocalDate) => LocalDate,
): Occurrence | null {
  const { frequency, first, recurring, final, payments } = order;
  if (previous === null) return { number: 0, date: first, amountPence: order.firstPence };
  const number = previous.number + 1;
  if (number === payments || (final !== null && previous.date >= final)) return null;
  const regular =
    number === 1 && recurring !== null && recurring > previous.date
      ? recurring
      : dateAfter(frequency, recurring ?? first, previous.date, workingDayAfter);
  const date = final !== null && final < regular ? final : regular;
  const isLast = number + 1 === payments || date === final;
  return { number, date, amountPence: isLast ? order.finalPence : order.recurringPence };
}
