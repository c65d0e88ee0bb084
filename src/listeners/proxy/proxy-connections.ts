import type { Socket } from 'node:net';
import type { ConnectionEnded } from '../../domain/records/events.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { nameOfSocket, plainAddress } from './addresses.ts';
import { readProxyHeader, type ProxiedClient } from './proxy-header.ts';

/** Time in which a proxy must send its header, in milliseconds. */
const PREFACE_TIMEOUT_MS = 3 * SECOND_MS;

/**
 * Reads PROXY protocol headers (version 2), which proxies send first on each connection. The socket
 * then reports the client's address as its own. After `overrideTlsAddress`, so does the TLS socket
 * above it. The limits of connections therefore apply to clients, not to the proxy.
 */
export class ProxyConnections {
  readonly #trusted: readonly string[];
  readonly #report: (reason: ConnectionEnded['reason']) => void;
  readonly #clients = new Map<string, ProxiedClient>();

  /** @param trusted addresses of the proxies. Connections from others are ended */
  constructor(trusted: readonly string[], report: (reason: ConnectionEnded['reason']) => void) {
    this.#trusted = trusted;
    this.#report = report;
  }

  /**
   * Reads the PROXY header of a new connection, then calls `onHeader`. Ends the connection if the
   * header is missing or invalid.
   */
  read(socket: Socket, onHeader: () => void): void {
    if (socket.remoteAddress === undefined) {
      // A load balancer's health check may have closed its connection already.
      socket.on('error', ignore).destroy();
      return;
    }
    if (!this.#trusted.includes(plainAddress(socket.remoteAddress))) {
      this.#end(socket, 'barred');
      return;
    }
    let read = Buffer.alloc(0);
    const timeout = setTimeout(() => this.#end(socket, 'preface'), PREFACE_TIMEOUT_MS);
    const stop = (): void => {
      clearTimeout(timeout);
      socket.off('readable', readHeader).off('close', stop).off('error', ignore);
    };
    const readHeader = (): void => {
      for (let chunk = take(socket); chunk !== null; chunk = take(socket)) {
        read = Buffer.concat([read, chunk]);
      }
      const header = readProxyHeader(read);
      if (header.kind === 'incomplete') return;
      stop();
      if (header.kind === 'invalid') {
        this.#end(socket, 'preface');
        return;
      }
      // Puts bytes after the header back for the next reader.
      if (read.length > header.bytes) socket.unshift(read.subarray(header.bytes));
      if (header.client !== null) this.#setClient(socket, header.client);
      onHeader();
    };
    socket.on('readable', readHeader).on('close', stop).on('error', ignore);
  }

  /** Makes the TLS socket above such a connection report the client's address too. */
  overrideTlsAddress(socket: Socket): void {
    const client = this.#clients.get(nameOfSocket(socket));
    if (client !== undefined) overrideAddress(socket, client);
  }

  #setClient(socket: Socket, client: ProxiedClient): void {
    const name = nameOfSocket(socket);
    this.#clients.set(name, client);
    socket.once('close', () => this.#clients.delete(name));
    overrideAddress(socket, client);
  }

  #end(socket: Socket, reason: ConnectionEnded['reason']): void {
    this.#report(reason);
    socket.on('error', ignore).destroy();
  }
}

/** Ignores a socket error: the socket closes after it. */
function ignore(): void {
  return undefined;
}

function take(socket: Socket): Buffer | null {
  return socket.read() as Buffer | null;
}

/** Makes a socket report the address of the proxied client. */
function overrideAddress(socket: Socket, { address, port }: ProxiedClient): void {
  Object.defineProperties(socket, {
    remoteAddress: { value: address, configurable: true },
    remotePort: { value: port, configurable: true },
  });
}
