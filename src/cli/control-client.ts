import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { syncPath } from '../auth/keys/private-file.ts';
import type { CopyProgress } from '../domain/ports/store-admin.ts';
import type { ControlAnswer } from '../ops/control.ts';
import { claimedOperator } from './claimed-operator.ts';
import { CliError } from './program.ts';

/** Error codes of connecting when no service listens on the socket. */
const NOBODY_THERE = new Set(['ENOENT', 'ECONNREFUSED']);

/** Error codes of reading and writing when the service closed the connection. */
const BROKEN_OFF = new Set(['ECONNRESET', 'EPIPE']);

type Answered = Exclude<ControlAnswer, { kind: 'done' | 'refused' }>;

interface Asked {
  readonly line: string;
  readonly onAnswer: (answer: Answered) => Promise<void> | void;
  /** Error message if the service stops or disconnects before the command is done. */
  readonly whenGone: string;
}

/**
 * Sends a command to the running service. Returns false if no service is running. Throws if the
 * service refuses the command or disconnects.
 */
async function command(socketPath: string, { line, onAnswer, whenGone }: Asked): Promise<boolean> {
  const socket = createConnection(socketPath);
  try {
    await once(socket, 'connect');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (NOBODY_THERE.has(code)) return false;
    throw new CliError(`The service cannot be reached at ${socketPath} (${code}).`, {
      cause: error,
    });
  }
  try {
    socket.write(`by=${claimedOperator()} ${line}\n`);
    for await (const written of createInterface(socket)) {
      const answer = JSON.parse(written) as ControlAnswer;
      if (answer.kind === 'done') return true;
      if (answer.kind === 'refused') throw new CliError(`The service refused: ${answer.reason}`);
      await onAnswer(answer);
    }
    throw new CliError(whenGone);
  } catch (cause) {
    if (!BROKEN_OFF.has((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    throw new CliError(whenGone, { cause });
  } finally {
    socket.destroy();
  }
}

/**
 * Lets the running service copy its database to a new file. Returns false if no service is running.
 */
export function copyRunning(
  socketPath: string,
  to: string,
  onProgress: CopyProgress,
): Promise<boolean> {
  return command(socketPath, {
    line: `copy ${to}`,
    onAnswer: async (answer) => {
      if (answer.kind !== 'progress') return;
      // Sync while copying: at the end, the service would have to wait for the disk.
      await syncPath(to);
      onProgress(answer.done, answer.of);
    },
    whenGone: 'The service went away before it was done. Try again.',
  });
}

/**
 * Sends a command and returns its result, or undefined if no service is running.
 *
 * @param statusCommand the command that shows the resulting state, for the error message
 */
export async function askIfRunning<Told>(
  socketPath: string,
  line: string,
  look: string,
): Promise<Told | undefined> {
  let told: unknown;
  const isRunning = await command(socketPath, {
    line,
    onAnswer: (answer) => {
      if (answer.kind === 'told') told = answer.what;
    },
    whenGone:
      'The service went away, or broke off, before it answered: ' +
      `it is not known whether it was done. Look with ${look}.`,
  });
  return isRunning ? (told as Told) : undefined;
}

/** Like `requestIfRunning`, but throws if no service is running. */
export async function askRunning<Told>(
  socketPath: string,
  line: string,
  look: string,
): Promise<Told> {
  const told = await askIfRunning<Told>(socketPath, line, look);
  if (told !== undefined) return told;
  throw new CliError(
    `No service is running on this data folder (${socketPath}). Start it, or set PIS_DATA_DIR.`,
  );
}
