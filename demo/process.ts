import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { UnexpectedResult } from './expect.ts';

/** Maximum time for a process to stop, in milliseconds. */
const STOP_MS = 5000;

/** Maximum number of characters of a process's error output that a message quotes. */
const QUOTED_CHARACTERS = 1000;

/** A child process of a demo. */
export interface Watched {
  /** Rejects if the process exits unexpectedly. Never resolves. */
  readonly lost: Promise<never>;
  /** Ends the process. May be called more than once. */
  readonly stop: () => Promise<void>;
}

/**
 * Watches a child process.
 *
 * @param name of the process in messages, at the beginning of a sentence
 */
export function watch(child: ChildProcess, name: string): Watched {
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-QUOTED_CHARACTERS);
  });
  let isStopping = false;
  const lost = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      const how = signal ?? `code ${String(code)}`;
      reject(new UnexpectedResult(`${name} exited unexpectedly (${how}). ${complaint}`.trim()));
    });
  });
  // Handle the rejection, in case nothing waits for `lost`.
  lost.catch(() => undefined);
  const stop = async (): Promise<void> => {
    isStopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(impatient);
  };
  return { lost, stop };
}

/** Returns the environment of a child process: that of the demo without settings of a service. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PIS_'));
  return Object.fromEntries(kept);
}
