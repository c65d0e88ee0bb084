import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TurnBudget } from '../../../../src/listeners/http/turn-budget.ts';

test('jobs start in order, and only a few in one turn of the event loop', async () => {
  const budget = new TurnBudget();
  const started: number[] = [];
  for (let job = 0; job < 10; job += 1) {
    budget.run(() => {
      started.push(job);
      // Uses more than half of the time of a turn.
      const end = performance.now() + 6;
      while (performance.now() < end);
    });
  }
  for (let turn = 0; started.length < 10; turn += 1) {
    const before = started.length;
    await nextTurn();
    expect(started.length - before).toBeLessThanOrEqual(2);
    expect(turn).toBeLessThan(20);
  }
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
