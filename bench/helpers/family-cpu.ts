import { readdirSync, readFileSync } from 'node:fs';

const NS_PER_MICRO = 1000;

/** What the kernel counts the time of ended processes in: `getconf CLK_TCK`, 100 on Linux. */
const MICROS_PER_TICK = 10_000;

/** Whether the operating system tells what a process's children use (Linux does). */
export const TELLS_CHILDREN = process.platform === 'linux';

/**
 * CPU that a process, its children and those of its children that ended have used so far, in
 * microseconds: PostgreSQL has a process for each connection, and some of its own.
 */
export function cpuOfFamily(parent: number): number {
  const live = [parent, ...childrenOf(parent)].map(cpuOf);
  return live.reduce((sum, micros) => sum + micros, 0) + cpuOfEnded(parent);
}

function childrenOf(parent: number): readonly number[] {
  const text = readFileSync(`/proc/${String(parent)}/task/${String(parent)}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

/** By the scheduler's own count, which is exact; nothing of one that ended since it was found. */
function cpuOf(pid: number): number {
  try {
    const folder = `/proc/${String(pid)}/task`;
    return readdirSync(folder).reduce((sum, thread) => {
      const [ran] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ');
      return sum + Number(ran) / NS_PER_MICRO;
    }, 0);
  } catch {
    return 0;
  }
}

/** Of children that ended and were waited for. */
function cpuOfEnded(parent: number): number {
  const stat = readFileSync(`/proc/${String(parent)}/stat`, 'utf8');
  // The name before it may have spaces; cutime and cstime are the 16th and 17th of all (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * MICROS_PER_TICK;
}
