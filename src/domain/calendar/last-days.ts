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
 * Days after which a payment can no longer be approved, submitted or booked (rules, 11.10). All are
 * days in London.
 */

/**
 * Returns the last day of an order if all its days have passed. Returns null if a day is left, or
 * if a payment has no date.
 */
export function lastDayIfOver(
  order: Pick<Order, 'nextPayment'>,
  today: LocalDate,
  holidays: Holidays,
): LocalDate | null {
  let last: LocalDate | null = null;
  // Checks each day. There are at most as many as days since the order was requested.
  for (let next = order.nextPayment(null, holidays); next !== null;) {
    if (next.date === null || next.date >= today) return null;
    last = next.date;
    next = order.nextPayment(next, holidays);
  }
  return last;
}

/**
 * Returns true if the order's last day has passed, so that nothing may be booked. A closed last day
 * is moved to the next business day, like its payment.
 */
export function isPastLastDay(
  { lastDay, instrument }: Pick<Order, 'lastDay' | 'instrument'>,
  now: Instant,
  holidays: Holidays,
): boolean {
  return lastDay !== null && londonDate(now) > nextBusinessDay(lastDay, instrument, holidays);
}

/** Returns the number of payments of a file with a past date, and the earliest such date. */
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
 * Returns the last moment at which a payment for a day can be executed on that day: the cut-off, or
 * the end of the day if its scheme has none. A closed day is moved to the next business day.
 */
export function lastMomentOf(
  { instrument, date }: { readonly instrument: Instrument; readonly date: LocalDate },
  holidays: Holidays,
): Instant {
  const day = nextBusinessDay(date, instrument, holidays);
  const { cutOffMinute } = SCHEMES[instrument];
  return cutOffMinute === null ? londonInstant(addDays(day, 1)) : londonInstant(day, cutOffMinute);
}
