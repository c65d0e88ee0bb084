import { describe, expect, it } from 'vitest';
import type { AccountNumber } from '../../../src/domain/parties/accounts.ts';
import { parseAmount, type MinorUnits, type Pence } from '../../../src/shared/money.ts';
import {
  DAY_MS,
  epochSeconds,
  type Clock,
  type Days,
  type Instant,
  type LocalDate,
  type Milliseconds,
  type Seconds,
  type Stopwatch,
} from '../../../src/shared/time.ts';

const now: Instant = Date.UTC(2026, 11, 1);
const fee: Pence = 15_00;

/** Accepts only values of one unit. The compiler checks every `@ts-expect-error` below. */
const take = {
  pence: (value: Pence): number => value,
  instant: (value: Instant): number => value,
  milliseconds: (value: Milliseconds): number => value,
  seconds: (value: Seconds): number => value,
  days: (value: Days): number => value,
};

describe('units of numbers', () => {
  it('accept literals and the results of arithmetic', () => {
    expect(take.pence(fee + 1)).toBe(15_01);
    expect(take.instant(now + DAY_MS)).toBe(Date.UTC(2026, 11, 2));
  });

  it('keep money and time apart', () => {
    // @ts-expect-error an amount is not an instant
    expect(take.instant(fee)).toBe(fee);
    // @ts-expect-error an instant is not an amount
    expect(take.pence(now)).toBe(now);
    // @ts-expect-error a duration is not an amount
    expect(take.pence(DAY_MS)).toBe(DAY_MS);
  });

  it('keep instants, milliseconds, seconds and days apart', () => {
    const seconds: Seconds = 60;
    // @ts-expect-error seconds are not milliseconds
    expect(take.milliseconds(seconds)).toBe(60);
    // @ts-expect-error milliseconds are not seconds
    expect(take.seconds(DAY_MS)).toBe(DAY_MS);
    // @ts-expect-error an instant is not a duration
    expect(take.milliseconds(now)).toBe(now);
    // @ts-expect-error milliseconds are not days
    expect(take.days(DAY_MS)).toBe(DAY_MS);
    // @ts-expect-error a time in seconds is not an instant
    expect(take.instant(epochSeconds(now))).toBe(now / 1000);
  });

  it('keep pence and minor units of other currencies apart', () => {
    const yen: MinorUnits | undefined = parseAmount('1500', 0);
    // @ts-expect-error an amount of another currency is not in pence
    const wrong: Pence | undefined = yen;
    expect(wrong).toBe(1500);
  });

  it('keep the stopwatch and the clock apart', () => {
    const stopwatch: Stopwatch = () => 5;
    // @ts-expect-error a stopwatch does not show the time of day
    const clock: Clock = stopwatch;
    expect(clock()).toBe(5);
  });

  it('keep account numbers and dates apart', () => {
    const account: AccountNumber = '20000319825731';
    const today: LocalDate = '2026-12-01';
    // @ts-expect-error an account number is not a date
    const date: LocalDate = account;
    // @ts-expect-error a date is not an account number
    const payer: AccountNumber = today;
    expect([date, payer]).toEqual([account, today]);
  });
});
