import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { syncPath } from '../auth/private-file.ts';
import type { CopyProgress } from '../domain/store.ts';
import type { ControlAnswer } from '../ops/control.ts';
import { Trouble } from './program.ts';

/** What connecting comes to where no service listens. */
const NOBODY_THERE = new Set(['ENOENT', 'ECONNREFUSED']);

type Answered = Exclude<ControlAnswer, { kind: 'done' | 'refused' }>;

/**
 * Has the running service do a command; false when no service is running. Throws when the service
 * does not do it, or goes away.
 */
async function command(
  socketPath: string,
  line: string,
  onAnswer: (answer: Answered) => Promise<void> | void,
): Promise<boolean> {
  const socket = createConnection(socketPath);
  try {
    await once(socket, 'connect');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (NOBODY_THERE.has(code)) return false;
    throw new Trouble(`The service cannot be reached at ${socketPath} (${code}).`, {
      cause: error,
    });
  }
  try {
    socket.write(`${line}\n`);
    for await (const written of createInterface(socket)) {
      const answer = JSON.parse(written) as ControlAnswer;
      if (answer.kind === 'done') return true;
      if (answer.kind === 'refused') throw new Trouble(`The service refused: ${answer.reason}`);
      await onAnswer(answer);
    }
    throw new Trouble('The service went away before it was done. Try again.');
  } finally {
    socket.destroy();
  }
}

/** Has the running service copy its database to a new file; false when no service is running. */
export function copyRunning(
  socketPath: string,
  to: string,
  onProgress: CopyProgress,
): Promise<boolean> {
  return command(socketPath, `copy ${to}`, async (answer) => {
    if (answer.kind !== 'progress') return;
    // Here and not at the end, where the service would have to wait for the disk.
    await syncPath(to);
    onProgress(answer.done, answer.of);
  });
}

/** Asks the running service for something; throws when none is running. */
export async function askRunning<Told>(socketPath: string, line: string): Promise<Told> {
  let told: unknown;
  const isRunning = await command(socketPath, line, (answer) => {
    if (answer.kind === 'told') told = answer.what;
  });
  if (isRunning) return told as Told;
  throw new Trouble(
    `No service is running on this data folder (${socketPath}). Start it, or set PIS_DATA_DIR.`,
  );
}
