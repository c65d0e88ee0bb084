import { assert } from '../../shared/assert.ts';
import {
  addDays,
  londonDate,
  londonInstant,
  londonTime,
  type Instant,
  type LocalDate,
} from '../../shared/time.ts';
import type { Holidays } from '../ports/bank.ts';
import { SCHEMES, type Instrument } from '../schemes/schemes.ts';
import { weekdayOf } from './days.ts';

/** No run of closed days is longer: Easter closes four days, a proclaimed holiday may add some. */
const MAX_CLOSED_DAYS = 14;

const SATURDAY = 6;

/**
 * Whether it is a business day of that scheme: no weekend, no bank holiday in England and Wales
 * and, for the euro, no closing day of TARGET (rules, 11.3).
 */
export function isBusinessDay(
  date: LocalDate,
  instrument: Instrument,
  holidays: Holidays,
): boolean {
  if (weekdayOf(date) >= SATURDAY || holidays.isBankHoliday(date)) return false;
  return !(SCHEMES[instrument].needsTarget && holidays.isTargetHoliday(date));
}

/** The day itself when it is a business day of that scheme, else the first one after it. */
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

/** The first business day of that scheme after the date. */
export function businessDayAfter(
  date: LocalDate,
  instrument: Instrument,
  holidays: Holidays,
): LocalDate {
  return nextBusinessDay(addDays(date, 1), instrument, holidays);
}

/** The business day of that scheme that comes so many of them after the date. */
function businessDaysAfter(
  date: LocalDate,
  days: number,
  instrument: Instrument,
  holidays: Holidays,
): LocalDate {
  let day = date;
  for (let passed = 0; passed < days; passed += 1) {
    day = businessDayAfter(day, instrument, holidays);
  }
  return day;
}

/** The days that a payment may be dated, both of them included. */
export interface ExecutionDays {
  readonly first: LocalDate;
  readonly last: LocalDate;
}

/** From today in London on, so many days ahead and no more (rules, 11.6). */
export function executionDays(today: LocalDate, horizonDays: number): ExecutionDays {
  return { first: today, last: addDays(today, horizonDays) };
}

/** In words why a payment may not be dated so; undefined when it may. */
export function executionDateProblem(
  date: LocalDate,
  { first, last }: ExecutionDays,
): string | undefined {
  if (date >= first && date <= last) return undefined;
  const problem = date < first ? 'is in the past' : 'is too far ahead';
  return `${date} in London ${problem}. Expected a day from ${first} to ${last}.`;
}

/** A payment, or a group of them, as it is submitted. */
export interface ExecutionRequest {
  readonly instrument: Instrument;
  /** The day asked for; null for a same-day payment. */
  readonly date: LocalDate | null;
  readonly now: Instant;
}

/** What becomes of such a request. */
export interface ExecutionPlan {
  /** Now, or 00:00 in London of a later day. */
  readonly dueAt: Instant;
  /** Whether the day is another than the one asked for. */
  readonly moved: boolean;
}

/**
 * When a payment is executed (rules, 11.2 to 11.7).
 *
 * - Same-day: FPS at once, on every day, because the scheme never closes; the others at once on a
 *   business day before their cut-off, if they have one; else the next business day. The minute of
 *   the cut-off counts as after it.
 * - Future-dated: at the start of its day in London, moved to the next business day from a closed
 *   one, whatever the scheme and however late the customer submits it.
 * - A day that is over, and the business day after it too: as a same-day payment, moved.
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

/** In words why a payment is executed on the day that `planExecution` has for it. */
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

/** What a customer may expect of a payment (rules, 11.8). */
export interface ExpectedTimes {
  /** Submitted before this instant it is executed on that same day; null: there is no cut-off. */
  readonly cutOffAt: Instant | null;
  readonly executionAt: Instant;
  /** With the execution, or at 00:00 in London of a later business day of the scheme. */
  readonly settlementAt: Instant;
}

/** What to expect of a payment that is submitted at `request.now` (rules, 11.8). */
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

/** The day on which what is executed on a day is settled by its scheme (rules, 11.8). */
export function settlementDay(
  instrument: Instrument,
  executedOn: LocalDate,
  holidays: Holidays,
): LocalDate {
  return businessDaysAfter(executedOn, SCHEMES[instrument].daysToSettle, instrument, holidays);
}
