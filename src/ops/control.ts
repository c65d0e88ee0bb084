import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { isAbsolute } from 'node:path';
import type { Observe } from '../domain/events.ts';
import type { Store } from '../domain/store.ts';

/** Commands that may be under way at once, those that are turned away included. */
const MAX_CONNECTIONS = 4;
/** Longest command, in characters. */
const MAX_COMMAND_CHARACTERS = 8192;

/** What is answered to the one command there is, each as a line of JSON. */
export type ControlAnswer =
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly reason: string };

export interface ControlParts {
  /** Where the socket is to lie: only who may reach it there commands. */
  readonly path: string;
  readonly store: Pick<Store, 'backup'>;
  readonly observe: Observe;
}

export interface Control {
  /** Takes no more commands and breaks off what is under way. */
  close(): Promise<void>;
}

/**
 * Opens the socket at which the running service takes its operators' commands; there is one,
 * `copy <absolute path>`: a copy of the database goes to a new file at that path. It is broken off
 * when the caller goes away. To be opened by whoever has the store open: a socket that lies there
 * already is left of a service that was killed. Without a socket the service goes on.
 */
export function openControl({ path, store, observe }: ControlParts): Promise<Control> {
  const sockets = new Set<Socket>();
  let isCopying = false;

  const copy = async (to: string, socket: Socket): Promise<ControlAnswer> => {
    if (!isAbsolute(to)) return { kind: 'refused', reason: 'There is no such command.' };
    if (isCopying) return { kind: 'refused', reason: 'Another backup is under way.' };
    isCopying = true;
    let shownPercent = -1;
    try {
      await store.backup(to, (done, of) => {
        if (socket.destroyed) throw new Error('The caller went away.');
        const percent = Math.floor((100 * done) / of);
        if (percent === shownPercent) return;
        shownPercent = percent;
        tell(socket, { kind: 'progress', done, of });
      });
      return { kind: 'done' };
    } catch (error) {
      observe({ kind: 'failure', what: 'copying the database', error });
      return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
    } finally {
      isCopying = false;
    }
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    let command = '';
    socket.setEncoding('utf8');
    socket.on('close', () => sockets.delete(socket));
    // Who went away is told nothing; the copy notices by itself.
    socket.on('error', () => socket.destroy());
    socket.on('data', (text: string) => {
      command += text;
      if (command.length > MAX_COMMAND_CHARACTERS) socket.destroy();
      if (!command.endsWith('\n')) return;
      const [, to = ''] = /^copy (.*)\n$/.exec(command) ?? [];
      command = '';
      void copy(to, socket).then((answer) => socket.end(`${JSON.stringify(answer)}\n`));
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

function tell(socket: Socket, answer: ControlAnswer): void {
  socket.write(`${JSON.stringify(answer)}\n`);
}
