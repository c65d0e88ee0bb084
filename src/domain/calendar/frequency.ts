import { expectDefined } from '../../shared/assert.ts';
import { addDays, type LocalDate, type Days } from '../../shared/time.ts';
import { dateInMonth, daysBetween, daysInMonth, monthOf, weekdayOf, type Month } from './days.ts';

/** Pattern of a frequency in the contract (OpenAPI 3.1.9, OBWriteDomesticStandingOrder3). */
export const FREQUENCY_PATTERN = new RegExp(
  [
    '^(EvryDay)$',
    '^(EvryWorkgDay)$',
    '^(IntrvlDay:((0[2-9])|([1-2][0-9])|3[0-1]))$',
    '^(IntrvlWkDay:0[1-9]:0[1-7])$',
    '^(WkInMnthDay:0[1-5]:0[1-7])$',
    '^(IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01]))$',
    '^(QtrDay:(ENGLISH|SCOTTISH|RECEIVED))$',
  ].join('|'),
);

/** Schedule of a standing order. Weekdays are numbered from 1 for Monday to 7 for Sunday. */
export type Frequency =
  | { readonly every: 'working-day' }
  | { readonly every: 'days'; readonly days: Days }
  | { readonly every: 'weeks'; readonly weeks: number; readonly weekday: number }
  | { readonly every: 'week-in-month'; readonly week: number; readonly weekday: number }
  /** A negative day counts from the end of the month: -1 is the last day. */
  | { readonly every: 'months'; readonly months: number; readonly day: number }
  /** The payment days of each year as `MM-DD`, in ascending order. */
  | { readonly every: 'quarter'; readonly days: readonly string[] };

const QUARTER_DAYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['ENGLISH', ['03-25', '06-24', '09-29', '12-25']],
  ['SCOTTISH', ['02-02', '05-15', '08-01', '11-11']],
  ['RECEIVED', ['03-20', '06-19', '09-24', '12-20']],
]);

const DAYS_A_WEEK = 7;

/**
 * Parses a standing order frequency as the OpenAPI specification writes it. Returns undefined if it
 * is invalid (rules, 12.4).
 */
export function parseFrequency(text: string): Frequency | undefined {
  if (!FREQUENCY_PATTERN.test(text)) return undefined;
  const [code, first = '', second = ''] = text.split(':');
  switch (code) {
    case 'EvryDay':
      return { every: 'days', days: 1 };
    case 'EvryWorkgDay':
      return { every: 'working-day' };
    case 'IntrvlDay':
      return { every: 'days', days: Number(first) };
    case 'IntrvlWkDay':
      return { every: 'weeks', weeks: Number(first), weekday: Number(second) };
    case 'WkInMnthDay':
      return { every: 'week-in-month', week: Number(first), weekday: Number(second) };
    case 'IntrvlMnthDay':
      return { every: 'months', months: Number(first), day: Number(second) };
    default:
      return {
        every: 'quarter',
        days: expectDefined(QUARTER_DAYS.get(first), `quarter days ${first}`),
      };
  }
}

/**
 * Returns the first date of the frequency after `after`. The computation takes the same time
 * however far away `after` is.
 *
 * - Days, weeks (which start on Monday) and months are counted from `anchor`.
 * - If a month is too short for the day, its last day is used. If a month has no fifth Monday, for
 *   example, its fourth is used. Otherwise some months would have no payment.
 * - Quarter days are those of the standard (OpenAPI 3.1.9, OBWriteDomesticStandingOrder3).
 */
export function dateAfter(
  frequency: Frequency,
  anchor: LocalDate,
  after: LocalDate,
  workingDayAfter: (date: LocalDate) => LocalDate,
): LocalDate {
  switch (frequency.every) {
    case 'working-day':
      return workingDayAfter(after);
    case 'days':
      return stepAfter(anchor, frequency.days, after);
    case 'weeks': {
      const start = addDays(anchor, frequency.weekday - weekdayOf(anchor));
      return stepAfter(start, frequency.weeks * DAYS_A_WEEK, after);
    }
    case 'week-in-month':
      return monthlyAfter(anchor, 1, after, (month) => weekdayInMonth(month, frequency));
    case 'months':
      return monthlyAfter(anchor, frequency.months, after, (month) =>
        dayOfMonth(month, frequency.day),
      );
    case 'quarter':
      return quarterDayAfter(frequency.days, after);
  }
}

function stepAfter(start: LocalDate, stepDays: Days, after: LocalDate): LocalDate {
  const steps = Math.floor(daysBetween(start, after) / stepDays);
  return addDays(start, (steps + 1) * stepDays);
}

function monthlyAfter(
  anchor: LocalDate,
  stepMonths: number,
  after: LocalDate,
  dateIn: (month: Month) => LocalDate,
): LocalDate {
  const start = monthOf(anchor);
  const steps = Math.floor((monthOf(after) - start) / stepMonths);
  const month = start + steps * stepMonths;
  const date = dateIn(month);
  return date > after ? date : dateIn(month + stepMonths);
}

function quarterDayAfter(days: readonly string[], after: LocalDate): LocalDate {
  const year = Number(after.slice(0, 4));
  const dates = [year, year + 1].flatMap((each) => days.map((day) => `${String(each)}-${day}`));
  return expectDefined(
    dates.find((date) => date > after),
    `quarter day after ${after}`,
  );
}

function dayOfMonth(month: Month, day: number): LocalDate {
  return dateInMonth(month, day > 0 ? day : daysInMonth(month) + 1 + day);
}

function weekdayInMonth(
  month: Month,
  { week, weekday }: { week: number; weekday: number },
): LocalDate {
  const ahead = (weekday - weekdayOf(dateInMonth(month, 1)) + DAYS_A_WEEK) % DAYS_A_WEEK;
  const day = 1 + ahead + (week - 1) * DAYS_A_WEEK;
  return dateInMonth(month, day > daysInMonth(month) ? day - DAYS_A_WEEK : day);
}
