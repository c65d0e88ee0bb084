import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/domain/ports/storage-errors.ts';
import { MAX_GROUP_STEPS } from '../../../src/use-cases/execution/work-runner.ts';
import { SECOND_MS } from '../../../src/shared/time.ts';
import { runnerOver, START } from './work-runner-fixture.ts';

const failing = (): never => {
  throw new Error('a bug');
};

describe('order steps', () => {
  const orders = (many: number, from = 0): [number, number, 'order'][] =>
    Array.from({ length: many }, (_, index) => [from + index, START, 'order']);

  test('are executed once each, in groups of limited size', async () => {
    const { runner, done, groups } = runnerOver(orders(150));
    runner.start();
    expect(await runner.drain(0)).toBe(true);
    expect(groups.map(({ length }) => length)).toEqual([MAX_GROUP_STEPS, MAX_GROUP_STEPS, 22]);
    expect(done).toEqual(orders(150).map(([id]) => id));
    await runner.stop();
  });

  test('do not affect their group when they fail, and are retried after the usual delay', async () => {
    const { runner, done, rows, events, state } = runnerOver(orders(10), (id) => {
      if (id === 3) failing();
    });
    runner.start();
    await expect.poll(() => rows.get(3)).toMatchObject({ attempts: 1, tryAt: START + SECOND_MS });
    expect(done).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9]);
    expect(events).toMatchObject([{ kind: 'failure', what: 'book of fp-3' }]);
    state.now += SECOND_MS;
    runner.wake();
    await expect.poll(() => rows.get(3)).toMatchObject({ attempts: 2 });
    await runner.stop();
  });

  test('and file steps wait neither for each other nor for a group that hangs', async () => {
    let end = (): void => undefined;
    const hanging = new Promise<void>((resolve) => {
      end = resolve;
    });
    const files = Array.from({ length: 40 }, (_, id): [number, number] => [1000 + id, START - 1]);
    const { runner, add, done } = runnerOver([...files, ...orders(1)], (id) =>
      id < 1000 && id !== 7 ? hanging : undefined,
    );
    runner.start();
    await expect.poll(() => done).toHaveLength(40);
    add(7, START, 'order');
    runner.wake();
    await expect.poll(() => done).toContain(7);
    end();
    expect(await runner.drain(0)).toBe(true);
    await runner.stop();
  });

  test('report one failure and stay unchanged if the store cannot write', async () => {
    const { runner, rows, events, state, done } = runnerOver(orders(20), () => {
      if (state.isDiskFull) throw new StoreUnavailable('full');
    });
    state.isDiskFull = true;
    runner.start();
    expect(await runner.drain(0)).toBe(false);
    expect(events).toMatchObject([{ kind: 'failure', what: 'book of fp-0' }]);
    expect([...rows.values()].every(({ attempts }) => attempts === 0)).toBe(true);
    state.isDiskFull = false;
    state.passedMs += SECOND_MS;
    expect(await runner.drain(0)).toBe(true);
    expect(done).toHaveLength(20);
    await runner.stop();
  });

  test('all fail individually if executing the group throws', async () => {
    const { runner, rows } = runnerOver(orders(3), () => {
      failing();
    });
    runner.start();
    await expect.poll(() => [...rows.values()].map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    await runner.stop();
  });
});
