import { describe, expect, test } from 'vitest';
import { createClockMover } from '../../../src/sandbox/clock-mover.ts';
import { createSandboxClock } from '../../../src/sandbox/clock.ts';

const START = Date.parse('2026-12-01T09:00:00Z');
const HOUR_MS = 3_600_000;

/** Returns a clock on a stopped machine clock. Each drain removes the work that is due. */
function sandbox(due: readonly number[], drains = Infinity) {
  const left = new Set(due);
  const clock = createSandboxClock({ system: () => START, offsetMs: 0 });
  const log: string[] = [];
  const at = () => (clock.now() - START) / HOUR_MS;
  const move = createClockMover({
    clock,
    store: {
      nextWorkAt: () => Promise.resolve([...left].sort((one, other) => one - other)[0]),
      nextRetryAt: () => Promise.resolve(undefined),
    },
    drain: (withinMs) => {
      for (const one of left) if (one <= clock.now()) left.delete(one);
      log.push(`drain at ${String(at())} within ${String(withinMs)}`);
      return Promise.resolve(log.length <= drains);
    },
    lapse: () => {
      log.push(`lapse at ${String(at())}`);
      return Promise.resolve();
    },
    saveOffset: (offsetMs) => {
      log.push(`keep ${String(offsetMs / HOUR_MS)} at ${String(at())}`);
      return Promise.resolve(offsetMs);
    },
    untilSeen: () => {
      log.push(`seen at ${String(at())}`);
      return Promise.resolve();
    },
    wait: () => Promise.resolve(),
  });
  return { move, log, at, hours: (hours: number) => START + hours * HOUR_MS };
}

describe('a move of the sandbox clock', () => {
  test("stops whenever work is due, and waits for the schemes' responses at its end", async () => {
    const { move, log, hours } = sandbox([START - 1, START + 2 * HOUR_MS, START + HOUR_MS]);
    expect(await move(hours(3))).toBe('moved');
    expect(log).toEqual([
      'drain at 0 within 0',
      'keep 1 at 0',
      'drain at 1 within 0',
      'keep 2 at 1',
      'drain at 2 within 0',
      'keep 3 at 2',
      'seen at 3',
      'lapse at 3',
      'drain at 3 within 1000',
    ]);
  });

  test('does not execute work due after its end', async () => {
    const { move, at, hours } = sandbox([START + 5 * HOUR_MS]);
    await move(hours(4));
    expect(at()).toBe(4);
  });

  test('executes work that earlier work created', async () => {
    const { move, log, hours } = sandbox([START + HOUR_MS, START + HOUR_MS + 1]);
    await move(hours(2));
    expect(log.filter((line) => line.startsWith('drain'))).toHaveLength(4);
  });

  test.each([
    ['falls due during a drain', START + 5],
    ['is added after a drain with an earlier due time', START],
  ])('executes work that %s before it moves on', async (_, dueAt) => {
    let machineTime = START;
    const clock = createSandboxClock({ system: () => machineTime, offsetMs: 0 });
    const due = new Set([START + HOUR_MS]);
    const executedAt: number[] = [];
    let isFirst = true;
    const move = createClockMover({
      clock,
      store: {
        nextWorkAt: (after = 0) =>
          Promise.resolve([...due].filter((one) => one > after).sort((a, b) => a - b)[0]),
        nextRetryAt: () => Promise.resolve(undefined),
      },
      drain: () => {
        for (const one of due)
          if (one <= clock.now() && due.delete(one)) executedAt.push(clock.now());
        if (isFirst) due.add(dueAt);
        isFirst = false;
        machineTime += 10;
        return Promise.resolve(true);
      },
      lapse: () => Promise.resolve(),
      saveOffset: (offsetMs) => Promise.resolve(offsetMs),
      untilSeen: () => Promise.resolve(),
      wait: () => Promise.resolve(),
    });
    await move(START + 2 * HOUR_MS);
    expect(executedAt).toEqual([START + 10, START + HOUR_MS]);
  });

  test('is refused if it would go back', async () => {
    const { move, log, hours } = sandbox([]);
    expect(await move(hours(-1))).toBe('back');
    expect(log).toEqual([]);
  });

  test('runs after an earlier move has ended', async () => {
    const { move, at, hours } = sandbox([START + HOUR_MS]);
    const moves = [move(hours(3)), move(hours(2)), move(hours(4))];
    expect(await Promise.all(moves)).toEqual(['moved', 'back', 'moved']);
    expect(at()).toBe(4);
  });

  test('stops and reports if no further work can start', async () => {
    const { move, at, hours } = sandbox([START + HOUR_MS, START + 2 * HOUR_MS], 2);
    expect(await move(hours(3))).toBe('halted');
    expect(at()).toBe(1);
  });

  test('succeeds after a move that failed', async () => {
    const clock = createSandboxClock({ system: () => START, offsetMs: 0 });
    let isBroken = true;
    const move = createClockMover({
      clock,
      store: {
        nextWorkAt: () => Promise.resolve(undefined),
        nextRetryAt: () => Promise.resolve(undefined),
      },
      drain: () => Promise.resolve(true),
      lapse: () => Promise.resolve(),
      saveOffset: (ms) => (isBroken ? Promise.reject(new Error('disk')) : Promise.resolve(ms)),
      untilSeen: () => Promise.resolve(),
      wait: () => Promise.resolve(),
    });
    await expect(move(START + 1)).rejects.toThrow('disk');
    expect(clock.now()).toBe(START);
    isBroken = false;
    expect(await move(START + 1)).toBe('moved');
  });
});

/**
 * Moves a clock by two hours, over a step due after one hour that fails. Its retry is due after
 * `retryMs` and succeeds unless it `hangs`. The machine's clock runs only during waits.
 */
async function moveOverFailedStep(retryMs: number, hangs = false) {
  let machineTime = START;
  const clock = createSandboxClock({ system: () => machineTime, offsetMs: 0 });
  let [dueAt, retryAt]: (number | undefined)[] = [START + HOUR_MS, undefined];
  let [executedAt, waitedMs]: [number | undefined, number] = [undefined, 0];
  const move = createClockMover({
    clock,
    store: {
      nextWorkAt: () => Promise.resolve(dueAt),
      nextRetryAt: () => Promise.resolve(retryAt),
    },
    drain: () => {
      if (dueAt !== undefined && dueAt <= clock.now()) {
        retryAt = dueAt + retryMs;
        dueAt = undefined;
      }
      return Promise.resolve(true);
    },
    lapse: () => Promise.resolve(),
    saveOffset: (offsetMs) => Promise.resolve(offsetMs),
    untilSeen: () => Promise.resolve(),
    wait: (delayMs) => {
      machineTime += delayMs;
      waitedMs += delayMs;
      if (!hangs && retryAt !== undefined && retryAt <= clock.now()) {
        executedAt = clock.now();
        retryAt = undefined;
      }
      return Promise.resolve();
    },
  });
  expect(await move(START + 2 * HOUR_MS)).toBe('moved');
  return { executedAt, waitedMs, now: clock.now() };
}

describe('a move of the sandbox clock over a failed step', () => {
  test('waits for its retry', async () => {
    const { executedAt, now } = await moveOverFailedStep(1000);
    expect(executedAt).toBe(START + HOUR_MS + 1000);
    expect(now).toBe(START + 2 * HOUR_MS);
  });

  test('continues if the retry is too far away, and executes it at its end', async () => {
    const { executedAt, waitedMs } = await moveOverFailedStep(6000);
    expect([executedAt, waitedMs]).toEqual([START + 2 * HOUR_MS + 100, 100]);
  });

  test('waits for at most five seconds', async () => {
    const { executedAt, waitedMs } = await moveOverFailedStep(1000, true);
    expect([executedAt, waitedMs]).toEqual([undefined, 5000]);
  });
});
