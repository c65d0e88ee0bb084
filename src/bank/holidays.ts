import HolidayCalendar from 'date-holidays';
import type { Holidays } from '../domain/ports/bank.ts';
import { evictOldest } from '../shared/evict-oldest.ts';
import type { LocalDate } from '../shared/time.ts';

/** Maximum number of years that the cache of a calendar contains. */
const MAX_CACHED_YEARS = 16;

/**
 * The days on which TARGET is closed, apart from weekends, in the syntax of date-holidays. They
 * come from the European Central Bank's long-term calendar, which has been in force since 2002. If
 * such a day is on a weekend, no other day replaces it.
 */
const TARGET_CLOSING_DAYS = ['01-01', 'easter -2', 'easter 1', '05-01', '12-25', '12-26'];

/**
 * Creates the calendars of bank holidays and TARGET holidays from the package date-holidays. Bank
 * holidays are those of England and Wales, including moved, one-off and substitute days. Holidays
 * of Scotland and Northern Ireland do not count, because the payment schemes follow the Bank of
 * England.
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
 * Returns a function that checks if a date is a holiday. The holidays of each year are cached,
 * because computing them takes milliseconds.
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
