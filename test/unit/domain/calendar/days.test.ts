import { describe, expect, it } from 'vitest';
import {
  addMonths,
  dateInMonth,
  daysBetween,
  daysInMonth,
  monthOf,
  monthsBetween,
  weekdayOf,
} from '../../../../src/domain/calendar/days.ts';

describe('days', () => {
  it('have weekdays from 1 for Monday to 7 for Sunday', () => {
    const days = ['2026-03-09', '2026-03-13', '2026-03-14', '2026-03-15', '1969-12-31'];
    expect(days.map(weekdayOf)).toEqual([1, 5, 6, 7, 3]);
  });

  it.each([
    ['2026-03-28', '2026-03-30', 2],
    ['2026-03-30', '2026-03-28', -2],
    ['2024-02-28', '2024-03-01', 2],
    ['2100-02-28', '2100-03-01', 1],
    ['1969-12-31', '1970-01-01', 1],
  ])('from %s to %s are %i', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
  });
});

describe('months', () => {
  it('are numbered continuously across years', () => {
    const months = ['1969-12-31', '1970-01-01', '1970-12-31', '2026-03-15'].map(monthOf);
    expect(months).toEqual([-1, 0, 11, 674]);
  });

  it.each([
    ['2026-02-10', 28],
    ['2028-02-10', 29],
    ['2100-02-10', 28],
    ['2026-04-30', 30],
    ['1969-12-01', 31],
  ])('have as many days as that of %s', (date, days) => {
    expect(daysInMonth(monthOf(date))).toBe(days);
  });

  it('end on their last day if a later one is requested', () => {
    const february = monthOf('2026-02-01');
    expect([1, 28, 29, 31].map((day) => dateInMonth(february, day))).toEqual([
      '2026-02-01',
      '2026-02-28',
      '2026-02-28',
      '2026-02-28',
    ]);
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['1970-01-15', -1, '1969-12-15'],
  ])('added to %s (%i months) give %s', (date, months, later) => {
    expect(addMonths(date, months)).toBe(later);
  });

  it.each([
    ['2026-01-15', '2026-02-14', 0],
    ['2026-01-15', '2026-02-15', 1],
    ['2026-01-31', '2026-02-27', 0],
    ['2026-01-31', '2026-02-28', 1],
    ['2026-01-31', '2026-03-30', 1],
    ['2026-01-15', '2025-12-31', -1],
    ['2026-01-15', '2025-12-15', -1],
    ['2026-01-15', '2025-12-14', -2],
  ])('between %s and %s number %i complete months', (from, to, months) => {
    expect(monthsBetween(from, to)).toBe(months);
  });
});
