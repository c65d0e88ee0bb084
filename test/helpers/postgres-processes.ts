import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Pause between two checks for a commit, in milliseconds. */
const LOOK_MS = 1;

/** A process of a server with its title, such as `postgres: pis db … COMMIT`. */
interface ServerProcess {
  readonly pid: number;
  readonly title: string;
}

/** Returns the processes of a server by its first process's id, that process first. */
export function processesOf(first: number): readonly ServerProcess[] {
  return (
    unlessGone(() => {
      const tasks = `/proc/${String(first)}/task`;
      const children = readdirSync(tasks).flatMap((task) =>
        readFileSync(`${tasks}/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
      );
      return [first, ...children].flatMap((pid) => {
        const title = unlessGone(() => readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8'));
        // A zombie process, which has ended but was not waited for, has no title.
        return title === undefined || title === ''
          ? []
          : [{ pid, title: title.replaceAll('\0', ' ').trim() }];
      });
    }) ?? []
  );
}

/** Sends a signal to those processes that still exist. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) unlessGone(() => process.kill(pid, signal));
}

/** The processes to kill: `all`, as in a loss of the machine, or `one` that serves a client. */
export type Ended = 'all' | 'one';

/**
 * Kills processes of a server (SIGKILL) at one instant, if possible during a commit. Waits for a
 * commit at most `patienceMs` milliseconds. After the loss of one process, the server ends all
 * others and recovers from its log. Returns the number of interrupted commits.
 */
export async function killServer(first: number, which: Ended, patienceMs = 0): Promise<number> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { pids, committing } = await standingStill(first);
    if (committing.length > 0 || performance.now() >= deadline) {
      signalAll(which === 'all' ? pids : committing.slice(0, 1), 'SIGKILL');
      signalAll(pids, 'SIGCONT');
      return committing.length;
    }
    signalAll(pids, 'SIGCONT');
    await sleep(LOOK_MS);
  }
}

/** Stops all processes of a server (SIGSTOP). Returns them, and those that are in a commit. */
async function standingStill(first: number): Promise<{
  readonly pids: readonly number[];
  readonly committing: readonly number[];
}> {
  // A stopped first process starts no others.
  signalAll([first], 'SIGSTOP');
  // Without a list of processes, the others end when they notice that the first one has ended.
  const pids = [...new Set([first, ...processesOf(first).map(({ pid }) => pid)])];
  signalAll(pids, 'SIGSTOP');
  // A signal takes effect when its receiver runs next.
  await sleep(LOOK_MS);
  const committing = processesOf(first).filter(({ title }) => title.endsWith('COMMIT'));
  return { pids, committing: committing.map(({ pid }) => pid) };
}

/** Returns undefined if the process ended during the call. */
function unlessGone<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ESRCH'].includes(code)) return undefined;
    throw error;
  }
}
