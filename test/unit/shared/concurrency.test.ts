import { expect, it } from 'vitest';
import {
  allAtOnce,
  inGroups,
  oneAfterAnother,
  severalAtOnce,
} from '../../../src/shared/concurrency.ts';

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

it('processes items in groups: those that arrive while a group is processed form the next', async () => {
  const groups: (readonly string[])[] = [];
  const process = inGroups(oneAfterAnother(), async (items: readonly string[]) => {
    groups.push([...items]);
    await new Promise(setImmediate);
    if (items.includes('bad')) throw new Error('bad group');
    return items.map((item) => item.toUpperCase());
  });
  const first = ['a', 'b'].map(process);
  await new Promise(setImmediate);
  const second = ['bad', 'c'].map(process);
  const third = Promise.allSettled(second).then(() => process('d'));
  expect(await Promise.all(first)).toEqual(['A', 'B']);
  for (const one of second) await expect(one).rejects.toThrow('bad group');
  expect(await third).toBe('D');
  expect(groups).toEqual([['a', 'b'], ['bad', 'c'], ['d']]);
});

it('waits for all items that are processed at once, also if one fails', async () => {
  const ended: number[] = [];
  const processing = allAtOnce([1, 2, 3], async (item) => {
    if (item === 1) throw new Error('item 1');
    await new Promise(setImmediate);
    return ended.push(item);
  });
  await expect(processing).rejects.toThrow('item 1');
  expect(ended).toEqual([2, 3]);
  expect(await allAtOnce([2, 1], (item) => Promise.resolve(item * 2))).toEqual([4, 2]);
});
