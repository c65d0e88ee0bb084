import { assert } from '../kernel/assert.ts';
import {
  addDays,
  londonInstant,
  londonTime,
  type Instant,
  type LocalDate,
} from '../kernel/time.ts';
import type { Instrument } from './payment.ts';
import type { Holidays } from './ports.ts';

/** From this minute of the London day on, CHAPS waits for the next day (specification, 1). */
const CHAPS_CUT_OFF_MINUTE = 16 * 60;

/** No run of closed days is longer: Easter closes four days, a proclaimed holiday may add some. */
const MAX_CLOSED_DAYS = 14;

const SUNDAY = 0;
const SATURDAY = 6;

/** Whether schemes with opening hours work that day: no weekend and no bank holiday. */
export function isBusinessDay(date: LocalDate, holidays: Holidays): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday !== SATURDAY && weekday !== SUNDAY && !holidays.isBankHoliday(date);
}

/** The day itself when it is a business day, else the first one after it. */
export function nextBusinessDay(date: LocalDate, holidays: Holidays): LocalDate {
  let day = date;
  for (let closed = 0; closed <= MAX_CLOSED_DAYS; closed += 1) {
    if (isBusinessDay(day, holidays)) return day;
    day = addDays(day, 1);
  }
  assert(false, `no business day within ${String(MAX_CLOSED_DAYS)} days of ${date}`);
}

/** The days that a payment may be dated, both of them included. */
export interface ExecutionDays {
  readonly first: LocalDate;
  readonly last: LocalDate;
}

/** From today in London on, so many days ahead and no more (rules, 2 and 6). */
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
 * When a payment is executed (specification, 1; rules, 6).
 *
 * - Same-day: FPS at once, on every day, because the scheme never closes; CHAPS and BACS at once
 *   on a business day, CHAPS only before its cut-off; else the next business day.
 * - Future-dated: at the start of its day in London, moved to the next business day from a closed
 *   one, whatever the scheme and however late the customer submits it.
 * - A day that is over, and the business day after it too: as a same-day payment, moved.
 */
export function planExecution(
  { instrument, date, now }: ExecutionRequest,
  holidays: Holidays,
): ExecutionPlan {
  const { date: today, minuteOfDay } = londonTime(now);
  const planned = date === null ? null : nextBusinessDay(date, holidays);
  const isSameDay = planned === null || planned < today;
  const soonest = instrument === 'FPS' ? today : nextBusinessDay(today, holidays);
  const open = isSameDay ? soonest : planned;
  const isTooLate = instrument === 'CHAPS' && open === today && minuteOfDay >= CHAPS_CUT_OFF_MINUTE;
  const day = isTooLate ? nextBusinessDay(addDays(today, 1), holidays) : open;
  return { dueAt: day === today ? now : londonInstant(day), moved: day !== (date ?? today) };
}
