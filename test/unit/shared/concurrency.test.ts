import { expect, it } from 'vitest';
import { oneAfterAnother, severalAtOnce } from '../../../src/shared/concurrency.ts';

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

it('begins no item after an error, and waits for those in progress', async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const processing = severalAtOnce([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    await new Promise(setImmediate);
    if (item === 1) throw new Error('item 1');
    await new Promise(setImmediate);
    ended.push(item);
  });
  await expect(processing).rejects.toThrow('item 1');
  expect([begun, ended]).toEqual([[1, 2], [2]]);
});

it('runs tasks one after the other, also after one has failed', async () => {
  const log: string[] = [];
  const inTurn = oneAfterAnother();
  const task = (name: string) => async (): Promise<string> => {
    log.push(`${name} begins`);
    await new Promise(setImmediate);
    log.push(`${name} ends`);
    if (name === 'a') throw new Error('a failed');
    return name;
  };
  const results = await Promise.allSettled([inTurn(task('a')), inTurn(task('b'))]);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  expect(results).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'b' }]);
});
