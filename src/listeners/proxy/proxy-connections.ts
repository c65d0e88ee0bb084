import type { Socket } from 'node:net';
import type { ConnectionEnded } from '../../domain/records/events.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { plainAddress } from './addresses.ts';
import { readProxyHeader, type ProxiedClient } from './proxy-header.ts';

/** How long a proxy may take to say whom it speaks for, in milliseconds. */
const PREFACE_TIMEOUT_MS = 3 * SECOND_MS;

/** Whom a socket is of: the proxy's own address and port, before it is told otherwise. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${String(remotePort)}`;
}

/**
 * What proxies say before anything else on their connections: whom they speak for (PROXY protocol,
 * version 2). From then on the socket tells the client's address as its own, and so does that of
 * TLS over it after `tell`: a client counts as if it had come by itself.
 */
export class ProxyConnections {
  readonly #trusted: readonly string[];
  readonly #tell: (why: ConnectionEnded['reason']) => void;
  readonly #clients = new Map<string, ProxiedClient>();

  /** @param trusted the addresses of proxies; nobody else is listened to */
  constructor(trusted: readonly string[], tell: (why: ConnectionEnded['reason']) => void) {
    this.#trusted = trusted;
    this.#tell = tell;
  }

  /** Has a new connection's preface read; `go` takes the connection after it, if there was one. */
  read(socket: Socket, go: () => void): void {
    if (socket.remoteAddress === undefined) {
      // A balancer that only looked whether we are there has gone again already.
      socket.on('error', ignore).destroy();
      return;
    }
    if (!this.#trusted.includes(plainAddress(socket.remoteAddress))) {
      this.#end(socket, 'barred');
      return;
    }
    let read = Buffer.alloc(0);
    const timeout = setTimeout(() => {
      this.#end(socket, 'preface');
    }, PREFACE_TIMEOUT_MS);
    const stop = (): void => {
      clearTimeout(timeout);
      socket.off('readable', look).off('close', stop).off('error', ignore);
    };
    const look = (): void => {
      for (let chunk = take(socket); chunk !== null; chunk = take(socket)) {
        read = Buffer.concat([read, chunk]);
      }
      const header = readProxyHeader(read);
      if (header.kind === 'more') return;
      stop();
      if (header.kind === 'none') {
        this.#end(socket, 'preface');
        return;
      }
      // What came with it belongs to whoever takes the connection.
      if (read.length > header.bytes) socket.unshift(read.subarray(header.bytes));
      if (header.client !== null) this.#dress(socket, header.client);
      go();
    };
    socket.on('readable', look).on('close', stop).on('error', ignore);
  }

  /** Has the socket of TLS over such a connection tell the client's address too. */
  tell(socket: Socket): void {
    const client = this.#clients.get(nameOf(socket));
    if (client !== undefined) wear(socket, client);
  }

  #dress(socket: Socket, client: ProxiedClient): void {
    const name = nameOf(socket);
    this.#clients.set(name, client);
    socket.once('close', () => {
      this.#clients.delete(name);
    });
    wear(socket, client);
  }

  #end(socket: Socket, why: ConnectionEnded['reason']): void {
    this.#tell(why);
    socket.on('error', ignore).destroy();
  }
}

/** The socket closes after it, and that is all there is to do. */
function ignore(): void {
  return undefined;
}

function take(socket: Socket): Buffer | null {
  return socket.read() as Buffer | null;
}

/** Has a socket tell the address of the client for whom the proxy speaks. */
function wear(socket: Socket, { address, port }: ProxiedClient): void {
  Object.defineProperties(socket, {
    remoteAddress: { value: address, configurable: true },
    remotePort: { value: port, configurable: true },
  });
}
