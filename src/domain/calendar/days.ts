import { DAY_MS, type LocalDate, type Days } from '../../shared/time.ts';

const SUNDAY = 7;
const MONTHS_A_YEAR = 12;
const FIRST_YEAR = 1970;

/** A month, as the number of months since January 1970. */
export type Month = number;

/** Returns the weekday, from 1 for Monday to 7 for Sunday (ISO 8601). */
export function weekdayOf(date: LocalDate): number {
  return new Date(date).getUTCDay() || SUNDAY;
}

/** Returns the number of days from one date to another. Negative if the second is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): Days {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Returns the month of a date. */
export function monthOf(date: LocalDate): Month {
  return (Number(date.slice(0, 4)) - FIRST_YEAR) * MONTHS_A_YEAR + Number(date.slice(5, 7)) - 1;
}

/** Returns the number of days of a month. */
export function daysInMonth(month: Month): Days {
  // Day 0 of the next month is the last day of this one.
  return new Date(Date.UTC(FIRST_YEAR, month + 1, 0)).getUTCDate();
}

/** Returns the given day of a month, or the last day of the month if the month is shorter. */
export function dateInMonth(month: Month, day: number): LocalDate {
  const dayInMonth = Math.min(day, daysInMonth(month));
  return new Date(Date.UTC(FIRST_YEAR, month, dayInMonth)).toISOString().slice(0, 10);
}

/**
 * Returns the same day of the month a number of months later. If that month is shorter, returns its
 * last day.
 */
export function addMonths(date: LocalDate, months: number): LocalDate {
  return dateInMonth(monthOf(date) + months, Number(date.slice(8)));
}

/** Returns the number of complete months between two dates, as `addMonths` counts them. */
export function monthsBetween(from: LocalDate, to: LocalDate): number {
  const months = monthOf(to) - monthOf(from);
  return addMonths(from, months) > to ? months - 1 : months;
}
