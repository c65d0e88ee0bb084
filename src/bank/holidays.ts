import HolidayCalendar from 'date-holidays';
import type { Holidays } from '../domain/ports.ts';
import type { LocalDate } from '../kernel/time.ts';

/** Years whose bank holidays are kept; one more pushes the oldest out. */
const MAX_CACHED_YEARS = 16;

/**
 * The bank holidays of England and Wales, moved, one-off and substitute days included, as the
 * package date-holidays knows them. Scotland and Northern Ireland do not count: the schemes keep
 * the Bank of England's days.
 */
export function createHolidays(): Holidays {
  const calendar = new HolidayCalendar('GB', 'ENG');
  const years = new Map<string, ReadonlySet<LocalDate>>();

  function bankHolidaysOf(year: string): ReadonlySet<LocalDate> {
    const known = years.get(year);
    if (known !== undefined) return known;
    const days = calendar
      .getHolidays(Number(year))
      .filter(({ type }) => type === 'public' || type === 'bank')
      .map(({ date }) => date.slice(0, 'YYYY-MM-DD'.length));
    const read = new Set(days);
    if (years.size === MAX_CACHED_YEARS) years.delete(years.keys().next().value ?? year);
    years.set(year, read);
    return read;
  }

  return { isBankHoliday: (date) => bankHolidaysOf(date.slice(0, 4)).has(date) };
}
