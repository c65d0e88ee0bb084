import { describe, expect, test } from 'vitest';
import {
  StoredFileDamaged,
  StoreUnavailable,
  WorkersBusy,
} from '../../../../src/domain/ports/storage-errors.ts';
import { MAX_TRIES } from '../../../../src/use-cases/execution/back-off.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src/shared/time.ts';
import { runnerOver, START } from '../work-runner-fixture.ts';

/** Waits long enough for a runner to do everything that is possible now. */
function shortDelay(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}

const failing = (): never => {
  throw new Error('a bug');
};

describe('the work runner', () => {
  test('executes due steps in order, and no others', async () => {
    const { runner, done, state } = runnerOver([
      [1, START - 5],
      [2, START - 10],
      [3, START + MINUTE_MS],
    ]);
    runner.start();
    await runner.drain(0);
    expect(done).toEqual([2, 1]);
    state.now += MINUTE_MS;
    await runner.drain(0);
    expect(done).toEqual([2, 1, 3]);
    await runner.stop();
  });

  test('executes each step once, up to the limit at a time, however often it is woken', async () => {
    const many = Array.from({ length: 100 }, (_, id): [number, number] => [id, START]);
    const { runner, done, state } = runnerOver(many);
    runner.start();
    for (let count = 0; count < 50; count += 1) runner.wake();
    await Promise.all([runner.drain(0), runner.drain(0)]);
    expect([...done].sort((one, other) => one - other)).toEqual(many.map(([id]) => id));
    expect(state.mostAtOnce).toBe(14);
    await runner.stop();
  });

  test('skips steps that another runner has claimed, and releases all its claims', async () => {
    const many = Array.from({ length: 60 }, (_, id): [number, number] => [id, START]);
    let begun = 0;
    const { runner, another, done, held } = runnerOver(many, (id) => {
      begun += 1;
      if (id === 0) failing();
    });
    runner.start();
    another.start();
    await Promise.all([runner.drain(0), another.drain(0)]);
    await Promise.all([runner.stop(), another.stop()]);
    expect(begun).toBe(60);
    expect(done).toHaveLength(59);
    expect(held.size).toBe(0);
  });

  test('finishes the running steps when it stops, and begins no more', async () => {
    const { runner, add, done } = runnerOver([[1, START]]);
    runner.start();
    await expect.poll(() => done).toEqual([1]);
    await runner.stop();
    add(2, START);
    runner.wake();
    expect(await runner.drain(0)).toBe(false);
    expect(done).toEqual([1]);
  });

  test('wakes for a step that falls due while a long step is running', async () => {
    let end = (): void => undefined;
    const long = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { runner, done, state } = runnerOver(
      [
        [1, START],
        [2, START + 5],
      ],
      (id) => (id === 1 ? long : undefined),
    );
    runner.start();
    await new Promise((resolve) => setImmediate(resolve));
    state.now += 5;
    await expect.poll(() => done).toEqual([2]);
    end();
    await runner.stop();
  });

  test('sleeps until the next step is due, without polling', async () => {
    const { runner, state } = runnerOver([[1, START + MINUTE_MS]]);
    runner.start();
    await shortDelay();
    expect(state.checks).toBe(1);
    await runner.stop();
  });

  test('finds work that other nodes add, without a notification', async () => {
    const { runner, add, done } = runnerOver([], undefined, { pollIntervalMs: 5 });
    runner.start();
    await shortDelay();
    add(1, START);
    await expect.poll(() => done).toEqual([1]);
    await runner.stop();
  });

  test('renews the leases of running steps, and no others', async () => {
    let end = (): void => undefined;
    const long = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { runner, done, state } = runnerOver(
      [
        [1, START, 'order'],
        [2, START],
        [3, START],
      ],
      (id) => (id === 3 ? undefined : long),
      { leaseMs: 15 },
    );
    runner.start();
    await expect.poll(() => state.renewed.length).toBeGreaterThan(2);
    expect(done).toEqual([3]);
    expect([...(state.renewed.at(-1) ?? [])].sort()).toEqual([1, 2]);
    end();
    await runner.drain(0);
    const count = state.renewed.length;
    await shortDelay();
    expect(state.renewed).toHaveLength(count);
    await runner.stop();
  });

  test('reports a step that it takes over from a lost runner', async () => {
    const { runner, events, state } = runnerOver([
      [1, START],
      [2, START],
    ]);
    state.lostBy.add(2);
    runner.start();
    await runner.drain(0);
    expect(events).toEqual([
      { kind: 'jobTakenOver', work: 2, step: 'book', paymentId: 'fp-2', takenFrom: 'lost' },
    ]);
    await runner.stop();
  });
});

describe('a step that fails', () => {
  test('is retried after its delay, and other steps are executed in the meantime', async () => {
    let failures = 0;
    const { runner, done, events, rows, state } = runnerOver(
      [
        [1, START],
        [2, START],
      ],
      (id) => {
        if (id !== 1 || failures > 0) return;
        failures += 1;
        throw new Error('the scheme is away');
      },
    );
    runner.start();
    await expect.poll(() => done).toEqual([2]);
    await expect.poll(() => rows.get(1)).toMatchObject({ attempts: 1, tryAt: START + SECOND_MS });
    expect(rows.get(1)?.problem).toBe('Error: the scheme is away');
    expect(events).toMatchObject([{ kind: 'failure', what: 'book of fp-1' }]);
    runner.wake();
    await shortDelay();
    expect(done).toEqual([2]);
    state.now += SECOND_MS;
    runner.wake();
    await expect.poll(() => done).toEqual([2, 1]);
    await runner.stop();
  });

  test('uses at most two of the concurrent steps, even if 400 steps fail', async () => {
    const poisoned = Array.from({ length: 400 }, (_, id): [number, number] => [id, START]);
    const { runner, add, done, state, rows } = runnerOver(poisoned, (id) => {
      if (id < 400) failing();
    });
    runner.start();
    await expect.poll(() => [...rows.values()].every(({ attempts }) => attempts > 0)).toBe(true);
    state.now += MINUTE_MS;
    state.mostAtOnce = 0;
    for (let id = 400; id < 430; id += 1) add(id, state.now);
    expect(await runner.drain(0)).toBe(true);
    expect(done).toHaveLength(30);
    expect(state.mostAtOnce).toBeLessThanOrEqual(16);
    await runner.stop();
  });

  test('is parked and reported after the last attempt, and not retried', async () => {
    const { runner, rows, events, state } = runnerOver([[1, START]], failing);
    runner.start();
    for (let tries = 1; tries < MAX_TRIES; tries += 1) {
      await expect.poll(() => rows.get(1)?.attempts).toBe(tries);
      state.now += MINUTE_MS;
      runner.wake();
    }
    await expect.poll(() => rows.get(1)?.parked).toBe(true);
    const parked = { kind: 'workParked', step: 'book', paymentId: 'fp-1', attempts: MAX_TRIES };
    expect(events.at(-1)).toMatchObject(parked);
    const count = events.length;
    state.now += 10 * MINUTE_MS;
    runner.wake();
    await shortDelay();
    expect(events).toHaveLength(count);
    await runner.stop();
  });

  test('is parked at once if its file is damaged', async () => {
    const { runner, rows, events } = runnerOver([[1, START]], () => {
      throw new StoredFileDamaged('it is gone');
    });
    runner.start();
    await expect.poll(() => rows.get(1)).toMatchObject({ parked: true, attempts: 1 });
    expect(events.at(-1)).toMatchObject({ kind: 'workParked' });
    await runner.stop();
  });

  test('does not count as failed if the worker pool was full, and starts when a thread is free', async () => {
    let refusals = 3;
    const { runner, done, events } = runnerOver([[1, START]], () => {
      refusals -= 1;
      if (refusals >= 0) throw new WorkersBusy('full');
    });
    runner.start();
    expect(await runner.drain(0)).toBe(true);
    expect(done).toEqual([1]);
    expect(events).toEqual([]);
    await runner.stop();
  });

  test('does not count as failed if the store cannot write, and is retried', async () => {
    const { runner, rows, done, state } = runnerOver(
      [
        [1, START],
        [2, START],
      ],
      () => {
        if (state.isDiskFull) throw new StoreUnavailable('full');
      },
    );
    state.isDiskFull = true;
    runner.start();
    await shortDelay();
    expect([...rows.values()].map(({ attempts }) => attempts)).toEqual([0, 0]);
    expect(await runner.drain(0)).toBe(false);
    state.isDiskFull = false;
    state.passedMs += SECOND_MS;
    runner.wake();
    expect(await runner.drain(0)).toBe(true);
    expect(done).toEqual([1, 2]);
    await runner.stop();
  });

  test('pauses the runner for a second if the store cannot write, even if the clock is set back', async () => {
    const { runner, add, done, state } = runnerOver([[1, START]], () => {
      if (state.isDiskFull) throw new StoreUnavailable('full');
    });
    state.isDiskFull = true;
    runner.start();
    expect(await runner.drain(0)).toBe(false);
    state.isDiskFull = false;
    state.now -= 5 * MINUTE_MS;
    add(2, state.now);
    state.passedMs += SECOND_MS;
    expect(await runner.drain(0)).toBe(true);
    expect(done).toEqual([2]);
    await runner.stop();
  });
});

test('the work runner begins no step while the clock is in doubt', async () => {
  const { runner, done, state } = runnerOver([[1, START]]);
  state.isClockGood = false;
  runner.start();
  expect(await runner.drain(0)).toBe(false);
  await shortDelay();
  expect(done).toEqual([]);
  state.isClockGood = true;
  runner.wake();
  expect(await runner.drain(0)).toBe(true);
  expect(done).toEqual([1]);
  await runner.stop();
});
