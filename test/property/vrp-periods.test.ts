import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PERIOD_TYPES,
  periodAt,
  type LimitPeriod,
  type PeriodAlignment,
  type PeriodType,
} from '../../src/domain/calendar/vrp-periods.ts';
import { MAX_PENCE } from '../../src/shared/money.ts';
import { addDays } from '../../src/shared/time.ts';

/** Number of years to test. It is enough to contain two leap days. */
const WALKED_YEARS = 6;

const DAYS_PER_PERIOD: Partial<Record<PeriodType, number>> = { Day: 1, Week: 7, Fortnight: 14 };
const MONTHS_PER_PERIOD: Partial<Record<PeriodType, number>> = {
  Month: 1,
  'Half-year': 6,
  Year: 12,
};

interface Kind {
  readonly type: PeriodType;
  readonly alignment: PeriodAlignment;
}

const kinds: Kind[] = [
  ...PERIOD_TYPES.map((type): Kind => ({ type, alignment: 'Consent' })),
  ...PERIOD_TYPES.filter((type) => type !== 'Fortnight').map((type): Kind => ({
    type,
    alignment: 'Calendar',
  })),
];

/** Returns every day from a date up to the day before another date. */
function walk(from: string, to: string): string[] {
  const days: string[] = [];
  const day = new Date(`${from}T00:00:00Z`);
  for (; day < new Date(`${to}T00:00:00Z`); day.setUTCDate(day.getUTCDate() + 1)) {
    days.push(day.toISOString().slice(0, 10));
  }
  return days;
}

function beginsInCalendar(type: PeriodType, date: string): boolean {
  switch (type) {
    case 'Day':
      return true;
    case 'Week':
      return new Date(date).getUTCDay() === 1;
    case 'Month':
      return date.endsWith('-01');
    case 'Half-year':
      return date.endsWith('-01-01') || date.endsWith('-07-01');
    case 'Year':
      return date.endsWith('-01-01');
    case 'Fortnight':
      return false;
  }
}

/**
 * Returns true if a new month of the consent begins on a date. That is the day of the month on
 * which it was agreed, or the last day of a shorter month.
 */
function isMonthly(agreed: string, date: string, dayAfter: string | undefined): boolean {
  const isLastOfMonth = dayAfter?.endsWith('-01') === true;
  const day = date.slice(8);
  return day === agreed.slice(8) || (isLastOfMonth && day < agreed.slice(8));
}

function beginnings({ type, alignment }: Kind, agreed: string, days: string[]): string[] {
  if (alignment === 'Calendar') return days.filter((date) => beginsInCalendar(type, date));
  const from = days.slice(days.indexOf(agreed));
  const everyMonths = MONTHS_PER_PERIOD[type];
  if (everyMonths !== undefined) {
    const monthly = from.filter((date, at) => isMonthly(agreed, date, from[at + 1]));
    return monthly.filter((_, at) => at % everyMonths === 0);
  }
  return from.filter((_, at) => at % (DAYS_PER_PERIOD[type] ?? NaN) === 0);
}

/**
 * Returns all whole periods, each as a list of its days. Includes periods from before the consent.
 */
function periodsByWalking(kind: Kind, agreed: string): string[][] {
  const year = Number(agreed.slice(0, 4));
  const days = walk(`${String(year - 1)}-01-01`, `${String(year + WALKED_YEARS)}-01-01`);
  const begins = new Set(beginnings(kind, agreed, days));
  const periods: string[][] = [];
  for (const date of days) {
    if (begins.has(date)) periods.push([]);
    periods.at(-1)?.push(date);
  }
  // Omit the last period, because it may be incomplete.
  return periods.slice(0, -1);
}

/** Returns a share of an amount, rounded to the penny with the exact remainder of the division. */
function share(amountPence: number, part: number, whole: number): number {
  const numerator = BigInt(amountPence) * BigInt(part);
  const remainder = numerator % BigInt(whole);
  const pence = Number((numerator - remainder) / BigInt(whole));
  return 2n * remainder < BigInt(whole) ? pence : pence + 1;
}

/** Returns the expected period of each day since the consent was agreed. */
function expectedByDay(kind: Kind, agreed: string, amountPence: number): [string, LimitPeriod][] {
  return periodsByWalking(kind, agreed).flatMap((whole) => {
    const days = whole.filter((date) => date >= agreed);
    const [first = ''] = days;
    const maximumPence = share(amountPence, days.length, whole.length);
    const period: LimitPeriod = { first, last: days.at(-1) ?? '', maximumPence };
    return days.map((date): [string, LimitPeriod] => [date, period]);
  });
}

const anyDay = fc
  .integer({ min: Date.parse('1995-01-01'), max: Date.parse('2105-01-01') })
  .map((instant) => new Date(instant).toISOString().slice(0, 10));
const monthEnd = fc.constantFrom(
  '2023-12-31',
  '2024-01-29',
  '2024-02-29',
  '2025-08-31',
  '2096-02-29',
  '2099-08-31',
);
const anyAmount = fc.oneof(fc.integer({ min: 1, max: 500_00 }), fc.maxSafeNat());

describe.each(kinds)('any limit per $type of the $alignment', (kind) => {
  it('has the same period as a day-by-day reference implementation', () => {
    fc.assert(
      fc.property(fc.oneof(anyDay, monthEnd), anyAmount, (agreed, amountPence) => {
        const expected = expectedByDay(kind, agreed, amountPence);
        expect(expected.length).toBeGreaterThan(366);
        const limit = { ...kind, amountPence };
        const found = expected.map(([date]) => [date, periodAt(limit, agreed, date)]);
        expect(found).toEqual(expected);
      }),
      { numRuns: 10, examples: [['2024-02-29', MAX_PENCE]] },
    );
  });

  it('has consecutive periods without gap or overlap', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(40_000), anyAmount, (agreed, daysAhead, amountPence) => {
        const limit = { ...kind, amountPence };
        const date = addDays(agreed, daysAhead);
        const period = periodAt(limit, agreed, date);
        expect(period.first <= date && date <= period.last).toBe(true);
        expect(periodAt(limit, agreed, period.first)).toEqual(period);
        expect(periodAt(limit, agreed, period.last)).toEqual(period);
        const dayAfter = addDays(period.last, 1);
        expect(periodAt(limit, agreed, dayAfter)).toMatchObject({
          first: dayAfter,
          maximumPence: amountPence,
        });
      }),
      { numRuns: 300 },
    );
  });
});
