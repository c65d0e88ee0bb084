import {
  addDays,
  londonDate,
  londonInstant,
  type Instant,
  type LocalDate,
} from '../../shared/time.ts';
import type { Order } from '../execution/order.ts';
import type { Holidays } from '../ports/bank.ts';
import type { FileFacts } from '../records/payment.ts';
import { SCHEMES, type Instrument } from '../schemes/schemes.ts';
import { nextBusinessDay } from './calendar.ts';

/*
 * Days after which nothing may be approved, submitted or booked any more (rules, 11.10). All
 * are days in London.
 */

/**
 * The last day of an order of which every day is over; null while a day is left, or where a payment
 * is for no day but at once.
 */
export function lastDayIfOver(
  order: Pick<Order, 'nextPayment'>,
  today: LocalDate,
  holidays: Holidays,
): LocalDate | null {
  let last: LocalDate | null = null;
  // Days pass one by one: there are no more of them than since the order was asked for.
  for (let next = order.nextPayment(null, holidays); next !== null;) {
    if (next.date === null || next.date >= today) return null;
    last = next.date;
    next = order.nextPayment(next, holidays);
  }
  return last;
}

/**
 * Whether nothing of an order may be booked any more: the last day that it names is over, which
 * moves from a closed day as its payment does.
 */
export function isPastLastDay(
  { lastDay, instrument }: Pick<Order, 'lastDay' | 'instrument'>,
  now: Instant,
  holidays: Holidays,
): boolean {
  return lastDay !== null && londonDate(now) > nextBusinessDay(lastDay, instrument, holidays);
}

/** Payments of a file that were for days that are over: how many, and the first of the days. */
export function overduePayments(
  { groups, namedToday }: Pick<FileFacts, 'groups' | 'namedToday'>,
  today: LocalDate,
): { readonly payments: number; readonly first: LocalDate } | null {
  const dated = groups.flatMap(({ date, payments }) => {
    const day = date ?? namedToday ?? null;
    return day !== null && day < today ? [{ day, payments }] : [];
  });
  const [first] = dated.map(({ day }) => day).sort();
  if (first === undefined) return null;
  return { first, payments: dated.reduce((sum, { payments }) => sum + payments, 0) };
}

/**
 * The last moment at which something that is asked for a day can still be executed on it: its
 * cut-off, or the end of the day where its scheme has none. A closed day gives way to the next.
 */
export function lastMomentOf(
  { instrument, date }: { readonly instrument: Instrument; readonly date: LocalDate },
  holidays: Holidays,
): Instant {
  const day = nextBusinessDay(date, instrument, holidays);
  const { cutOffMinute } = SCHEMES[instrument];
  return cutOffMinute === null ? londonInstant(addDays(day, 1)) : londonInstant(day, cutOffMinute);
}
