import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time between two checks if a server process is committing, in milliseconds. */
const LOOK_MS = 1;

/** A process of a server with its title, such as `postgres: pis db … COMMIT`. */
interface ServerProcess {
  readonly pid: number;
  readonly title: string;
}

/**
 * Returns all processes of a PostgreSQL server. `first` is the id of its main process, which comes
 * first.
 */
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

/** Sends a signal to all processes in the list that still exist. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) unlessGone(() => process.kill(pid, signal));
}

/** The processes to kill: `all`, as when a machine fails, or `one` that serves a client. */
export type Ended = 'all' | 'one';

/**
 * Kills processes of a server with SIGKILL, if possible during a commit. Waits for a commit for at
 * most `patienceMs` milliseconds. If only one process is killed, the server stops the others and
 * recovers from its log. Returns the number of commits that were interrupted.
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

/**
 * Stops all processes of a server with SIGSTOP. Returns their ids, and the ids of those in a
 * commit.
 */
async function standingStill(first: number): Promise<{
  readonly pids: readonly number[];
  readonly committing: readonly number[];
}> {
  // Stop the main process first, so that it starts no more processes.
  signalAll([first], 'SIGSTOP');
  // If the list of processes is empty, the others end when they notice that the main one has ended.
  const pids = [...new Set([first, ...processesOf(first).map(({ pid }) => pid)])];
  signalAll(pids, 'SIGSTOP');
  // A process receives the signal only when it runs next, so wait.
  await sleep(LOOK_MS);
  const committing = processesOf(first).filter(({ title }) => title.endsWith('COMMIT'));
  return { pids, committing: committing.map(({ pid }) => pid) };
}

/** Calls a function about a process. Returns undefined if the process no longer exists. */
function unlessGone<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ESRCH'].includes(code)) return undefined;
    throw error;
  }
}
