import { describe, expect, it } from 'vitest';
import { createHolidays } from '../../../src/bank/holidays.ts';
import { addDays } from '../../../src/shared/time.ts';
import {
  FIRST_TARGET_YEAR,
  FIRST_YEAR,
  LAST_TARGET_YEAR,
  LAST_YEAR,
  proclaimedHolidays,
  targetClosingDays,
} from '../../helpers/bank-holidays.ts';

describe('bank holidays of England and Wales', () => {
  it.each(yearsFrom(FIRST_YEAR, LAST_YEAR))('match the official list of %i', (year) => {
    const holidays = createHolidays();
    const found = daysOf(year)
      .filter(isWeekday)
      .filter((date) => holidays.isBankHoliday(date));
    expect(found).toEqual(proclaimedHolidays(year));
  });

  it.each([
    ['the Platinum Jubilee', '2022-06-02 2022-06-03'],
    ['the State Funeral', '2022-09-19'],
    ['the Coronation', '2023-05-08'],
    ['a New Year on a Saturday', '2022-01-03'],
    ['a Christmas on a Sunday', '2022-12-26 2022-12-27'],
    ['a Boxing Day on a Saturday', '2026-12-28'],
  ])('have %s', (_, dates) => {
    const holidays = createHolidays();
    expect(dates.split(' ').filter((date) => !holidays.isBankHoliday(date))).toEqual([]);
  });

  it('exclude the holidays of Scotland and Northern Ireland', () => {
    const holidays = createHolidays();
    const elsewhere = ['2026-01-02', '2026-03-17', '2026-07-13', '2026-08-03', '2026-11-30'];
    expect(elsewhere.filter((date) => holidays.isBankHoliday(date))).toEqual([]);
  });

  it('stay the same after a year is evicted from the cache', () => {
    const holidays = createHolidays();
    for (let year = 2000; year < 2040; year += 1) {
      expect(holidays.isBankHoliday(`${String(year)}-12-25`)).toBe(true);
    }
    expect(holidays.isBankHoliday('2020-05-08')).toBe(true);
    expect(holidays.isBankHoliday('2020-05-04')).toBe(false);
  });
});

describe('closing days of TARGET', () => {
  it.each(yearsFrom(FIRST_TARGET_YEAR, LAST_TARGET_YEAR))('are the six of %i', (year) => {
    const holidays = createHolidays();
    const found = daysOf(year).filter((date) => holidays.isTargetHoliday(date));
    expect(found).toEqual(targetClosingDays(year));
  });

  it('are those that the European Central Bank published for 2024', () => {
    expect(targetClosingDays(2024)).toEqual([
      '2024-01-01',
      '2024-03-29',
      '2024-04-01',
      '2024-05-01',
      '2024-12-25',
      '2024-12-26',
    ]);
  });

  it('have no substitute days, and differ from bank holidays', () => {
    const holidays = createHolidays();
    const days = ['2022-01-03', '2022-12-27', '2024-05-01', '2024-05-06'];
    expect(days.map((day) => holidays.isTargetHoliday(day))).toEqual([false, false, true, false]);
    expect(days.map((day) => holidays.isBankHoliday(day))).toEqual([true, true, false, true]);
  });
});

function yearsFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function daysOf(year: number): string[] {
  const newYear = `${String(year)}-01-01`;
  return Array.from({ length: 366 }, (_, at) => addDays(newYear, at)).filter((date) =>
    date.startsWith(String(year)),
  );
}

function isWeekday(date: string): boolean {
  const weekday = new Date(date).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
