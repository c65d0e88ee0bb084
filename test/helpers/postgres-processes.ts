import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Between two looks for a commit, in milliseconds. */
const LOOK_MS = 1;

/** A process of a server, and what it says of itself, such as `postgres: pis db … COMMIT`. */
interface ServerProcess {
  readonly pid: number;
  readonly title: string;
}

/** The processes of the server whose first one this is, that one before the others. */
export function processesOf(first: number): readonly ServerProcess[] {
  return (
    unlessGone(() => {
      const tasks = `/proc/${String(first)}/task`;
      const children = readdirSync(tasks).flatMap((task) =>
        readFileSync(`${tasks}/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
      );
      return [first, ...children].flatMap((pid) => {
        const title = unlessGone(() => readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8'));
        // One that has ended and that nobody has asked about yet is there without a title.
        return title === undefined || title === ''
          ? []
          : [{ pid, title: title.replaceAll('\0', ' ').trim() }];
      });
    }) ?? []
  );
}

/** Sends a signal to those of them that are still there. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) unlessGone(() => process.kill(pid, signal));
}

/** Which processes are ended: all, as where the machine is lost; or one that serves a client. */
export type Ended = 'all' | 'one';

/**
 * Ends processes of a server (SIGKILL) at one instant: in the midst of a commit, where one comes
 * within so many milliseconds. Of one that is ended the first process hears: it ends all others,
 * and starts anew from its log. How many commits were cut off.
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

/** Stops all processes of a server; which they are, and which of them are in a commit. */
async function standingStill(first: number): Promise<{
  readonly pids: readonly number[];
  readonly committing: readonly number[];
}> {
  // Standing still it starts no others.
  signalAll([first], 'SIGSTOP');
  // Where no list of processes is to be had, the others end when they see that it has.
  const pids = [...new Set([first, ...processesOf(first).map(({ pid }) => pid)])];
  signalAll(pids, 'SIGSTOP');
  // A signal takes effect when its receiver next runs.
  await sleep(LOOK_MS);
  const committing = processesOf(first).filter(({ title }) => title.endsWith('COMMIT'));
  return { pids, committing: committing.map(({ pid }) => pid) };
}

/** A process may end while it is looked at: what was asked of it then has no answer. */
function unlessGone<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ESRCH'].includes(code)) return undefined;
    throw error;
  }
}
