import HolidayCalendar from 'date-holidays';
import type { Holidays } from '../domain/ports/bank.ts';
import { evictOldest } from '../shared/evict-oldest.ts';
import type { LocalDate } from '../shared/time.ts';

/** Maximum number of years in a calendar's cache. */
const MAX_CACHED_YEARS = 16;

/**
 * Closing days of TARGET other than weekends, in the grammar of date-holidays: the European Central
 * Bank's long-term calendar, in force since 2002. They never move off a weekend.
 */
const TARGET_CLOSING_DAYS = ['01-01', 'easter -2', 'easter 1', '05-01', '12-25', '12-26'];

/**
 * Creates the bank's calendars of closed days, from the package date-holidays. Bank holidays are
 * those of England and Wales, with moved, one-off and substitute days. Those of Scotland and
 * Northern Ireland do not count: the payment schemes follow the Bank of England's days.
 */
export function createHolidays(): Holidays {
  return {
    isBankHoliday: readByYear(new HolidayCalendar('GB', 'ENG')),
    isTargetHoliday: readByYear(targetCalendar()),
  };
}

function targetCalendar(): HolidayCalendar {
  const calendar = new HolidayCalendar();
  for (const rule of TARGET_CLOSING_DAYS) {
    calendar.setHoliday(rule, { name: 'TARGET closing day', type: 'bank' });
  }
  return calendar;
}

/**
 * Returns a function that checks if a date is a holiday. Caches each year, because computing one
 * takes milliseconds.
 */
function readByYear(calendar: HolidayCalendar): (date: LocalDate) => boolean {
  const years = new Map<string, ReadonlySet<LocalDate>>();

  function holidaysOf(year: string): ReadonlySet<LocalDate> {
    const known = years.get(year);
    if (known !== undefined) return known;
    const days = calendar
      .getHolidays(Number(year))
      .filter(({ type }) => type === 'public' || type === 'bank')
      .map(({ date }) => date.slice(0, 'YYYY-MM-DD'.length));
    const read = new Set(days);
    evictOldest(years, MAX_CACHED_YEARS);
    years.set(year, read);
    return read;
  }

  return (date) => holidaysOf(date.slice(0, 4)).has(date);
}
