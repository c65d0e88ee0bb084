import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import type { Observe } from '../domain/records/events.ts';
import { SECOND_MS } from '../shared/time.ts';

/** Commands that may be under way at once. */
export const MAX_COMMANDS = 4;
/** Connections there may be at once: more than that are broken off without a word. */
const MAX_CONNECTIONS = 64;
/** How long a connection may take to bring its command, in milliseconds. */
const COMMAND_WITHIN_MS = 10 * SECOND_MS;
/** Longest command, in characters. */
const MAX_COMMAND_CHARACTERS = 8192;

/** What is answered to a command, each as a line of JSON; the last one is `done` or `refused`. */
export type ControlAnswer =
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  /** Something that was asked for. */
  | { readonly kind: 'told'; readonly what: unknown }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Who gave a command, at the other end of the socket. */
export interface Caller {
  /** `<user>/<login user id>`, as the client claims; null where it names nobody. */
  readonly operator: string | null;
  readonly isGone: () => boolean;
  readonly tell: (answer: ControlAnswer) => void;
}

/** Does what a command asks for. Throws `CommandRefused` where that cannot be done. */
export type ControlCommand = (argument: string, caller: Caller) => Promise<void>;

/** Why a command is not done: nothing failed. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

export interface ControlParts {
  /** Where the socket is to lie: only who may reach it there commands. */
  readonly path: string;
  readonly commands: Readonly<Record<string, ControlCommand>>;
  /** Records a command in the audit log. A command that cannot be recorded is refused. */
  readonly record: (name: string, argument: string, caller: Caller) => Promise<void>;
  readonly observe: Observe;
}

/** A line: who claims to give the command, its name, and what it is given. */
const COMMAND_LINE = /^(?:by=(\S+) )?(\S+)(?: (.*))?\n$/;
/** What a client may claim. */
const OPERATOR = /^[\w.@\\$-]{1,64}\/(?:\d{1,10}|-)$/;

export interface Control {
  /** Takes no more commands and breaks off what is under way. */
  close(): Promise<void>;
}

/**
 * Opens the socket at which the running service takes its operators' commands, each a line: a name
 * and what it is given. To be opened by whoever has the store open: a socket that lies there
 * already is left of a service that was killed. Without a socket the service goes on.
 */
export function openControl(parts: ControlParts): Promise<Control> {
  const { path, observe } = parts;
  const sockets = new Set<Socket>();
  const perform = performer(parts);

  const server = createServer((socket) => {
    sockets.add(socket);
    const isGone = (): boolean => socket.destroyed;
    const tell = (answer: ControlAnswer): void => {
      socket.write(`${JSON.stringify(answer)}\n`);
    };
    let line = '';
    socket.setEncoding('utf8');
    // Whoever says nothing takes no place for ever.
    const silence = setTimeout(() => socket.destroy(), COMMAND_WITHIN_MS);
    socket.on('close', () => {
      clearTimeout(silence);
      sockets.delete(socket);
    });
    // Who went away is told nothing; a long command notices by itself.
    socket.on('error', () => socket.destroy());
    socket.on('data', (text: string) => {
      line += text;
      if (line.length > MAX_COMMAND_CHARACTERS) socket.destroy();
      if (!line.endsWith('\n')) return;
      clearTimeout(silence);
      const given = line;
      line = '';
      void perform(given, isGone, tell).then((answer) => {
        tell(answer);
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
 * Throws where another process takes commands at a socket: the data folder is its own, also when
 * the database is not in it. A second one would clear away its uploads under way.
 */
export function refuseServed(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      reject(new Error('The data folder is open in another process: each node has its own.'));
    });
    // Nobody listens: there is none, or what lies there is left of a service that was killed.
    socket.once('error', () => {
      resolve();
    });
  });
}

/** Does what a line asks for, a few at a time, and tells how it ended. */
function performer({ commands, record, observe }: ControlParts) {
  let underWay = 0;

  return async (
    line: string,
    isGone: Caller['isGone'],
    tell: Caller['tell'],
  ): Promise<ControlAnswer> => {
    const [, operator = null, name = '', argument = ''] = COMMAND_LINE.exec(line) ?? [];
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) return { kind: 'refused', reason: 'There is no such command.' };
    if (operator !== null && !OPERATOR.test(operator)) {
      return { kind: 'refused', reason: 'by= does not name an operator as <user>/<user id>.' };
    }
    const caller = { operator, isGone, tell };
    if (underWay >= MAX_COMMANDS) {
      const reason = 'It is busy with other commands, and nothing of this one was done. Try again.';
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
