import { assert } from '../../shared/assert.ts';
import {
  addDays,
  londonDate,
  londonInstant,
  londonTime,
  type Instant,
  type LocalDate,
  type Days,
} from '../../shared/time.ts';
import type { Holidays } from '../ports/bank.ts';
import { SCHEMES, type Instrument } from '../schemes/schemes.ts';
import { weekdayOf } from './days.ts';

/**
 * Maximum number of consecutive days on which a scheme is closed. Easter accounts for four, and
 * one-off bank holidays may add more.
 */
const MAX_CLOSED_DAYS: Days = 14;

const SATURDAY = 6;

/**
 * Returns true if the scheme of `instrument` works on this date. A business day is not a weekend
 * day, not a bank holiday in England and Wales and, for the euro, not a day on which TARGET is
 * closed (rules, 11.3).
 */
export function isBusinessDay(
  date: LocalDate,
  instrument: Instrument,
  holidays: Holidays,
): boolean {
  if (weekdayOf(date) >= SATURDAY || holidays.isBankHoliday(date)) return false;
  return !(SCHEMES[instrument].needsTarget && holidays.isTargetHoliday(date));
}

/** Returns the day itself if it is a business day of the scheme, otherwise the next one. */
export function nextBusinessDay(
  date: LocalDate,
  instrument: Instrument,
  holidays: Holidays,
): LocalDate {
  let day = date;
  for (let closed = 0; closed <= MAX_CLOSED_DAYS; closed += 1) {
    if (isBusinessDay(day, instrument, holidays)) return day;
    day = addDays(day, 1);
  }
  assert(false, `no business day within ${String(MAX_CLOSED_DAYS)} days of ${date}`);
}

/** Returns the first business day of the scheme after a date. */
export function businessDayAfter(
  date: LocalDate,
  instrument: Instrument,
  holidays: Holidays,
): LocalDate {
  return nextBusinessDay(addDays(date, 1), instrument, holidays);
}

/** Returns the business day of the scheme that is `days` business days after a date. */
export function businessDaysAfter(
  date: LocalDate,
  days: Days,
  instrument: Instrument,
  holidays: Holidays,
): LocalDate {
  let day = date;
  for (let passed = 0; passed < days; passed += 1) {
    day = businessDayAfter(day, instrument, holidays);
  }
  return day;
}

/** The first and last date on which a payment may be executed, both inclusive. */
export interface ExecutionDays {
  readonly first: LocalDate;
  readonly last: LocalDate;
}

/**
 * Returns the dates on which a payment may be executed: from today in London to `maxDaysAhead`
 * later (rules, 11.6).
 */
export function executionDays(today: LocalDate, maxDaysAhead: Days): ExecutionDays {
  return { first: today, last: addDays(today, maxDaysAhead) };
}

/** Returns an error message if a payment may not have this date, otherwise undefined. */
export function executionDateProblem(
  date: LocalDate,
  { first, last }: ExecutionDays,
): string | undefined {
  if (date >= first && date <= last) return undefined;
  const problem = date < first ? 'is in the past' : 'is too far ahead';
  return `${date} in London ${problem}. Expected a day from ${first} to ${last}.`;
}

/** The scheme, requested day and submission time of a payment or a group of payments. */
export interface ExecutionRequest {
  readonly instrument: Instrument;
  /** The day that the TPP requested. Null for a same-day payment. */
  readonly date: LocalDate | null;
  readonly now: Instant;
}

/** The time at which a request will be executed. */
export interface ExecutionPlan {
  /** The current time, or 00:00 in London on a later day. */
  readonly dueAt: Instant;
  /** True if the payment is executed on another day than the requested one. */
  readonly moved: boolean;
}

/**
 * Returns the time at which a payment is executed (rules, 11.2 to 11.7).
 *
 * - Same-day payment: Faster Payments executes it at once on any day, because that scheme never
 *   closes. Any other scheme executes it at once if today is a business day and its cut-off has not
 *   been reached. Otherwise the payment waits for the next business day. A payment in the minute of
 *   the cut-off is too late.
 * - Future-dated payment: it is executed at the start of the requested day in London. If the scheme
 *   is closed on that day, the payment moves to the next business day.
 * - Payment whose date has passed: if the next business day after that date has passed too, it is
 *   executed like a same-day payment, and `moved` is true.
 */
export function planExecution(
  { instrument, date, now }: ExecutionRequest,
  holidays: Holidays,
): ExecutionPlan {
  const { cutOffMinute, neverCloses } = SCHEMES[instrument];
  const { date: today, minuteOfDay } = londonTime(now);
  const planned = date === null ? null : nextBusinessDay(date, instrument, holidays);
  const isSameDay = planned === null || planned < today;
  const soonest = neverCloses ? today : nextBusinessDay(today, instrument, holidays);
  const open = isSameDay ? soonest : planned;
  const isTooLate = cutOffMinute !== null && open === today && minuteOfDay >= cutOffMinute;
  const day = isTooLate ? businessDayAfter(today, instrument, holidays) : open;
  return { dueAt: day === today ? now : londonInstant(day), moved: day !== (date ?? today) };
}

/**
 * Returns the next time at which a scheme stops taking payments for a day: its cut-off or, if it
 * has none, the end of the hours in which it takes messages. Null if the scheme has neither.
 */
export function nextCutOff(
  instrument: Instrument,
  now: Instant,
  holidays: Holidays,
): Instant | null {
  const { cutOffMinute, handOverHours } = SCHEMES[instrument];
  const minute = cutOffMinute ?? handOverHours?.closesMinute;
  if (minute === undefined) return null;
  const { date: today, minuteOfDay } = londonTime(now);
  const first = minuteOfDay < minute ? today : addDays(today, 1);
  return londonInstant(nextBusinessDay(first, instrument, holidays), minute);
}

/** Returns a sentence that explains to people why `planExecution` chose its day. */
export function executionReason(request: ExecutionRequest, holidays: Holidays): string {
  const { instrument, date, now } = request;
  const { cutOffMinute, neverCloses } = SCHEMES[instrument];
  const { date: today } = londonTime(now);
  const { dueAt, moved } = planExecution(request, holidays);
  if (date !== null) {
    if (!moved) return 'The day asked for.';
    return `${date} is no business day of ${instrument}: the next one counts.`;
  }
  if (!moved) {
    if (neverCloses) return `Same-day: ${instrument} never closes.`;
    return cutOffMinute === null
      ? `Same-day: today is a business day of ${instrument}.`
      : `Same-day, before the cut-off of ${instrument} at ${timeText(cutOffMinute)}.`;
  }
  return isBusinessDay(today, instrument, holidays)
    ? `After the cut-off of ${instrument} at ${timeText(cutOffMinute ?? 0)}: the next business day.`
    : `Today is no business day of ${instrument}: ${londonDate(dueAt)} is the next one.`;
}

function timeText(minuteOfDay: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`;
}

/** The times at which a payment is expected to be executed and settled (rules, 11.8). */
export interface ExpectedTimes {
  /** The cut-off time on the day of execution. Null if the scheme has no cut-off. */
  readonly cutOffAt: Instant | null;
  readonly executionAt: Instant;
  /**
   * The time of execution if the scheme settles at once, otherwise 00:00 in London on the business
   * day when it settles.
   */
  readonly settlementAt: Instant;
}

/** Returns the expected times of a payment that is submitted at `request.now` (rules, 11.8). */
export function expectedTimes(request: ExecutionRequest, holidays: Holidays): ExpectedTimes {
  const { instrument } = request;
  const { cutOffMinute } = SCHEMES[instrument];
  const { dueAt } = planExecution(request, holidays);
  const day = londonDate(dueAt);
  const settledOn = settlementDay(instrument, day, holidays);
  return {
    cutOffAt: cutOffMinute === null ? null : londonInstant(day, cutOffMinute),
    executionAt: dueAt,
    settlementAt: settledOn === day ? dueAt : londonInstant(settledOn),
  };
}

/**
 * Returns the day on which the scheme settles payments that were executed on a given day (rules,
 * 11.8).
 */
export function settlementDay(
  instrument: Instrument,
  executedOn: LocalDate,
  holidays: Holidays,
): LocalDate {
  return businessDaysAfter(executedOn, SCHEMES[instrument].daysToSettle, instrument, holidays);
}
