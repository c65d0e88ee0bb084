import { describe, expect, test, vi } from 'vitest';
import type { ServiceEvent } from '../../../src/domain/events.ts';
import type { Work } from '../../../src/domain/records.ts';
import { WorkRunner } from '../../../src/engine/work.ts';

const START = 1_000_000;

/** A runner over a list of due work; `execute` tells what a step does besides being done. */
function runnerOver(due: readonly [id: number, dueAt: number][], execute?: (id: number) => void) {
  const rows = new Map(due);
  const done: number[] = [];
  const events: ServiceEvent[] = [];
  const state = { now: START, mostAtOnce: 0 };
  let atOnce = 0;
  const sorted = (): [number, number][] => [...rows].sort(([, one], [, other]) => one - other);
  const runner = new WorkRunner({
    store: {
      dueWork: (now, limit) =>
        Promise.resolve(
          sorted()
            .filter(([, dueAt]) => dueAt <= now)
            .slice(0, limit)
            .map(([id, dueAt]): Work => {
              const paymentId = `fp-${String(id)}`;
              return { id, paymentId, batch: 0, step: 'book', cursor: 0, dueAt, attempts: 0 };
            }),
        ),
      nextWorkAt: () => Promise.resolve(sorted()[0]?.[1]),
    },
    execute: async ({ id }) => {
      atOnce += 1;
      state.mostAtOnce = Math.max(state.mostAtOnce, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      execute?.(id);
      rows.delete(id);
      done.push(id);
    },
    clock: () => state.now,
    observe: (event) => {
      events.push(event);
    },
  });
  return { runner, rows, done, events, state };
}

describe('the work runner', () => {
  test('does what is due, in order, and nothing that is not', async () => {
    const { runner, done, state } = runnerOver([
      [1, START - 5],
      [2, START - 10],
      [3, START + 60_000],
    ]);
    runner.start();
    await runner.drain(0);
    expect(done).toEqual([2, 1]);
    state.now += 60_000;
    await runner.drain(0);
    expect(done).toEqual([2, 1, 3]);
    await runner.stop();
  });

  test('does every step once, however often it is woken, and so many at once', async () => {
    const many = Array.from({ length: 100 }, (_, id): [number, number] => [id, START]);
    const { runner, done, state } = runnerOver(many);
    runner.start();
    for (let count = 0; count < 50; count += 1) runner.wake();
    await Promise.all([runner.drain(0), runner.drain(0)]);
    expect([...done].sort((one, other) => one - other)).toEqual(many.map(([id]) => id));
    expect(state.mostAtOnce).toBe(16);
    await runner.stop();
  });

  test('tries a step that failed again after a rest, and does the others meanwhile', async () => {
    let failures = 0;
    const { runner, done, events, state } = runnerOver(
      [
        [1, START],
        [2, START],
      ],
      (id) => {
        if (id !== 1 || failures > 0) return;
        failures += 1;
        throw new Error('the disk is full');
      },
    );
    runner.start();
    await vi.waitFor(() => {
      expect(done).toEqual([2]);
    });
    expect(events).toMatchObject([{ kind: 'failure', what: 'book of fp-1' }]);
    runner.wake();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(done).toEqual([2]);
    state.now += 1000;
    await runner.drain(0);
    expect(done).toEqual([2, 1]);
    await runner.stop();
  });

  test('ends the steps under way when it stops, and begins no more', async () => {
    const { runner, done, rows } = runnerOver([[1, START]]);
    runner.start();
    await vi.waitFor(() => {
      expect(done).toEqual([1]);
    });
    await runner.stop();
    rows.set(2, START);
    runner.wake();
    await runner.drain(0);
    expect(done).toEqual([1]);
  });
});
