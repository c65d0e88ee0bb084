import { describe, expect, it } from 'vitest';
import { createHolidays } from '../../../src/bank/holidays.ts';
import {
  everyDay,
  FIRST_YEAR,
  LAST_YEAR,
  proclaimedHolidays,
} from '../../helpers/bank-holidays.ts';

const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, at) => FIRST_YEAR + at);

describe('bank holidays of England and Wales', () => {
  it.each(years)('are the proclaimed ones in %i', (year) => {
    const holidays = createHolidays();
    const found = everyDay()
      .map(({ date }) => date)
      .filter((date) => date.startsWith(String(year)) && isWeekday(date))
      .filter((date) => holidays.isBankHoliday(date));
    expect(found).toEqual(proclaimedHolidays(year));
  });

  it('leave out the days of Scotland and Northern Ireland', () => {
    const holidays = createHolidays();
    const elsewhere = ['2026-01-02', '2026-03-17', '2026-07-13', '2026-08-03', '2026-11-30'];
    expect(elsewhere.filter((date) => holidays.isBankHoliday(date))).toEqual([]);
  });

  it('are the same after more years than are kept were asked for', () => {
    const holidays = createHolidays();
    for (let year = 2000; year < 2040; year += 1) {
      expect(holidays.isBankHoliday(`${String(year)}-12-25`)).toBe(true);
    }
    expect(holidays.isBankHoliday('2020-05-08')).toBe(true);
    expect(holidays.isBankHoliday('2020-05-04')).toBe(false);
  });
});

function isWeekday(date: string): boolean {
  const weekday = new Date(date).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
