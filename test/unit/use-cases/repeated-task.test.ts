import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTasks } from '../../../src/use-cases/repeated-task.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a task runs soon after the start, and then at each interval until it is stopped', async () => {
  const step = vi.fn(() => Promise.resolve(false));
  const task = { what: 'counting', everyMs: 10_000, firstAfterMs: 1000, step };
  const tasks = startTasks({ observe: () => undefined, isOurs: () => true }, [task]);
  const counts: number[] = [];
  for (const ms of [999, 1, 8999, 1, 10_000]) {
    await vi.advanceTimersByTimeAsync(ms);
    counts.push(step.mock.calls.length);
  }
  expect(counts).toEqual([0, 1, 1, 2, 3]);
  await tasks.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(step).toHaveBeenCalledTimes(3);
});

test('a task that is stopped before its first run does not run', async () => {
  const step = vi.fn(() => Promise.resolve(false));
  const task = { what: 'counting', everyMs: 10_000, firstAfterMs: 1000, step };
  await startTasks({ observe: () => undefined, isOurs: () => true }, [task]).stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(step).not.toHaveBeenCalled();
});
