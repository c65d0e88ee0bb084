import { DAY_MS, type LocalDate } from '../../shared/time.ts';

/** Arithmetic with days and months. */

const SUNDAY = 7;
const MONTHS_A_YEAR = 12;
const FIRST_YEAR = 1970;

/** A month of a year, numbered on through the years; January 1970 is 0. */
export type Month = number;

/** The weekday, from 1 for Monday to 7 for Sunday (ISO 8601). */
export function weekdayOf(date: LocalDate): number {
  return new Date(date).getUTCDay() || SUNDAY;
}

/** How many days later the second one is; negative when it is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The month in which the day lies. */
export function monthOf(date: LocalDate): Month {
  return (Number(date.slice(0, 4)) - FIRST_YEAR) * MONTHS_A_YEAR + Number(date.slice(5, 7)) - 1;
}

/** How many days the month has. */
export function daysInMonth(month: Month): number {
  // The day before the first of the month after.
  return new Date(Date.UTC(FIRST_YEAR, month + 1, 0)).getUTCDate();
}

/** That day of the month, from 1 on; one that the month does not have is its last day. */
export function dateInMonth(month: Month, day: number): LocalDate {
  const taken = Math.min(day, daysInMonth(month));
  return new Date(Date.UTC(FIRST_YEAR, month, taken)).toISOString().slice(0, 10);
}

/** The same day so many months later; one that the month does not have is its last day. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  return dateInMonth(monthOf(date) + months, Number(date.slice(8)));
}

/** How many months are complete on the second day, counted by `addMonths` from the first. */
export function monthsBetween(from: LocalDate, to: LocalDate): number {
  const months = monthOf(to) - monthOf(from);
  return addMonths(from, months) > to ? months - 1 : months;
}
