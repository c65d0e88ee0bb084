import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { syncPath } from '../auth/keys/private-file.ts';
import type { CopyProgress } from '../domain/ports/store-admin.ts';
import type { ControlAnswer } from '../ops/control.ts';
import { claimedOperator } from './claimed-operator.ts';
import { CliError } from './program.ts';

/** Error codes of connecting when no service listens on the socket. */
const NOT_RUNNING = new Set(['ENOENT', 'ECONNREFUSED']);

/** Error codes of reading and writing when the service closed the connection. */
const DISCONNECTED = new Set(['ECONNRESET', 'EPIPE']);

type Reply = Exclude<ControlAnswer, { kind: 'done' | 'refused' }>;

interface Command {
  readonly line: string;
  readonly onReply: (answer: Reply) => Promise<void> | void;
  /** Error message if the service stops or disconnects before the command is done. */
  readonly goneMessage: string;
}

/**
 * Sends a command to the running service. Returns false if no service is running. Throws if the
 * service refuses the command or disconnects.
 */
async function command(
  socketPath: string,
  { line, onReply, goneMessage }: Command,
): Promise<boolean> {
  const socket = createConnection(socketPath);
  try {
    await once(socket, 'connect');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (NOT_RUNNING.has(code)) return false;
    throw new CliError(`Cannot connect to the service at ${socketPath} (${code}).`, {
      cause: error,
    });
  }
  try {
    socket.write(`by=${claimedOperator()} ${line}\n`);
    for await (const written of createInterface(socket)) {
      const answer = JSON.parse(written) as ControlAnswer;
      if (answer.kind === 'done') return true;
      if (answer.kind === 'refused') throw new CliError(`The service refused: ${answer.reason}`);
      await onReply(answer);
    }
    throw new CliError(goneMessage);
  } catch (cause) {
    if (!DISCONNECTED.has((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    throw new CliError(goneMessage, { cause });
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
    onReply: async (answer) => {
      if (answer.kind !== 'progress') return;
      // Sync while copying: at the end, the service would have to wait for the disk.
      await syncPath(to);
      onProgress(answer.done, answer.of);
    },
    goneMessage: 'The service stopped or disconnected before the copy was complete. Try again.',
  });
}

/**
 * Sends a command and returns its result, or undefined if no service is running.
 *
 * @param statusCommand the command that shows the resulting state, for the error message
 */
export async function requestIfRunning<Result>(
  socketPath: string,
  line: string,
  statusCommand: string,
): Promise<Result | undefined> {
  let result: unknown;
  const isRunning = await command(socketPath, {
    line,
    onReply: (answer) => {
      if (answer.kind === 'result') result = answer.value;
    },
    goneMessage:
      'The service stopped or disconnected before it answered. ' +
      `The command may or may not have been carried out. Check with: ${statusCommand}`,
  });
  return isRunning ? (result as Result) : undefined;
}

/** Like `requestIfRunning`, but throws if no service is running. */
export async function request<Result>(
  socketPath: string,
  line: string,
  statusCommand: string,
): Promise<Result> {
  const result = await requestIfRunning<Result>(socketPath, line, statusCommand);
  if (result !== undefined) return result;
  throw new CliError(
    `No service is running on this data folder (${socketPath}). Start it, or set PIS_DATA_DIR.`,
  );
}
