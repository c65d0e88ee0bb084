import { describe, expect, test } from 'vitest';
import { TokenBuckets } from '../../../src/shared/token-bucket.ts';

/** Takes tokens for a caller until none is left. Returns their number. */
function takeAll(buckets: TokenBuckets, caller: string, now: number): number {
  let count = 0;
  while (buckets.secondsToWait(caller, now) === 0) {
    buckets.take(caller, now);
    count += 1;
  }
  return count;
}

describe('token buckets', () => {
  test('allow a burst, then refill at the configured rate', () => {
    const buckets = new TokenBuckets({ perSecond: 10, burst: 5 });
    expect(takeAll(buckets, 'one', 0)).toBe(5);
    expect(takeAll(buckets, 'one', 99)).toBe(0);
    expect(takeAll(buckets, 'one', 100)).toBe(1);
    expect(takeAll(buckets, 'one', 60_000)).toBe(5);
  });

  test('are separate for each caller', () => {
    const buckets = new TokenBuckets({ perSecond: 1, burst: 2 });
    expect(takeAll(buckets, 'one', 0)).toBe(2);
    expect(takeAll(buckets, 'two', 0)).toBe(2);
  });

  test('return whole seconds to wait, at least one', () => {
    const fast = new TokenBuckets({ perSecond: 1000, burst: 1 });
    fast.take('one', 0);
    expect(fast.secondsToWait('one', 0)).toBe(1);
  });

  test('never go below zero: requesting too often does not extend the wait', () => {
    const buckets = new TokenBuckets({ perSecond: 1, burst: 1 });
    for (let requestCount = 0; requestCount < 10; requestCount += 1) buckets.take('one', 0);
    expect(buckets.secondsToWait('one', 1000)).toBe(0);
  });

  test('keep their tokens when the clock goes back', () => {
    const buckets = new TokenBuckets({ perSecond: 1, burst: 3 });
    buckets.take('one', 10_000);
    expect(takeAll(buckets, 'one', 0)).toBe(2);
  });

  test('are removed oldest first above the maximum number of callers', () => {
    const buckets = new TokenBuckets({ perSecond: 1, burst: 1 }, 2);
    for (const caller of ['one', 'two', 'three']) buckets.take(caller, 0);
    expect(buckets.secondsToWait('one', 0)).toBe(0);
    expect(buckets.secondsToWait('three', 0)).toBe(1);
  });

  test('of a caller without tokens are not refilled by many other callers', () => {
    const buckets = new TokenBuckets({ perSecond: 0.001, burst: 10 }, 10_000);
    expect(takeAll(buckets, 'victim', 0)).toBe(10);
    for (let other = 0; other < 30_000; other += 1) buckets.take(`made up ${String(other)}`, 0);
    expect(takeAll(buckets, 'victim', 0)).toBe(0);
    expect(takeAll(buckets, 'victim', 1_000_000)).toBe(1);
  });

  test('of callers with full buckets are removed first', () => {
    const buckets = new TokenBuckets({ perSecond: 1, burst: 2 }, 2);
    for (const caller of ['used up', 'used up', 'refilled']) buckets.take(caller, 0);
    buckets.take('used up', 1000);
    buckets.take('new', 1000);
    expect(takeAll(buckets, 'used up', 1000)).toBe(0);
  });
});
