import { describe, expect, test } from 'vitest';
import { TokenBuckets } from '../../../src/shared/token-bucket.ts';

/** How many tokens a caller gets at an instant. */
function takeAll(buckets: TokenBuckets, caller: string, now: number): number {
  let taken = 0;
  while (buckets.secondsToWait(caller, now) === 0) {
    buckets.take(caller, now);
    taken += 1;
  }
  return taken;
}

describe('token buckets', () => {
  test('give so many at once, and then as many as time brings', () => {
    const buckets = new TokenBuckets({ perSecond: 10, burst: 5 });
    expect(takeAll(buckets, 'one', 0)).toBe(5);
    expect(takeAll(buckets, 'one', 99)).toBe(0);
    expect(takeAll(buckets, 'one', 100)).toBe(1);
    expect(takeAll(buckets, 'one', 60_000)).toBe(5);
  });

  test('are one for each caller', () => {
    const buckets = new TokenBuckets({ perSecond: 1, burst: 2 });
    expect(takeAll(buckets, 'one', 0)).toBe(2);
    expect(takeAll(buckets, 'two', 0)).toBe(2);
  });

  test('tell whole seconds to wait, at least one', () => {
    const fast = new TokenBuckets({ perSecond: 1000, burst: 1 });
    fast.take('one', 0);
    expect(fast.secondsToWait('one', 0)).toBe(1);
  });

  test('never owe more than nothing: asking too often makes no one wait longer', () => {
    const buckets = new TokenBuckets({ perSecond: 1, burst: 1 });
    for (let asked = 0; asked < 10; asked += 1) buckets.take('one', 0);
    expect(buckets.secondsToWait('one', 1000)).toBe(0);
  });

  test('are not emptied by a clock that goes back', () => {
    const buckets = new TokenBuckets({ perSecond: 1, burst: 3 });
    buckets.take('one', 10_000);
    expect(takeAll(buckets, 'one', 0)).toBe(2);
  });

  test('are removed oldest first when there are too many callers with as many tokens', () => {
    const buckets = new TokenBuckets({ perSecond: 1, burst: 1 }, 2);
    for (const caller of ['one', 'two', 'three']) buckets.take(caller, 0);
    expect(buckets.secondsToWait('one', 0)).toBe(0);
    expect(buckets.secondsToWait('three', 0)).toBe(1);
  });

  test('that are used up are not refilled by many other callers', () => {
    const buckets = new TokenBuckets({ perSecond: 0.001, burst: 10 }, 10_000);
    expect(takeAll(buckets, 'victim', 0)).toBe(10);
    for (let other = 0; other < 30_000; other += 1) buckets.take(`made up ${String(other)}`, 0);
    expect(takeAll(buckets, 'victim', 0)).toBe(0);
    expect(takeAll(buckets, 'victim', 1_000_000)).toBe(1);
  });

  test('that have filled up again are the first to be removed', () => {
    const buckets = new TokenBuckets({ perSecond: 1, burst: 2 }, 2);
    for (const caller of ['used up', 'used up', 'refilled']) buckets.take(caller, 0);
    buckets.take('used up', 1000);
    buckets.take('new', 1000);
    expect(takeAll(buckets, 'used up', 1000)).toBe(0);
  });
});
