import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { present } from '../kernel/assert.ts';
import { networkOf } from '../kernel/network.ts';
import { SECOND_MS } from '../kernel/time.ts';
import { plainAddress } from './addresses.ts';

/** How often slow clients are looked for, in milliseconds. */
const CONNECTIONS_CHECK_MS = 2 * SECOND_MS;

/** How long a client may take to send the headers of a request, in milliseconds. */
const HEADERS_TIMEOUT_MS = 10 * SECOND_MS;

/** How long a connection may be idle, in milliseconds: a handshake costs more than ten requests. */
const KEEP_ALIVE_MS = 60 * SECOND_MS;

/** How often idle connections are closed while the service stops, in milliseconds. */
const IDLE_CHECK_MS = 50;

/** What a door puts up with. */
export interface ServerBounds {
  /** Time a client has to send a whole request, in milliseconds. */
  readonly requestTimeoutMs: number;
  readonly maxConnections: number;
  /** Of one address; null: as many as there are in all. */
  readonly maxConnectionsPerAddress: number | null;
  /** The only addresses that may connect; null: any. */
  readonly onlyFrom: readonly string[] | null;
}

/** Where a door listens. */
export interface Place {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface DoorServer {
  readonly port: number;
  /** Hands requests on from now on; until then they are answered 503. */
  serve(listener: RequestListener): void;
  /** Resolves when all connections are closed: idle ones at once, busy ones after `graceMs`. */
  close(graceMs: number): Promise<void>;
  /** Changes what new connections go by. */
  renewTls(tls: SecureContextOptions): void;
}

/** Listens over HTTP, or over HTTPS where `tls` is given; rejects when the port cannot be had. */
export async function openServer(
  place: Place,
  bounds: ServerBounds,
  tls?: ServerOptions,
): Promise<DoorServer> {
  const options = {
    requestTimeout: bounds.requestTimeoutMs,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, bounds.requestTimeoutMs),
    connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  let listener: RequestListener = (_, outgoing) => {
    outgoing.writeHead(503, { 'retry-after': '1' }).end();
  };
  const handle: RequestListener = (incoming, outgoing) => {
    listener(incoming, outgoing);
  };
  const secured =
    tls === undefined
      ? undefined
      : createHttpsServer({ ...options, handshakeTimeout: HEADERS_TIMEOUT_MS, ...tls }, handle);
  const server = secured ?? createHttpServer(options, handle);
  server.maxConnections = bounds.maxConnections;
  boundConnections(server, bounds);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(place.port, place.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: present(server.address() as AddressInfo | null, 'the address of a server').port,
    serve: (next) => {
      listener = next;
    },
    close: (graceMs) => closeServer(server, graceMs),
    renewTls: (renewed) => secured?.setSecureContext(renewed),
  };
}

/** Closes a connection of an address that may have none, or no more, before a byte is read. */
function boundConnections(server: Server, bounds: ServerBounds): void {
  const { maxConnectionsPerAddress, onlyFrom } = bounds;
  const connections = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress);
    const network = networkOf(address);
    const open = connections.get(network) ?? 0;
    const isBarred = onlyFrom !== null && !onlyFrom.includes(address);
    if (isBarred || open >= (maxConnectionsPerAddress ?? Infinity)) {
      socket.destroy();
      return;
    }
    connections.set(network, open + 1);
    socket.once('close', () => {
      const left = (connections.get(network) ?? 1) - 1;
      if (left === 0) connections.delete(network);
      else connections.set(network, left);
    });
  });
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const forced = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  // A client that keeps its connection busy is let go between two of its requests.
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, IDLE_CHECK_MS);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(forced);
  clearInterval(idle);
}
