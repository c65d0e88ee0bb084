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
 * Computes the last days on which a payment can still be approved, submitted or booked (rules,
 * 11.10). All days are in London.
 */

/**
 * Returns the last payment day of an order if all of its payment days have passed. Returns null if
 * a day is still to come, or if a payment has no date.
 */
export function lastDayIfOver(
  order: Pick<Order, 'nextPayment'>,
  today: LocalDate,
  holidays: Holidays,
): LocalDate | null {
  let last: LocalDate | null = null;
  // Checks each payment day until one has not passed. There are at most as many as days since the
  // order was requested.
  for (let next = order.nextPayment(null, holidays); next !== null;) {
    if (next.date === null || next.date >= today) return null;
    last = next.date;
    next = order.nextPayment(next, holidays);
  }
  return last;
}

/**
 * Returns true if the last day of the order has passed, so that no payment of it may be booked. If
 * the scheme is closed on that day, the next business day counts as the last.
 */
export function isPastLastDay(
  { lastDay, instrument }: Pick<Order, 'lastDay' | 'instrument'>,
  now: Instant,
  holidays: Holidays,
): boolean {
  return lastDay !== null && londonDate(now) > nextBusinessDay(lastDay, instrument, holidays);
}

/** Returns how many payments of a file have a date in the past, and the earliest such date. */
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
 * Returns the last moment at which a payment can be executed on its day: the cut-off, or the end of
 * the day if the scheme has no cut-off. If the scheme is closed on that day, the next business day
 * counts.
 */
export function lastMomentOf(
  { instrument, date }: { readonly instrument: Instrument; readonly date: LocalDate },
  holidays: Holidays,
): Instant {
  const day = nextBusinessDay(date, instrument, holidays);
  const { cutOffMinute } = SCHEMES[instrument];
  return cutOffMinute === null ? londonInstant(addDays(day, 1)) : londonInstant(day, cutOffMinute);
}
