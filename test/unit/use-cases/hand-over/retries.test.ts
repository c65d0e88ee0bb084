import { expect, it } from 'vitest';
import { Retries, retryDelay } from '../../../../src/use-cases/hand-over/retries.ts';

it('a failed item is attempted again after 1, 2, 4 … seconds, at most 5 minutes', async () => {
  let now = 0;
  const retries = new Retries(() => now);
  const errors: unknown[] = [];
  const fail = () =>
    retries.attempt(
      'one',
      () => Promise.reject(new Error('It failed.')),
      (error) => errors.push(error),
    );
  expect(await fail()).toBe(true);
  now = 999;
  expect(await fail()).toBe(false);
  now = 1000;
  expect(await fail()).toBe(true);
  now = 2999;
  expect(await fail()).toBe(false);
  expect(errors).toHaveLength(2);
  const delays = [1, 2, 3, 20].map((failures) => retryDelay(failures));
  expect(delays).toEqual([1000, 2000, 4000, 300_000]);
  expect(retryDelay(20, 10_000)).toBe(10_000);
});

it('an item that succeeds is forgotten, and others never wait for it', async () => {
  const retries = new Retries(() => 0);
  const attempt = (item: string, run: () => Promise<void>) =>
    retries.attempt(item, run, () => undefined);
  await attempt('one', () => Promise.reject(new Error('It failed.')));
  expect(retries.waiting).toBe(1);
  expect(await attempt('two', () => Promise.resolve())).toBe(true);
  const later = new Retries(() => 5000);
  await later.attempt(
    'one',
    () => Promise.resolve(),
    () => undefined,
  );
  expect([retries.waiting, later.waiting]).toEqual([1, 0]);
});
