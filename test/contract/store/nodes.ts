import { describe, expect, it } from 'vitest';
import type { Buckets } from '../../../src/domain/ports/node-store.ts';
import { MINUTE_MS } from '../../../src/shared/time.ts';
import { withStore, type OpenStore } from './fixtures.ts';

/** Three at once, and within a test no other. */
const SIZE = { perSecond: 0.001, burst: 3 };

const LEASE = { owner: 'one', leaseMs: MINUTE_MS };

/** How many of so many that ask at once get a token. */
async function taken(buckets: Buckets, key: string, times: number): Promise<number> {
  const answers = Array.from({ length: times }, () => buckets.take(key));
  return (await Promise.all(answers)).filter((seconds) => seconds === 0).length;
}

/** What every store promises to a node, whether there are others or not. */
export function nodesSuite(open: OpenStore): void {
  describe('a bucket', () => {
    it(
      'gives its tokens once, to any who ask at once, and each key has its own',
      withStore(open, async (store) => {
        const buckets = store.openBuckets({ name: 'a kind', size: SIZE, prefetchedTokens: 1 });
        expect(await taken(buckets, 'one', 20)).toBe(3);
        expect(await taken(buckets, 'one', 20)).toBe(0);
        expect(await taken(buckets, 'other', 2)).toBe(2);
        const another = store.openBuckets({ name: 'another', size: SIZE, prefetchedTokens: 1 });
        expect(await taken(another, 'one', 5)).toBe(3);
      }),
    );

    it(
      'tells in whole seconds when there is a token again',
      withStore(open, async (store) => {
        const buckets = store.openBuckets({ name: 'a kind', size: SIZE, prefetchedTokens: 1 });
        await taken(buckets, 'one', 3);
        const seconds = await buckets.take('one');
        expect(seconds).toBeGreaterThan(900);
        expect(seconds).toBeLessThanOrEqual(1000);
        expect(Number.isInteger(seconds)).toBe(true);
      }),
    );

    it(
      'takes back what did not count, and never has more than its size',
      withStore(open, async (store) => {
        const buckets = store.openBuckets({ name: 'a kind', size: SIZE, prefetchedTokens: 1 });
        await taken(buckets, 'one', 3);
        await buckets.giveBack('one');
        expect(await taken(buckets, 'one', 5)).toBe(1);
        for (let time = 0; time < 5; time += 1) await buckets.giveBack('one');
        expect(await taken(buckets, 'one', 5)).toBe(3);
        await buckets.giveBack('of nobody');
        expect(await taken(buckets, 'of nobody', 5)).toBe(3);
      }),
    );

    it(
      'gives as many where they are taken ahead',
      withStore(open, async (store) => {
        const size = { perSecond: 0.001, burst: 100 };
        const buckets = store.openBuckets({ name: 'a kind', size, prefetchedTokens: 10 });
        expect(await taken(buckets, 'one', 7)).toBe(7);
        expect(await taken(buckets, 'one', 200)).toBe(93);
      }),
    );
  });

  describe('tasks', () => {
    it(
      'are given to whoever asks alone, for as long as it asks',
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
      'is what was most, whoever set it and in whatever order',
      withStore(open, async (store) => {
        expect(await store.raiseSetting('ahead', 90)).toBe(90);
        expect(await store.raiseSetting('ahead', 7)).toBe(90);
        expect(await store.raiseSetting('ahead', 100)).toBe(100);
        const many = Array.from({ length: 20 }, (_, place) =>
          store.raiseSetting('ahead', 10_000_000_000 + ((place * 7) % 20)),
        );
        expect(Math.max(...(await Promise.all(many)))).toBe(10_000_000_019);
        expect(await store.readSetting('ahead')).toBe('10000000019');
      }),
    );
  });
}
