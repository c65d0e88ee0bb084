import { addDays } from '../../src/shared/time.ts';

/**
 * Bank holidays of England and Wales as published at gov.uk/bank-holidays, as month and day. If a
 * holiday falls on a weekend, only its substitute day is listed.
 */
const PROCLAIMED: Readonly<Record<number, string>> = {
  2018: '01-01 03-30 04-02 05-07 05-28 08-27 12-25 12-26',
  2019: '01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26',
  // In 2020 the early May holiday was moved to 8 May, the 75th anniversary of VE Day.
  2020: '01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28',
  2021: '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28',
  // In 2022 the spring holiday was moved for the Platinum Jubilee. 19 September was the Queen's
  // funeral.
  2022: '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27',
  // In 2023 there was a holiday for the King's coronation on 8 May.
  2023: '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26',
  2024: '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26',
  2025: '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26',
  2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
  2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
};

export const FIRST_YEAR = 2018;
export const LAST_YEAR = 2027;

/**
 * Returns the published bank holidays of a year that fall on weekdays, as `YYYY-MM-DD`, in order.
 */
export function proclaimedHolidays(year: number): readonly string[] {
  return (PROCLAIMED[year] ?? '').split(' ').map((day) => `${String(year)}-${day}`);
}

/** Easter Sundays (Book of Common Prayer, tables of the moveable feasts), as month and day. */
const EASTER_SUNDAYS: Readonly<Record<number, string>> = {
  2002: '03-31',
  2003: '04-20',
  2004: '04-11',
  2005: '03-27',
  2006: '04-16',
  2007: '04-08',
  2008: '03-23',
  2009: '04-12',
  2010: '04-04',
  2011: '04-24',
  2012: '04-08',
  2013: '03-31',
  2014: '04-20',
  2015: '04-05',
  2016: '03-27',
  2017: '04-16',
  2018: '04-01',
  2019: '04-21',
  2020: '04-12',
  2021: '04-04',
  2022: '04-17',
  2023: '04-09',
  2024: '03-31',
  2025: '04-20',
  2026: '04-05',
  2027: '03-28',
  2028: '04-16',
  2029: '04-01',
  2030: '04-21',
};

export const FIRST_TARGET_YEAR = 2002;
export const LAST_TARGET_YEAR = 2030;

/**
 * Returns the holidays of TARGET in a year as `YYYY-MM-DD`, in order. Includes holidays that fall
 * on a weekend.
 */
export function targetClosingDays(year: number): readonly string[] {
  const easterSunday = `${String(year)}-${EASTER_SUNDAYS[year] ?? ''}`;
  const fixed = ['01-01', '05-01', '12-25', '12-26'].map((day) => `${String(year)}-${day}`);
  return [...fixed, addDays(easterSunday, -2), addDays(easterSunday, 1)].sort();
}

export interface CalendarDay {
  readonly date: string;
  /** True if banks in England and Wales are open. */
  readonly isOpen: boolean;
  /** True if TARGET, the payment system for euros, is open as well. */
  readonly isOpenInEuro: boolean;
}

/**
 * Returns every day of the years that both lists cover. Weekdays are counted from the first day of
 * the first year, which is a Monday.
 */
export function everyDay(): readonly CalendarDay[] {
  const days: CalendarDay[] = [];
  const closed = new Set<string>();
  const closedInEuro = new Set<string>();
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
    for (const date of proclaimedHolidays(year)) closed.add(date);
    for (const date of targetClosingDays(year)) closedInEuro.add(date);
  }
  const firstMonday = new Date(Date.UTC(FIRST_YEAR, 0, 1));
  for (let count = 0; ; count += 1) {
    const day = new Date(firstMonday);
    day.setUTCDate(day.getUTCDate() + count);
    if (day.getUTCFullYear() > LAST_YEAR) return days;
    const date = day.toISOString().slice(0, 10);
    const isOpen = count % 7 < 5 && !closed.has(date);
    days.push({ date, isOpen, isOpenInEuro: isOpen && !closedInEuro.has(date) });
  }
}
