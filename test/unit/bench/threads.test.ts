import { expect, it } from 'vitest';
import { cpuBetween, partNamed, PARTS, threadsOf } from '../../../bench/helpers/threads.ts';

it.each([
  ['libuv-worker', 'libuv pool'],
  ['node-V8Worker', 'helpers of V8'],
  ['DelayedTaskSche', 'helpers of V8'],
  ['WorkerThread', 'file workers'],
  ['SignalInspector', 'other'],
])('a thread named %s belongs to the part %s', (name, part) => {
  expect(partNamed(name)).toBe(part);
});

it('the CPU of threads is summed by part, and a new thread counts from its start', () => {
  const before = new Map([[1, { part: 'event loop', cpuMs: 10 } as const]]);
  const after = new Map([
    [1, { part: 'event loop', cpuMs: 14 } as const],
    [2, { part: 'file workers', cpuMs: 3 } as const],
    [3, { part: 'file workers', cpuMs: 2 } as const],
  ]);
  expect(cpuBetween(before, after)).toEqual({
    'event loop': 4,
    'file workers': 5,
    'libuv pool': 0,
    'helpers of V8': 0,
    other: 0,
  });
});

// Only Linux reports this.
it.runIf(process.platform === 'linux')('the first thread of a process is its event loop', () => {
  const threads = threadsOf(process.pid);
  expect(threads?.get(process.pid)?.part).toBe('event loop');
  expect([...(threads?.values() ?? [])].every(({ part }) => PARTS.includes(part))).toBe(true);
});
