import { describe, expect, test } from 'vitest';
import type { ClockDoubt } from '../../../src/domain/records/events.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/shared/time.ts';
import { ClockGuard, formatDoubt } from '../../../src/ops/clock-guard.ts';

const START = Date.parse('2026-11-22T10:00:00Z');

/**
 * Returns a machine whose clock the test can set, with a guard that accepts jumps of up to five
 * minutes.
 */
function machine() {
  const state = { wall: START, passed: 0 };
  const changes: (ClockDoubt | null)[] = [];
  const guard = new ClockGuard({
    wallClock: () => state.wall,
    stopwatch: () => state.passed,
    maxLeapMs: 5 * MINUTE_MS,
    onChange: (doubt) => changes.push(doubt),
  });
  return {
    guard,
    changes,
    /** Lets time pass: both the wall clock and the stopwatch advance. */
    pass: (milliseconds: number) => {
      state.wall += milliseconds;
      state.passed += milliseconds;
    },
    /** Sets the wall clock by a difference, while no time passes. */
    leap: (milliseconds: number) => {
      state.wall += milliseconds;
    },
  };
}

describe('ClockGuard', () => {
  test('follows the machine’s clock, also after small changes', () => {
    const { guard, changes, pass, leap } = machine();
    pass(DAY_MS);
    expect(guard.now()).toBe(START + DAY_MS);
    leap(4 * MINUTE_MS);
    expect(guard.now()).toBe(START + DAY_MS + 4 * MINUTE_MS);
    leap(-5 * MINUTE_MS);
    expect(guard.now()).toBe(START + DAY_MS - MINUTE_MS);
    expect([guard.doubt, changes]).toEqual([null, []]);
  });

  test.each([31 * DAY_MS, -DAY_MS, 6 * MINUTE_MS])(
    'continues by the stopwatch after a leap of %d ms and reports it once',
    (leapMs) => {
      const { guard, changes, pass, leap } = machine();
      pass(SECOND_MS);
      leap(leapMs);
      expect(guard.now()).toBe(START + SECOND_MS);
      pass(SECOND_MS);
      expect(guard.now()).toBe(START + 2 * SECOND_MS);
      const doubt = { kind: 'leapt', trusted: START + SECOND_MS } as const;
      expect(changes).toEqual([{ ...doubt, machine: START + SECOND_MS + leapMs }]);
      expect(guard.doubt).toEqual(changes[0]);
    },
  );

  test('distrusts the clock when small steps add up to more than the limit', () => {
    const { guard, changes, pass, leap } = machine();
    for (let step = 0; step < 150; step += 1) {
      pass(SECOND_MS);
      leap(299 * SECOND_MS);
      guard.now();
    }
    expect(guard.now()).toBe(START + 150 * SECOND_MS + 299 * SECOND_MS);
    expect(changes).toMatchObject([{ kind: 'leapt' }]);
  });

  test('follows a clock that a time server slews for 30 days', () => {
    const { guard, changes, pass, leap } = machine();
    for (let minute = 0; minute < 30 * 24 * 60; minute += 1) {
      pass(MINUTE_MS);
      leap(30);
      guard.now();
    }
    expect([guard.now(), changes]).toEqual([START + 30 * DAY_MS + 30 * 24 * 60 * 30, []]);
  });

  test('follows the machine’s clock again when it comes back', () => {
    const { guard, changes, leap } = machine();
    leap(31 * DAY_MS);
    guard.now();
    leap(SECOND_MS - 31 * DAY_MS);
    expect(guard.now()).toBe(START + SECOND_MS);
    expect([guard.doubt, changes.at(-1), changes.length]).toEqual([null, null, 2]);
  });

  test('follows the machine’s clock again when an operator confirms it', () => {
    const { guard, changes, pass, leap } = machine();
    leap(31 * DAY_MS);
    expect(guard.doubt).not.toBeNull();
    guard.confirm(guard.read());
    pass(SECOND_MS);
    expect(guard.now()).toBe(START + 31 * DAY_MS + SECOND_MS);
    expect([guard.doubt, changes.at(-1)]).toEqual([null, null]);
  });
});

test.each([DAY_MS, -6 * MINUTE_MS])(
  'ClockGuard.confirm refuses a reading after which the clock leapt by %d ms',
  (leapMs) => {
    const { guard, changes, pass, leap } = machine();
    leap(31 * DAY_MS);
    guard.now();
    const reading = guard.read();
    pass(MINUTE_MS);
    leap(leapMs);
    expect(guard.confirm(reading)).toBe(false);
    expect(guard.now()).toBe(START + MINUTE_MS);
    expect(changes).toHaveLength(1);
    leap(-leapMs);
    expect(guard.confirm(reading)).toBe(true);
    expect(guard.now()).toBe(START + 31 * DAY_MS + MINUTE_MS);
  },
);

describe('ClockGuard.compareWith', () => {
  test('trusts the clock if the database has no later time', () => {
    const { guard, changes } = machine();
    guard.compareWith(START - 30 * DAY_MS, null);
    guard.compareWith(START - 6 * DAY_MS, 7 * DAY_MS);
    guard.compareWith(START + MINUTE_MS, 7 * DAY_MS);
    expect([guard.now(), changes]).toEqual([START, []]);
  });

  test.each([
    ['behind', START + DAY_MS],
    ['ahead', START - 8 * DAY_MS],
  ])('continues from the latest time in the database if the clock is %s', (kind, known) => {
    const { guard, changes, pass } = machine();
    guard.compareWith(known, 7 * DAY_MS);
    pass(SECOND_MS);
    expect(guard.now()).toBe(known + SECOND_MS);
    expect(changes).toEqual([{ kind, trusted: known, machine: START }]);
    guard.confirm(guard.read());
    expect(guard.now()).toBe(START + SECOND_MS);
  });
});

test.each([
  [{ kind: 'leapt', trusted: 0, machine: 31 * DAY_MS }, "The machine's clock jumped by 31 days."],
  [
    { kind: 'behind', trusted: 90_000, machine: 0 },
    "The machine's clock is 90 seconds behind the latest time in the database.",
  ],
] as const)('formatDoubt describes the problem and the command: %j', (doubt, words) => {
  expect(formatDoubt(doubt)).toBe(`${words} No due work is executed. See: npx pisctl clock show`);
});
