import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import type { Observe } from '../domain/records/events.ts';
import { SECOND_MS } from '../shared/time.ts';

/** Maximum number of commands that run at the same time. */
export const MAX_COMMANDS = 4;
/** Maximum number of open connections. Further connections are closed without an answer. */
const MAX_CONNECTIONS = 64;
/** Time limit for a connection to send its command, in milliseconds. */
const COMMAND_WITHIN_MS = 10 * SECOND_MS;
/** Longest command, in characters. */
const MAX_COMMAND_CHARACTERS = 8192;

/**
 * A message to the client, sent as one line of JSON. The last message of a command is `done` or
 * `refused`.
 */
export type ControlAnswer =
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  /** The value that the command returns. */
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly reason: string };

/** The client at the other end of the socket. */
export interface Caller {
  /** `<user>/<login user id>` as the client claims it, or null if it claims nothing. */
  readonly operator: string | null;
  readonly isGone: () => boolean;
  readonly send: (answer: ControlAnswer) => void;
}

/** Runs a command. Throws `CommandRefused` if the command cannot be carried out. */
export type ControlCommand = (argument: string, caller: Caller) => Promise<void>;

/** Thrown when a command is refused although nothing has failed, for example for an unknown ID. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

export interface ControlParts {
  /** Path of the socket. Its file permissions decide who can send commands. */
  readonly path: string;
  readonly commands: Readonly<Record<string, ControlCommand>>;
  /** Records a command in the audit log. A command that cannot be recorded is refused. */
  readonly record: (name: string, argument: string, caller: Caller) => Promise<void>;
  readonly observe: Observe;
}

/** One line: the claimed operator (optional), the command's name and its argument (optional). */
const COMMAND_LINE = /^(?:by=(\S+) )?(\S+)(?: (.*))?\n$/;
/** Format of the operator that a client claims to act for. */
const OPERATOR = /^[\w.@\\$-]{1,64}\/(?:\d{1,10}|-)$/;

export interface Control {
  /** Accepts no further commands and closes all connections. */
  close(): Promise<void>;
}

/**
 * Opens the Unix socket on which the running service accepts operators' commands. A command is one
 * line with a name and an argument. Call it only after the store is open: a socket file that
 * already exists was then left by a killed service, and is replaced. If the socket cannot be
 * opened, the failure is logged and the service continues without it.
 */
export function openControl(parts: ControlParts): Promise<Control> {
  const { path, observe } = parts;
  const sockets = new Set<Socket>();
  const runCommand = createCommandRunner(parts);

  const server = createServer((socket) => {
    sockets.add(socket);
    const isGone = (): boolean => socket.destroyed;
    const send = (answer: ControlAnswer): void => {
      socket.write(`${JSON.stringify(answer)}\n`);
    };
    let line = '';
    socket.setEncoding('utf8');
    // A client that sends nothing must not occupy a connection for ever.
    const commandTimeout = setTimeout(() => socket.destroy(), COMMAND_WITHIN_MS);
    socket.on('close', () => {
      clearTimeout(commandTimeout);
      sockets.delete(socket);
    });
    // A closed connection gets no answer. A long command checks `isGone` itself.
    socket.on('error', () => socket.destroy());
    socket.on('data', (text: string) => {
      line += text;
      if (line.length > MAX_COMMAND_CHARACTERS) socket.destroy();
      if (!line.endsWith('\n')) return;
      clearTimeout(commandTimeout);
      const received = line;
      line = '';
      void runCommand(received, isGone, send).then((answer) => {
        send(answer);
        socket.end();
      });
    });
  });
  server.maxConnections = MAX_CONNECTIONS;

  return new Promise((resolve) => {
    const close = (): Promise<void> =>
      new Promise((closed) => {
        server.close(() => {
          closed();
        });
        for (const socket of sockets) socket.destroy();
      });
    server.once('listening', () => {
      chmodSync(path, 0o600);
      resolve({ close });
    });
    server.on('error', (error) => {
      observe({ kind: 'failure', what: `opening the control socket ${path}`, error });
      resolve({ close });
    });
    rmSync(path, { force: true });
    server.listen(path);
  });
}

/**
 * Throws if another process listens on the control socket. Each process needs its own data folder,
 * even when the database is elsewhere: a second process would delete the first one's uploads.
 */
export function assertNotInUse(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      reject(
        new Error(
          'The data folder is open in another process. Each node needs its own data folder.',
        ),
      );
    });
    // No process listens: there is no socket, or a killed service left it.
    socket.once('error', () => {
      resolve();
    });
  });
}

/**
 * Returns a function that runs the command of one line and returns the last message. At most
 * `MAX_COMMANDS` run at the same time.
 */
function createCommandRunner({ commands, record, observe }: ControlParts) {
  let underWay = 0;

  return async (
    line: string,
    isGone: Caller['isGone'],
    send: Caller['send'],
  ): Promise<ControlAnswer> => {
    const [, operator = null, name = '', argument = ''] = COMMAND_LINE.exec(line) ?? [];
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) return { kind: 'refused', reason: 'Unknown command.' };
    if (operator !== null && !OPERATOR.test(operator)) {
      return { kind: 'refused', reason: 'by= must name an operator as <user>/<user id>.' };
    }
    const caller = { operator, isGone, send };
    if (underWay >= MAX_COMMANDS) {
      const reason =
        'The service is busy with other commands. This command was not started. Try again.';
      return { kind: 'refused', reason };
    }
    underWay += 1;
    try {
      await record(name, argument, caller);
      await command(argument, caller);
      return { kind: 'done' };
    } catch (error) {
      if (!(error instanceof CommandRefused)) {
        observe({ kind: 'failure', what: `the command ${name}`, error });
      }
      return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
    } finally {
      underWay -= 1;
    }
  };
}
