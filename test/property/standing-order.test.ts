import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateAfter, parseFrequency } from '../../src/domain/calendar/frequency.ts';
import {
  occurrenceAfter,
  type Occurrence,
  type StandingOrder,
} from '../../src/domain/calendar/standing-order.ts';
import { expectDefined } from '../../src/shared/assert.ts';

const TEN_YEARS_DAYS = 3653;
const MONDAY = 1;

const QUARTER_DAYS: Record<string, string> = {
  ENGLISH: '25 Mar, 24 Jun, 29 Sep, 25 Dec',
  SCOTTISH: '02 Feb, 15 May, 01 Aug, 11 Nov',
  RECEIVED: '20 Mar, 19 Jun, 24 Sep, 20 Dec',
};

/** A day that the simple implementation reaches, counted from the anchor day. */
interface Day {
  readonly date: string;
  /** Number of days, of Mondays and of first days of a month since the anchor. */
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

function moved(date: string, days: number): string {
  const day = new Date(`${date}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** Returns the day of the week, from 1 for Monday to 7 for Sunday. */
function weekday(date: string): number {
  return ((new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

function isWorkingDay(date: string): boolean {
  return weekday(date) < 6 && !/-01-01|-12-2[56]|-05-0[1-4]/.test(date);
}

function workingDayAfter(date: string): string {
  const next = moved(date, 1);
  return isWorkingDay(next) ? next : workingDayAfter(next);
}

/** Returns every day of the ten years after the anchor. */
function walk(anchor: string): Day[] {
  const met: Day[] = [{ date: anchor, days: 0, weeks: 0, months: 0 }];
  for (let days = 1; days <= TEN_YEARS_DAYS; days += 1) {
    const last = expectDefined(met.at(-1), 'yesterday');
    const date = moved(last.date, 1);
    const weeks = last.weeks + (weekday(date) === MONDAY ? 1 : 0);
    const months = last.months + (date.endsWith('-01') ? 1 : 0);
    met.push({ date, days, weeks, months });
  }
  return met;
}

function isOfPattern(text: string, { date, days, weeks, months }: Day): boolean {
  const [code, one = '', two = ''] = text.split(':');
  const day = Number(date.slice(8));
  const isMonthOver = (later: number) => moved(date, later).slice(0, 7) !== date.slice(0, 7);
  if (code === 'EvryDay') return true;
  if (code === 'EvryWorkgDay') return isWorkingDay(date);
  if (code === 'IntrvlDay') return days % Number(one) === 0;
  if (code === 'IntrvlWkDay') return weeks % Number(one) === 0 && weekday(date) === Number(two);
  if (code === 'WkInMnthDay') {
    const isOfWeek = one === '05' ? isMonthOver(7) : Math.ceil(day / 7) === Number(one);
    return weekday(date) === Number(two) && isOfWeek;
  }
  if (code === 'IntrvlMnthDay') {
    if (months % Number(one) !== 0) return false;
    if (two.startsWith('-')) return moved(date, -Number(two)).endsWith('-01');
    return day === Number(two) || (day < Number(two) && isMonthOver(1));
  }
  const names = new Date(`${date}T12:00:00Z`).toUTCString().slice(5, 11);
  return expectDefined(QUARTER_DAYS[one], one).includes(names);
}

/** Returns a standing order's payments in ten years. Checks for every day if a payment is due. */
function occurrencesByWalking(text: string, order: StandingOrder): Occurrence[] {
  const { first, recurring, final, payments } = order;
  const anchor = recurring ?? first;
  const regular = walk(anchor).filter((day) => day.date > anchor && isOfPattern(text, day));
  let dates = [...new Set([first, anchor]), ...regular.map(({ date }) => date)];
  if (final !== null) dates = [...dates.filter((date) => date < final), final];
  if (payments !== null) dates = dates.slice(0, payments);
  const isEnding = (number: number) => dates[number] === final || number + 1 === payments;
  return dates.map((date, number) => {
    const regularPence = isEnding(number) ? order.finalPence : order.recurringPence;
    return { number, date, amountPence: number === 0 ? order.firstPence : regularPence };
  });
}

function occurrencesUntil(end: string, order: StandingOrder): Occurrence[] {
  const found: Occurrence[] = [];
  let next = occurrenceAfter(order, null, workingDayAfter);
  while (next !== null && next.date <= end) {
    found.push(next);
    next = occurrenceAfter(order, next, workingDayAfter);
  }
  return found;
}

const frequency = fc.oneof(
  fc.constantFrom('EvryDay', 'EvryWorkgDay'),
  fc.constantFrom('QtrDay:ENGLISH', 'QtrDay:SCOTTISH', 'QtrDay:RECEIVED'),
  fc.stringMatching(/^IntrvlDay:(0[2-9]|[12][0-9]|3[01])$/),
  fc.stringMatching(/^IntrvlWkDay:0[1-9]:0[1-7]$/),
  fc.stringMatching(/^WkInMnthDay:0[1-5]:0[1-7]$/),
  fc.stringMatching(/^IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01])$/),
);

/** Generates days from before 1970 to after 2100, a year that is not a leap year. */
const anyDay = fc.integer({ min: -1000, max: 50_000 }).map((days) => moved('1970-01-01', days));

const daysLater = (max: number, min = 0) => fc.option(fc.integer({ min, max }));

const ending = fc.oneof(
  fc.record({ finalDays: daysLater(TEN_YEARS_DAYS), payments: fc.constant(null) }),
  fc.record({ finalDays: fc.constant(null), payments: fc.integer({ min: 1, max: 200 }) }),
);

const anyOrder = fc
  .record({ text: frequency, first: anyDay, recurringDays: daysLater(400, 1), ending })
  .map(({ text, first, recurringDays, ending: { finalDays, payments } }) => {
    const later = (days: number | null) => (days === null ? null : moved(first, days));
    const amounts = { firstPence: 1, recurringPence: 2, finalPence: 3 };
    const recurring = later(recurringDays);
    const dates = { first, recurring, final: later(finalDays), payments };
    return { text, order: { frequency: frequencyOf(text), ...dates, ...amounts } };
  });

function frequencyOf(text: string) {
  return expectDefined(parseFrequency(text), text);
}

describe('any standing order', () => {
  it('pays for ten years like a day-by-day reference implementation', () => {
    fc.assert(
      fc.property(anyOrder, ({ text, order }) => {
        const end = moved(order.first, TEN_YEARS_DAYS);
        const found = occurrencesUntil(end, order);
        const walked = occurrencesByWalking(text, order);
        expect(found).toEqual(walked.filter(({ date }) => date <= end));
      }),
    );
  });

  it('pays in ascending order, the configured number of times, with its first and final dates', () => {
    fc.assert(
      fc.property(anyOrder, ({ order }) => {
        const { first, final, payments } = order;
        const found = occurrencesUntil(final ?? moved(first, TEN_YEARS_DAYS), order);
        const dates = found.map(({ date }) => date);
        expect(dates).toEqual([...new Set(dates)].sort());
        expect(dates[0]).toBe(first);
        if (final !== null) expect(dates.at(-1)).toBe(final);
        expect(found.length).toBeLessThanOrEqual(payments ?? Infinity);
      }),
    );
  });
});

describe('any frequency', () => {
  it('returns the next date after any day, not only after one of its dates', () => {
    const place = fc.nat(TEN_YEARS_DAYS);
    fc.assert(
      fc.property(frequency, anyDay, place, (text, anchor, at) => {
        const days = walk(anchor);
        const after = expectDefined(days[at], 'a day of the walk').date;
        const next = days.find((day) => day.date > after && isOfPattern(text, day))?.date;
        const found = dateAfter(frequencyOf(text), anchor, after, workingDayAfter);
        if (next === undefined) expect(found > moved(anchor, TEN_YEARS_DAYS)).toBe(true);
        else expect(found).toBe(next);
      }),
    );
  });
});
