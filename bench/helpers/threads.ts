import { readdirSync, readFileSync } from 'node:fs';

const NS_PER_MS = 1e6;

/** Which part of a program a thread is. */
export type Part = (typeof PARTS)[number];

export const PARTS = [
  'event loop',
  'libuv pool',
  'file workers',
  'helpers of V8',
  'other',
] as const;

/** CPU that each part of a program has used, in milliseconds. */
export type CpuByPart = Readonly<Record<Part, number>>;

interface Thread {
  readonly part: Part;
  readonly cpuMs: number;
}

/** What the threads of a program had used at one moment, by their number. */
export type Threads = ReadonlyMap<number, Thread>;

/** Of a process. Undefined where the operating system does not tell (it does on Linux). */
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
      // It ended between the two.
    }
  }
  return threads;
}

/** What a thread other than the first is, by the name that the engine gives it. */
export function partNamed(comm: string): Part {
  if (comm.includes('libuv')) return 'libuv pool';
  if (comm.includes('WorkerThread')) return 'file workers';
  if (/V8|DelayedTask/.test(comm)) return 'helpers of V8';
  return 'other';
}

/** What each part used from one moment to another; what began between them is in it. */
export function cpuBetween(before: Threads, after: Threads): CpuByPart {
  const used = Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<Part, number>;
  for (const [number, { part, cpuMs }] of after) {
    used[part] += cpuMs - (before.get(number)?.cpuMs ?? 0);
  }
  return used;
}
