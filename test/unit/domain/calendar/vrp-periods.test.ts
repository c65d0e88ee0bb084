import { describe, expect, it } from 'vitest';
import { periodAt, type PeriodicLimit } from '../../../../src/domain/calendar/vrp-periods.ts';
import { Bug } from '../../../../src/shared/assert.ts';
import { MAX_PENCE, formatAmount } from '../../../../src/shared/money.ts';
import { addDays } from '../../../../src/shared/time.ts';

type Kind = Pick<PeriodicLimit, 'type' | 'alignment'>;

const GBP_300 = 300_00;
const GBP_500 = 500_00;

/** Returns the first periods of a limit in the format of the standard's tables. */
function firstPeriods(limit: PeriodicLimit, agreed: string, count: number): string[] {
  const rows: string[] = [];
  for (let date = agreed; rows.length < count;) {
    const { first, last, maximumPence } = periodAt(limit, agreed, date);
    rows.push(`${first} ${last} ${formatAmount(maximumPence)}`);
    date = addDays(last, 1);
  }
  return rows;
}

function daysOf(kind: Kind, agreed: string, date: string): string {
  const { first, last } = periodAt({ ...kind, amountPence: GBP_500 }, agreed, date);
  return `${first} ${last}`;
}

function maximum(kind: Kind, agreed: string, amountPence: number): number {
  return periodAt({ ...kind, amountPence }, agreed, agreed).maximumPence;
}

describe("the standard's example of", () => {
  it('a calendar month from 6 June is pro-rated', () => {
    const limit = { type: 'Month', alignment: 'Calendar', amountPence: GBP_300 } as const;
    expect(firstPeriods(limit, '2021-06-06', 3)).toEqual([
      '2021-06-06 2021-06-30 250.00',
      '2021-07-01 2021-07-31 300.00',
      '2021-08-01 2021-08-31 300.00',
    ]);
  });

  it('a consent month from 5 June is not pro-rated', () => {
    const limit = { type: 'Month', alignment: 'Consent', amountPence: GBP_500 } as const;
    expect(firstPeriods(limit, '2021-06-05', 3)).toEqual([
      '2021-06-05 2021-07-04 500.00',
      '2021-07-05 2021-08-04 500.00',
      '2021-08-05 2021-09-04 500.00',
    ]);
  });

  it('a calendar year from 6 June is pro-rated', () => {
    const limit = { type: 'Year', alignment: 'Calendar', amountPence: GBP_500 } as const;
    expect(firstPeriods(limit, '2021-06-06', 3)).toEqual([
      '2021-06-06 2021-12-31 286.30',
      '2022-01-01 2022-12-31 500.00',
      '2023-01-01 2023-12-31 500.00',
    ]);
  });

  it('a consent year from 5 June is not pro-rated', () => {
    const limit = { type: 'Year', alignment: 'Consent', amountPence: GBP_500 } as const;
    expect(firstPeriods(limit, '2021-06-05', 3)).toEqual([
      '2021-06-05 2022-06-04 500.00',
      '2022-06-05 2023-06-04 500.00',
      '2023-06-05 2024-06-04 500.00',
    ]);
  });
});

describe('a calendar period', () => {
  it.each([
    ['Day', '2026-03-11', '2026-03-11 2026-03-11'],
    ['Week', '2026-03-09', '2026-03-09 2026-03-15'],
    ['Week', '2026-03-15', '2026-03-09 2026-03-15'],
    ['Week', '2026-01-01', '2025-12-29 2026-01-04'],
    ['Month', '2024-02-29', '2024-02-01 2024-02-29'],
    ['Month', '2026-12-31', '2026-12-01 2026-12-31'],
    ['Half-year', '2026-06-30', '2026-01-01 2026-06-30'],
    ['Half-year', '2026-07-01', '2026-07-01 2026-12-31'],
    ['Year', '2026-12-31', '2026-01-01 2026-12-31'],
  ] as const)('%s at %s is %s', (type, date, days) => {
    expect(daysOf({ type, alignment: 'Calendar' }, '2020-05-20', date)).toBe(days);
  });

  it('is also found before this century', () => {
    const week = { type: 'Week', alignment: 'Calendar' } as const;
    const month = { type: 'Month', alignment: 'Calendar' } as const;
    expect(daysOf(week, '1999-01-01', '1999-12-31')).toBe('1999-12-27 2000-01-02');
    expect(daysOf(month, '1999-01-01', '1999-12-31')).toBe('1999-12-01 1999-12-31');
  });

  it.each([
    ['Day', '2026-03-11', 70_00, 70_00],
    ['Week', '2026-03-09', 70_00, 70_00],
    ['Week', '2026-03-11', 70_00, 50_00],
    ['Week', '2026-03-15', 70_00, 10_00],
    ['Month', '2026-02-01', 280_00, 280_00],
    ['Month', '2026-02-28', 280_00, 10_00],
    ['Month', '2024-02-29', 290_00, 10_00],
    ['Half-year', '2026-01-02', 181_00, 180_00],
    ['Half-year', '2024-01-02', 182_00, 181_00],
    ['Half-year', '2026-12-31', 184_00, 1_00],
    ['Year', '2026-12-31', 365_00, 1_00],
    ['Year', '2024-03-01', 366_00, 306_00],
  ] as const)('%s agreed on %s allows of %i pence %i', (type, agreed, amount, allowed) => {
    expect(maximum({ type, alignment: 'Calendar' }, agreed, amount)).toBe(allowed);
  });

  it('is pro-rated to the nearest penny, half a penny up', () => {
    const month = { type: 'Month', alignment: 'Calendar' } as const;
    const daysLeft = (days: number) => addDays('2026-07-01', -days);
    expect(maximum(month, daysLeft(15), 1)).toBe(1);
    expect(maximum(month, daysLeft(15), 3)).toBe(2);
    expect(maximum(month, daysLeft(14), 1)).toBe(0);
    expect(maximum(month, daysLeft(16), 1)).toBe(1);
  });

  it('is pro-rated exactly for the maximum amount', () => {
    const year = { type: 'Year', alignment: 'Calendar' } as const;
    // 2^53 - 1 = 9007199254740991 = 365 x 24677258232167 + 36.
    expect(maximum(year, '2026-12-31', MAX_PENCE)).toBe(24_677_258_232_167);
    expect(maximum(year, '2026-01-02', MAX_PENCE)).toBe(MAX_PENCE - 24_677_258_232_167);
  });
});

describe('a consent period', () => {
  it('of a fortnight begins every 14 days', () => {
    const limit = { type: 'Fortnight', alignment: 'Consent', amountPence: GBP_300 } as const;
    expect(firstPeriods(limit, '2026-12-16', 3)).toEqual([
      '2026-12-16 2026-12-29 300.00',
      '2026-12-30 2027-01-12 300.00',
      '2027-01-13 2027-01-26 300.00',
    ]);
  });

  it.each([
    ['Day', '2026-03-11', '2026-03-12', '2026-03-12 2026-03-12'],
    ['Week', '2026-03-11', '2026-03-17', '2026-03-11 2026-03-17'],
    ['Week', '2026-03-11', '2026-03-18', '2026-03-18 2026-03-24'],
    ['Month', '2026-12-15', '2027-01-14', '2026-12-15 2027-01-14'],
    ['Half-year', '2026-03-11', '2026-09-10', '2026-03-11 2026-09-10'],
    ['Half-year', '2026-03-11', '2026-09-11', '2026-09-11 2027-03-10'],
    ['Half-year', '2025-08-31', '2026-02-28', '2026-02-28 2026-08-30'],
    ['Half-year', '2025-08-31', '2026-02-27', '2025-08-31 2026-02-27'],
    ['Half-year', '2025-08-31', '2026-08-31', '2026-08-31 2027-02-27'],
    ['Year', '2024-02-29', '2025-02-27', '2024-02-29 2025-02-27'],
    ['Year', '2024-02-29', '2025-02-28', '2025-02-28 2026-02-27'],
    ['Year', '2024-02-29', '2028-02-28', '2027-02-28 2028-02-28'],
    ['Year', '2024-02-29', '2028-02-29', '2028-02-29 2029-02-27'],
  ] as const)('%s agreed on %s at %s is %s', (type, agreed, date, days) => {
    expect(daysOf({ type, alignment: 'Consent' }, agreed, date)).toBe(days);
  });

  it('of a month keeps its day through shorter months', () => {
    const limit = { type: 'Month', alignment: 'Consent', amountPence: GBP_500 } as const;
    expect(firstPeriods(limit, '2024-01-31', 4)).toEqual([
      '2024-01-31 2024-02-28 500.00',
      '2024-02-29 2024-03-30 500.00',
      '2024-03-31 2024-04-29 500.00',
      '2024-04-30 2024-05-30 500.00',
    ]);
    expect(firstPeriods(limit, '2026-01-30', 2)).toEqual([
      '2026-01-30 2026-02-27 500.00',
      '2026-02-28 2026-03-29 500.00',
    ]);
  });
});

describe('days with a clock change', () => {
  // Forward on Sunday 29 March 2026, back on Sunday 25 October 2026.
  it.each([
    ['2026-03-28', '2026-03-28 2026-04-03', '2026-04-04 2026-04-10'],
    ['2026-03-29', '2026-03-29 2026-04-04', '2026-04-05 2026-04-11'],
    ['2026-10-25', '2026-10-25 2026-10-31', '2026-11-01 2026-11-07'],
  ])('are normal days of a week from %s', (agreed, week, nextWeek) => {
    const limit = { type: 'Week', alignment: 'Consent' } as const;
    expect(daysOf(limit, agreed, addDays(agreed, 6))).toBe(week);
    expect(daysOf(limit, agreed, addDays(agreed, 7))).toBe(nextWeek);
  });

  it('are one of seven days in a calendar week', () => {
    const week = { type: 'Week', alignment: 'Calendar' } as const;
    expect(maximum(week, '2026-03-29', 70_00)).toBe(10_00);
    expect(maximum(week, '2026-10-25', 70_00)).toBe(10_00);
  });
});

describe('the period lookup', () => {
  it('throws for a day before the consent', () => {
    const limit = { type: 'Day', alignment: 'Consent', amountPence: 1 } as const;
    expect(() => periodAt(limit, '2026-03-11', '2026-03-10')).toThrow(Bug);
  });

  it('throws for a calendar fortnight', () => {
    const limit = { type: 'Fortnight', alignment: 'Calendar', amountPence: 1 } as const;
    expect(() => periodAt(limit, '2026-03-11', '2026-03-11')).toThrow(Bug);
  });
});
