import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { syncPath } from '../auth/keys/private-file.ts';
import type { CopyProgress } from '../domain/ports/store-admin.ts';
import type { ControlAnswer } from '../ops/control.ts';
import { claimedOperator } from './claimed-operator.ts';
import { CliError } from './program.ts';

/** What connecting comes to where no service listens. */
const NOBODY_THERE = new Set(['ENOENT', 'ECONNREFUSED']);

/** What reading and writing come to where the service broke the connection off. */
const BROKEN_OFF = new Set(['ECONNRESET', 'EPIPE']);

type Answered = Exclude<ControlAnswer, { kind: 'done' | 'refused' }>;

interface Asked {
  readonly line: string;
  readonly onAnswer: (answer: Answered) => Promise<void> | void;
  /** What to tell when the service goes away, or breaks off, before it is done. */
  readonly whenGone: string;
}

/**
 * Has the running service do a command; false when no service is running. Throws when the service
 * does not do it, or goes away.
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

/** Has the running service copy its database to a new file; false when no service is running. */
export function copyRunning(
  socketPath: string,
  to: string,
  onProgress: CopyProgress,
): Promise<boolean> {
  return command(socketPath, {
    line: `copy ${to}`,
    onAnswer: async (answer) => {
      if (answer.kind !== 'progress') return;
      // Here and not at the end, where the service would have to wait for the disk.
      await syncPath(to);
      onProgress(answer.done, answer.of);
    },
    whenGone: 'The service went away before it was done. Try again.',
  });
}

/**
 * Asks the service for something; undefined when none is running.
 *
 * @param look the command that tells how things stand
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

/** As `askIfRunning`; throws when no service is running. */
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
