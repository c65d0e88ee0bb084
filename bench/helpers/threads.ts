import { readdirSync, readFileSync } from 'node:fs';

const NS_PER_MS = 1e6;

/** Part of a program to which a thread belongs, for example the event loop or a file worker. */
export type Part = (typeof PARTS)[number];

export const PARTS = [
  'event loop',
  'libuv pool',
  'file workers',
  'helpers of V8',
  'other',
] as const;

/** CPU used by each part of a program, in milliseconds. */
export type CpuByPart = Readonly<Record<Part, number>>;

interface Thread {
  readonly part: Part;
  readonly cpuMs: number;
}

/** CPU time that the threads of a program had used at a certain time, keyed by thread id. */
export type Threads = ReadonlyMap<number, Thread>;

/**
 * Returns the CPU time of each thread of a process. Undefined if the operating system does not list
 * threads. Linux lists them.
 */
export function threadsOf(pid: number | undefined): Threads | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  const folder = `/proc/${String(pid)}/task`;
  const threads = new Map<number, Thread>();
  for (const name of readdirSync(folder)) {
    try {
      const comm = readFileSync(`${folder}/${name}/comm`, 'utf8').trim();
      const [ran] = readFileSync(`${folder}/${name}/schedstat`, 'utf8').split(' ');
      const number = Number(name);
      const part = number === pid ? 'event loop' : partNamed(comm);
      threads.set(number, { part, cpuMs: Number(ran) / NS_PER_MS });
    } catch {
      // The thread ended after it was listed and before it was read.
    }
  }
  return threads;
}

/**
 * Returns the part that a thread other than the main thread belongs to, from the name that Node.js
 * gives it.
 */
export function partNamed(comm: string): Part {
  if (comm.includes('libuv')) return 'libuv pool';
  if (comm.includes('WorkerThread')) return 'file workers';
  if (/V8|DelayedTask/.test(comm)) return 'helpers of V8';
  return 'other';
}

/**
 * Returns the CPU time of each part between two points in time. Threads that started in between are
 * included.
 */
export function cpuBetween(before: Threads, after: Threads): CpuByPart {
  const used = Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<Part, number>;
  for (const [number, { part, cpuMs }] of after) {
    used[part] += cpuMs - (before.get(number)?.cpuMs ?? 0);
  }
  return used;
}
