import { assert } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import { addDays, type LocalDate } from '../../shared/time.ts';
import { addMonths, daysBetween, monthsBetween } from './days.ts';

/** The period lengths that a VRP limit can have (OpenAPI 3.1.9, OBDomesticVRPControlParameters). */
export const PERIOD_TYPES = ['Day', 'Week', 'Fortnight', 'Month', 'Half-year', 'Year'] as const;

export type PeriodType = (typeof PERIOD_TYPES)[number];

/** The start from which periods are counted: the first day of the consent, or the calendar. */
export type PeriodAlignment = 'Consent' | 'Calendar';

/** Maximum total of payments under a VRP consent in each period. */
export interface PeriodicLimit {
  readonly type: PeriodType;
  readonly alignment: PeriodAlignment;
  readonly amountPence: Pence;
}

/** The first and last day of a period, both inclusive, with the maximum total of its payments. */
export interface LimitPeriod {
  readonly first: LocalDate;
  readonly last: LocalDate;
  readonly maximumPence: Pence;
}

/** Unit of the length of a period: days or months. */
interface Unit {
  readonly add: (date: LocalDate, count: number) => LocalDate;
  /** Returns the number of complete units between two dates. */
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

/**
 * The date from which all calendar periods are counted. It is 1 January of a year and also a
 * Monday.
 */
const CALENDAR_ORIGIN: LocalDate = '2001-01-01';

/**
 * Returns the period that contains `date`. `agreed` is the first day of the consent.
 *
 * - `Calendar`: weeks start on Monday, half-years on 1 January and 1 July, and months and years as
 *   usual. The first period begins on `agreed`, and its maximum is reduced in proportion to its
 *   remaining days.
 * - `Consent`: periods are counted from `agreed`, and each has the full maximum. If a month is too
 *   short for the day, its last day is used. For example, months that are counted from 31 January
 *   begin on 28 or 29 February and on 31 March.
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
  // Both days are computed from the origin. If `next` were computed from `first`, a period that
  // begins at the end of February would be too short.
  const first = unit.add(origin, periodsBefore * count);
  const next = unit.add(origin, (periodsBefore + 1) * count);
  const last = addDays(next, -1);
  if (first >= agreed) return { first, last, maximumPence: amountPence };
  const maximumPence = proRate(amountPence, daysBetween(agreed, next), daysBetween(first, next));
  return { first: agreed, last, maximumPence };
}

/**
 * Returns the part of the amount that the remaining days of a period get, rounded to the nearest
 * penny. Half a penny is rounded up.
 */
function proRate(amountPence: Pence, daysLeft: number, daysWhole: number): Pence {
  // The amount times 366 days may be greater than the largest safe integer, so BigInt is used.
  const dividend = BigInt(amountPence) * BigInt(daysLeft);
  const divisor = BigInt(daysWhole);
  return Number((2n * dividend + divisor) / (2n * divisor));
}
