import { readdirSync, readFileSync } from 'node:fs';

const NS_PER_MICRO = 1000;

/**
 * Length of a clock tick in microseconds. The kernel reports the CPU of ended processes in ticks
 * (`getconf CLK_TCK`, 100 per second on Linux).
 */
const MICROS_PER_TICK = 10_000;

/** True if the operating system reports the CPU time of child processes (Linux does). */
export const TELLS_CHILDREN = process.platform === 'linux';

/**
 * Returns the CPU time of a process, of its children, and of those children that have ended, in
 * microseconds. PostgreSQL has one process for each connection and several background processes.
 */
export function cpuOfFamily(parent: number): number {
  const live = [parent, ...childrenOf(parent)].map(cpuOf);
  return live.reduce((sum, micros) => sum + micros, 0) + cpuOfEnded(parent);
}

function childrenOf(parent: number): readonly number[] {
  const text = readFileSync(`/proc/${String(parent)}/task/${String(parent)}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

/**
 * Returns the CPU time of a process from the scheduler's exact count. 0 if the process has ended.
 */
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

/** Returns the CPU time of children that ended and were waited for. */
function cpuOfEnded(parent: number): number {
  const stat = readFileSync(`/proc/${String(parent)}/stat`, 'utf8');
  // The name in the line may contain spaces. cutime and cstime are fields 16 and 17 (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * MICROS_PER_TICK;
}
