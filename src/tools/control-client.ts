import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { syncPath } from '../auth/private-file.ts';
import type { CopyProgress } from '../domain/store.ts';
import type { ControlAnswer } from '../ops/control.ts';
import { Trouble } from './program.ts';

/** What connecting comes to where no service listens. */
const NOBODY_THERE = new Set(['ENOENT', 'ECONNREFUSED']);

/**
 * Has the running service copy its database to a new file; false when no service is running. Throws
 * when the service does not do it, or goes away.
 */
export async function copyRunning(
  socketPath: string,
  to: string,
  onProgress: CopyProgress,
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
    socket.write(`copy ${to}\n`);
    for await (const line of createInterface(socket)) {
      const answer = JSON.parse(line) as ControlAnswer;
      if (answer.kind === 'done') return true;
      if (answer.kind === 'refused') throw new Trouble(`The service refused: ${answer.reason}`);
      // Here and not at the end, where the service would have to wait for the disk.
      await syncPath(to);
      onProgress(answer.done, answer.of);
    }
    throw new Trouble('The service went away before the copy was whole. Try again.');
  } finally {
    socket.destroy();
  }
}
