import HolidayCalendar from 'date-holidays';
import type { Holidays } from '../domain/ports/bank.ts';
import { evictOldest } from '../shared/evict-oldest.ts';
import type { LocalDate } from '../shared/time.ts';

/** Years whose holidays a calendar keeps; one more pushes the oldest out. */
const MAX_CACHED_YEARS = 16;

/**
 * The closing days of TARGET besides weekends, in the grammar of date-holidays: the long-term
 * calendar of the European Central Bank, in force since 2002. They never move off a weekend.
 */
const TARGET_CLOSING_DAYS = ['01-01', 'easter -2', 'easter 1', '05-01', '12-25', '12-26'];

/**
 * The closed days of the bank, as the package date-holidays works them out. Bank holidays are those
 * of England and Wales, moved, one-off and substitute days included. Scotland and Northern Ireland
 * do not count: the schemes keep the Bank of England's days.
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

/** Whether a day is one of the calendar's, which takes milliseconds to work out a year. */
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
