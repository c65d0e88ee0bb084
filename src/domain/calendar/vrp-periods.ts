import { assert } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import { addDays, type LocalDate } from '../../shared/time.ts';
import { addMonths, daysBetween, monthsBetween } from './days.ts';

/** How long the periods of a limit may be (OpenAPI 3.1.9, OBDomesticVRPControlParameters). */
export const PERIOD_TYPES = ['Day', 'Week', 'Fortnight', 'Month', 'Half-year', 'Year'] as const;

export type PeriodType = (typeof PERIOD_TYPES)[number];

/** Whether periods count from the day of the consent, or are those of the calendar. */
export type PeriodAlignment = 'Consent' | 'Calendar';

/** The most that a variable recurring payment consent lets pass in each period. */
export interface PeriodicLimit {
  readonly type: PeriodType;
  readonly alignment: PeriodAlignment;
  readonly amountPence: Pence;
}

/** One period of a limit: its days, both of them included, and the most that may pass in it. */
export interface LimitPeriod {
  readonly first: LocalDate;
  readonly last: LocalDate;
  readonly maximumPence: Pence;
}

/** What the length of a period is counted in. */
interface Unit {
  readonly add: (date: LocalDate, count: number) => LocalDate;
  /** How many of them are complete on that day. */
  readonly between: (from: LocalDate, to: LocalDate) => number;
}

const DAYS: Unit = { add: addDays, between: daysBetween };
const MONTHS: Unit = { add: addMonths, between: monthsBetween };

const LENGTHS: Readonly<Record<PeriodType, { readonly unit: Unit; readonly count: number }>> = {
  Day: { unit: DAYS, count: 1 },
  Week: { unit: DAYS, count: 7 },
  Fortnight: { unit: DAYS, count: 14 },
  Month: { unit: MONTHS, count: 1 },
  'Half-year': { unit: MONTHS, count: 6 },
  Year: { unit: MONTHS, count: 12 },
};

/** A year that begins on a Monday: from this day the calendar's periods of every type count. */
const CALENDAR_ORIGIN: LocalDate = '2001-01-01';

/**
 * The period of a limit in which `date` lies, for a consent that counts from the day `agreed`.
 *
 * - `Calendar`: weeks from Monday, months, half-years from 1 January and 1 July, years. The first
 *   one begins on `agreed`, and its maximum is pro-rated to the days that are left of it.
 * - `Consent`: counted from `agreed`, each whole. From 31 January months begin on 28 or 29
 *   February and on 31 March: a day that a month does not have is its last day.
 *
 * (rules, 8.4 and 8.5; Domestic VRP Consents 3.1.9, Examples of Periodic Limits)
 */
export function periodAt(
  { type, alignment, amountPence }: PeriodicLimit,
  agreed: LocalDate,
  date: LocalDate,
): LimitPeriod {
  assert(agreed <= date, `${date} is before the consent of ${agreed}`);
  assert(type !== 'Fortnight' || alignment === 'Consent', 'no calendar says when fortnights begin');
  const origin = alignment === 'Consent' ? agreed : CALENDAR_ORIGIN;
  const { unit, count } = LENGTHS[type];
  const periodsBefore = Math.floor(unit.between(origin, date) / count);
  // Both from the origin, never one from the other: February's last day must not shorten March.
  const first = unit.add(origin, periodsBefore * count);
  const next = unit.add(origin, (periodsBefore + 1) * count);
  const last = addDays(next, -1);
  if (first >= agreed) return { first, last, maximumPence: amountPence };
  const maximumPence = proRate(amountPence, daysBetween(agreed, next), daysBetween(first, next));
  return { first: agreed, last, maximumPence };
}

/** The share for the days left, to the nearest penny: half a penny counts as one. */
function proRate(amountPence: Pence, daysLeft: number, daysWhole: number): Pence {
  // An amount times the days of a year may be larger than a number holds exactly.
  const dividend = BigInt(amountPence) * BigInt(daysLeft);
  const divisor = BigInt(daysWhole);
  return Number((2n * dividend + divisor) / (2n * divisor));
}
