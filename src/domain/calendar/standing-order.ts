import type { Pence } from '../../shared/money.ts';
import type { LocalDate } from '../../shared/time.ts';
import { dateAfter, type Frequency } from './frequency.ts';

/** When a standing order pays, and how much. Days are those of London. */
export interface StandingOrder {
  readonly frequency: Frequency;
  readonly first: LocalDate;
  /** The first recurring payment, later than `first`; null: the frequency tells it. */
  readonly recurring: LocalDate | null;
  /** The last payment, not before `first`; null: `payments` ends the order, or nothing does. */
  readonly final: LocalDate | null;
  /** How many payments there are in all, the first and the final one included. */
  readonly payments: number | null;
  readonly firstPence: Pence;
  readonly recurringPence: Pence;
  readonly finalPence: Pence;
}

/** One payment of a standing order. */
export interface Occurrence {
  /** Place in the order, from 0. */
  readonly number: number;
  /** The day by the schedule, open or closed: moving a payment never shifts the later ones. */
  readonly date: LocalDate;
  readonly amountPence: Pence;
}

/**
 * The payment that follows `previous`, the first one after null; null when the order is over
 * (rules, 12.5; OpenAPI 3.1.9, OBWriteDomesticStandingOrder3).
 *
 * The first, the first recurring and the final payment are on the days named for them, all others
 * on those of the frequency, counted from `recurring`, or from `first` where that is null. An order
 * of one payment pays the amount of the first. A `previous` with a later day than its own passes
 * over the days until then.
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
