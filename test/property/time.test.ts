import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  formatInstant,
  londonDate,
  londonInstant,
  londonTime,
  parseInstant,
} from '../../src/shared/time.ts';

const MINUTE_MS = 60_000;
const anyInstant = fc.integer({
  min: Date.parse('2000-01-01T00:00:00Z'),
  max: Date.parse('2100-01-01T00:00:00Z'),
});

describe('any instant', () => {
  it('is parsed back from its formatted text', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        expect(parseInstant(formatInstant(instant))).toBe(instant);
      }),
    );
  });

  it('is recovered from its London time', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const shown = londonTime(instant);
        const found = londonInstant(shown.date, shown.minuteOfDay);
        expect(londonTime(found)).toEqual(shown);
        const differenceMinutes = (instant - (instant % MINUTE_MS) - found) / MINUTE_MS;
        expect([0, 60]).toContain(differenceMinutes);
      }),
    );
  });

  it('has the same London time as Intl, around every clock change', () => {
    const wall = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/London',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const shownBy = (instant: number): unknown => {
      const [date, time = ''] = wall.format(instant).split(' ');
      const [hour, minute] = time.split(':').map(Number);
      return { date, minuteOfDay: (hour ?? 0) * 60 + (minute ?? 0) };
    };
    fc.assert(
      fc.property(anyInstant, (instant) => {
        expect(londonTime(instant)).toEqual(shownBy(instant));
      }),
    );
    // Checks every half hour around the clock changes of ten years.
    for (let year = 2020; year < 2030; year += 1) {
      for (const month of ['03', '10']) {
        const begin = Date.parse(`${String(year)}-${month}-24T00:00:00Z`);
        for (let minute = 0; minute < 8 * 24 * 60; minute += 30) {
          const instant = begin + minute * MINUTE_MS;
          expect(londonTime(instant)).toEqual(shownBy(instant));
        }
      }
    }
  });

  it('lies between the start of its London day and that of the next', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const today = londonDate(instant);
        expect(londonInstant(today)).toBeLessThanOrEqual(instant);
        expect(londonInstant(addDays(today, 1))).toBeGreaterThan(instant);
      }),
    );
  });
});
