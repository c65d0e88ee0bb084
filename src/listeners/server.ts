import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import type { ConnectionEnded, ListenerName, Observe } from '../domain/records/events.ts';
import { expectDefined } from '../shared/assert.ts';
import { SECOND_MS, type Clock } from '../shared/time.ts';
import type { RequestHandler } from './request-handler.ts';
import { Connections, type ConnectionBounds } from './limits/connection-limits.ts';
import { RequestAdmission } from './http/request-admission.ts';
import { ProxyConnections } from './proxy/proxy-connections.ts';
import type { RequestBounds } from './limits/concurrency-limits.ts';

/** How often slow clients are looked for, in milliseconds. */
const CONNECTIONS_CHECK_MS = SECOND_MS / 2;

/** How long a client may take to shake hands, in milliseconds. */
const HANDSHAKE_TIMEOUT_MS = 3 * SECOND_MS;

/** How long it may take to send the headers of a request, in milliseconds. */
const HEADERS_TIMEOUT_MS = 3 * SECOND_MS;

/** How long a connection may be idle, in milliseconds: a handshake costs more than ten requests. */
const KEEP_ALIVE_MS = 60 * SECOND_MS;

/** How often idle connections are closed while the service stops, in milliseconds. */
const IDLE_CHECK_MS = 50;

/** What a door puts up with. */
export interface ServerBounds extends ConnectionBounds, RequestBounds {
  /** Time a client has to send a whole request, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** Time in which it must take something of an answer, in milliseconds. */
  readonly unreadTimeoutMs: number;
  /** The proxies that say whom they speak for, before anything else; null: nobody does. */
  readonly prefacedBy: readonly string[] | null;
}

/** Where a door listens. */
export interface Place {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface ListenerParts {
  readonly name: ListenerName;
  /** For HTTPS; without it the door speaks HTTP. */
  readonly tls?: ServerOptions;
  /** Milliseconds from any start, never back: for how long something takes. */
  readonly stopwatch: Clock;
  readonly observe: Observe;
}

export interface ListenerServer {
  readonly port: number;
  /** Lets requests in from now on; until then they are answered 503. */
  serve(behind: RequestHandler): void;
  /** Resolves when all connections are closed: idle ones at once, busy ones after `graceMs`. */
  close(graceMs: number): Promise<void>;
  /** Changes what new connections go by. */
  renewTls(tls: SecureContextOptions): void;
}

/** Why a door is not open: its port cannot be had. */
export class PortRefused extends Error {
  override readonly name = 'PortRefused';
  readonly listener: ListenerName;
  readonly port: number;
  readonly isTaken: boolean;

  constructor(listener: ListenerName, { port }: Place, cause: NodeJS.ErrnoException) {
    const { code, message } = cause;
    super(`port ${String(port)} cannot be used (${code ?? message}).`, { cause });
    this.listener = listener;
    this.port = port;
    this.isTaken = code === 'EADDRINUSE';
  }
}

/** Opens a door; rejects with PortRefused when the port cannot be had. */
export async function openServer(
  place: Place,
  bounds: ServerBounds,
  { name: listener, tls, stopwatch, observe }: ListenerParts,
): Promise<ListenerServer> {
  const options = {
    requestTimeout: bounds.requestTimeoutMs,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, bounds.requestTimeoutMs),
    connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The gate does, in the standard's words.
    requireHostHeader: false,
  };
  const secured =
    tls && createHttpsServer({ ...options, handshakeTimeout: HANDSHAKE_TIMEOUT_MS, ...tls });
  const server = secured ?? createHttpServer(options);
  const tellEnd = (reason: ConnectionEnded['reason']): void => {
    observe({ kind: 'connectionEnded', listener, reason });
  };
  const connections = new Connections(bounds, stopwatch, tellEnd);
  const admission = new RequestAdmission({
    ...{ connections, bounds },
    hasOneCallerEach: bounds.maxConnectionsPerCaller !== null,
    tell: (reason) => {
      observe({ kind: 'requestRefused', listener, reason });
    },
  });
  const prefaces =
    bounds.prefacedBy === null ? null : new ProxyConnections(bounds.prefacedBy, tellEnd);
  vet(server, connections, prefaces);
  put(admission, server, secured === undefined ? 'connection' : 'secureConnection', prefaces);
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error): void => {
      reject(new PortRefused(listener, place, error));
    };
    server.once('error', refuse).listen(place.port, place.host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
  server.on('error', (error) => {
    observe({ kind: 'failure', what: 'accepting a connection', error });
  });
  const stopWatching = connections.watch();
  return {
    port: expectDefined(server.address() as AddressInfo | null, 'the address of a server').port,
    serve: (behind) => {
      admission.behind = behind;
    },
    close: async (graceMs) => {
      await closeServer(server, connections, graceMs);
      stopWatching();
    },
    renewTls: (renewed) => secured?.setSecureContext(renewed),
  };
}

/** Has each new connection looked at before Node does anything for it. */
function vet(server: Server, connections: Connections, prefaces: ProxyConnections | null): void {
  const accept = server.listeners('connection');
  const admit = (socket: Socket): void => {
    if (connections.admit(socket)) for (const next of accept) next.call(server, socket);
  };
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    if (prefaces === null) admit(socket);
    else
      prefaces.read(socket, () => {
        admit(socket);
      });
  });
}

/** Puts the gate before everything that Node's HTTP server would answer by itself. */
function put(
  admission: RequestAdmission,
  server: Server,
  opened: 'connection' | 'secureConnection',
  prefaces: ProxyConnections | null,
): void {
  server
    .on(opened, (socket: Socket) => {
      prefaces?.tell(socket);
      admission.open(socket);
    })
    .on('request', (incoming, outgoing) => {
      admission.receive(incoming, outgoing, 'nothing');
    })
    .on('checkContinue', (incoming, outgoing) => {
      admission.receive(incoming, outgoing, 'continue');
    })
    .on('checkExpectation', (incoming, outgoing) => {
      admission.receive(incoming, outgoing, 'unknown');
    })
    .on('connect', (_, socket: Socket) => {
      admission.refuseTunnel(socket);
    })
    .on('clientError', (error, socket: Socket) => {
      admission.fail(error, socket);
    });
}

async function closeServer(
  server: Server,
  connections: Connections,
  graceMs: number,
): Promise<void> {
  const forced = setTimeout(() => {
    server.closeAllConnections();
    // Those that still shake hands are none of HTTP's.
    connections.endUnfinished();
  }, graceMs);
  // A client that keeps its connection busy is let go between two of its requests.
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, IDLE_CHECK_MS);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(forced);
  clearInterval(idle);
}
