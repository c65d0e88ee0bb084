import { expect, it } from 'vitest';
import { severalAtOnce } from '../../../../src/use-cases/hand-over/several-at-once.ts';

it('processes each item once, and never more than the maximum at the same time', async () => {
  const done: number[] = [];
  let [running, most] = [0, 0];
  await severalAtOnce([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    done.push(item);
  });
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

it('processes the other items before it throws the first error', async () => {
  const done: number[] = [];
  const processing = severalAtOnce([1, 2, 3, 4], 2, async (item) => {
    await new Promise(setImmediate);
    if (item < 3) throw new Error(`item ${String(item)}`);
    done.push(item);
  });
  await expect(processing).rejects.toThrow('item 1');
  expect(done).toEqual([3, 4]);
});
