import { describe, expect, test } from 'vitest';
import { createRateLimit } from '../../../src/api/steps/limit-rate.ts';
import { createUploadPlaces } from '../../../src/api/steps/upload-places.ts';
import { Refusal } from '../../../src/kernel/errors.ts';

/** The limit of the default settings, and a clock that the test moves by milliseconds. */
function bucket(settings = { ratePerSecond: 200, rateBurst: 100 }) {
  let now = 1_000_000;
  const limit = createRateLimit(settings, () => now);
  return {
    /** How many of so many requests pass. */
    take: (requests: number, clientId = 'tpp-one'): number =>
      Array.from({ length: requests }, () => limit(clientId)).filter((no) => no === undefined)
        .length,
    refuse: (clientId = 'tpp-one'): Refusal | undefined => limit(clientId),
    pass: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
}

describe('the rate of a TPP', () => {
  test('is 100 at once', () => {
    expect(bucket().take(150)).toBe(100);
  });

  test('is 200 in a second after that', () => {
    const { take, pass } = bucket();
    take(100);
    let passed = 0;
    for (let tick = 0; tick < 1000; tick += 1) {
      pass(1);
      passed += take(5);
    }
    expect(passed).toBe(200);
  });

  test('is saved up to 100 and no further', () => {
    const { take, pass } = bucket();
    take(100);
    pass(3_600_000);
    expect(take(500)).toBe(100);
  });

  test('is not used up by what is refused', () => {
    const { take, pass } = bucket();
    take(10_000);
    pass(5);
    expect(take(10)).toBe(1);
  });

  test("is nobody else's", () => {
    const { take } = bucket();
    take(100, 'tpp-one');
    expect(take(150, 'tpp-two')).toBe(100);
  });

  test('does not suffer when the clock is set back', () => {
    const { take, pass } = bucket();
    take(50);
    pass(-3_600_000);
    expect(take(100)).toBe(50);
    pass(500);
    expect(take(200)).toBe(100);
  });

  test('says in whole seconds when to come again, and then lets one in', () => {
    const slow = bucket({ ratePerSecond: 0.25, rateBurst: 1 });
    slow.take(1);
    expect(slow.refuse()?.headers).toEqual({ 'retry-after': '4' });
    expect(slow.refuse()?.status).toBe(429);
    slow.pass(4000);
    expect(slow.take(2)).toBe(1);
    const fast = bucket();
    fast.take(100);
    expect(fast.refuse()?.headers).toEqual({ 'retry-after': '1' });
  });
});

describe('the places for uploads', () => {
  const leave = (place: (() => void) | Refusal): void => {
    if (place instanceof Refusal) throw new Error('There was no place.');
    place();
  };

  test('are so many for each TPP, and are free again when they are left', () => {
    const take = createUploadPlaces(2);
    const first = take('tpp-one');
    const second = take('tpp-one');
    expect(take('tpp-one')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(take('tpp-two')).not.toBeInstanceOf(Refusal);
    leave(first);
    const third = take('tpp-one');
    expect(third).not.toBeInstanceOf(Refusal);
    expect(take('tpp-one')).toBeInstanceOf(Refusal);
    leave(second);
    leave(third);
    expect([take('tpp-one'), take('tpp-one')].some((place) => place instanceof Refusal)).toBe(
      false,
    );
  });
});
