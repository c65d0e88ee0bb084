import { describe, expect, it } from 'vitest';
import type { Buckets } from '../../../src/domain/ports/node-store.ts';
import { MINUTE_MS } from '../../../src/shared/time.ts';
import { withStore, type OpenStore } from './fixtures.ts';

/** Three tokens, and no refill within a test. */
const SIZE = { perSecond: 0.001, burst: 3 };

const LEASE = { owner: 'one', leaseMs: MINUTE_MS };

/** Takes tokens concurrently and returns how many were granted. */
async function takeTokens(buckets: Buckets, key: string, times: number): Promise<number> {
  const answers = Array.from({ length: times }, () => buckets.take(key));
  return (await Promise.all(answers)).filter((seconds) => seconds === 0).length;
}

/** Tests of the state that nodes share, for every store. */
export function nodesSuite(open: OpenStore): void {
  describe('a bucket', () => {
    it(
      'grants each token once to concurrent callers, separately for each key',
      withStore(open, async (store) => {
        const buckets = store.openBuckets({ name: 'a kind', size: SIZE, prefetchedTokens: 1 });
        expect(await takeTokens(buckets, 'one', 20)).toBe(3);
        expect(await takeTokens(buckets, 'one', 20)).toBe(0);
        expect(await takeTokens(buckets, 'other', 2)).toBe(2);
        const another = store.openBuckets({ name: 'another', size: SIZE, prefetchedTokens: 1 });
        expect(await takeTokens(another, 'one', 5)).toBe(3);
      }),
    );

    it(
      'returns the whole seconds until the next token',
      withStore(open, async (store) => {
        const buckets = store.openBuckets({ name: 'a kind', size: SIZE, prefetchedTokens: 1 });
        await takeTokens(buckets, 'one', 3);
        const seconds = await buckets.take('one');
        expect(seconds).toBeGreaterThan(900);
        expect(seconds).toBeLessThanOrEqual(1000);
        expect(Number.isInteger(seconds)).toBe(true);
      }),
    );

    it(
      'accepts returned tokens up to its size',
      withStore(open, async (store) => {
        const buckets = store.openBuckets({ name: 'a kind', size: SIZE, prefetchedTokens: 1 });
        await takeTokens(buckets, 'one', 3);
        await buckets.giveBack('one');
        expect(await takeTokens(buckets, 'one', 5)).toBe(1);
        for (let time = 0; time < 5; time += 1) await buckets.giveBack('one');
        expect(await takeTokens(buckets, 'one', 5)).toBe(3);
        await buckets.giveBack('of nobody');
        expect(await takeTokens(buckets, 'of nobody', 5)).toBe(3);
      }),
    );

    it(
      'grants as many tokens if nodes prefetch them',
      withStore(open, async (store) => {
        const size = { perSecond: 0.001, burst: 100 };
        const buckets = store.openBuckets({ name: 'a kind', size, prefetchedTokens: 10 });
        expect(await takeTokens(buckets, 'one', 7)).toBe(7);
        expect(await takeTokens(buckets, 'one', 200)).toBe(93);
      }),
    );
  });

  describe('tasks', () => {
    it(
      'are held by the only owner as long as it renews them',
      withStore(open, async (store) => {
        const tasks = ['directory', 'sweeps'] as const;
        const all = tasks.map((task) => ({ task, takenFrom: null }));
        expect(await store.holdTasks(tasks, LEASE)).toEqual(all);
        expect(await store.holdTasks(tasks, LEASE)).toEqual(all);
        await store.releaseTasks('one');
        expect(await store.holdTasks(tasks, { ...LEASE, owner: 'other' })).toEqual(all);
      }),
    );
  });

  describe('a setting that only rises', () => {
    it(
      'keeps the largest value, whatever the order of the calls',
      withStore(open, async (store) => {
        expect(await store.raiseSetting('ahead', 90)).toBe(90);
        expect(await store.raiseSetting('ahead', 7)).toBe(90);
        expect(await store.raiseSetting('ahead', 100)).toBe(100);
        const many = Array.from({ length: 20 }, (_, index) =>
          store.raiseSetting('ahead', 10_000_000_000 + ((index * 7) % 20)),
        );
        expect(Math.max(...(await Promise.all(many)))).toBe(10_000_000_019);
        expect(await store.readSetting('ahead')).toBe('10000000019');
      }),
    );
  });
}
