import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import type { ConnectionEnded, ListenerName, Observe } from '../domain/records/events.ts';
import { expectDefined } from '../shared/assert.ts';
import { SECOND_MS, type Stopwatch } from '../shared/time.ts';
import type { RequestHandler } from './request-handler.ts';
import { Connections, type ConnectionBounds } from './limits/connection-limits.ts';
import { RequestAdmission } from './http/request-admission.ts';
import { ProxyConnections } from './proxy/proxy-connections.ts';
import type { RequestBounds } from './limits/concurrency-limits.ts';

/** Interval at which Node checks header and request timeouts, in milliseconds. */
const CONNECTIONS_CHECK_MS = SECOND_MS / 2;

/** Maximum duration of a TLS handshake, in milliseconds. */
const HANDSHAKE_TIMEOUT_MS = 3 * SECOND_MS;

/** Time in which a client must send the headers of a request, in milliseconds. */
const HEADERS_TIMEOUT_MS = 3 * SECOND_MS;

/**
 * Maximum idle time of a connection, in milliseconds. It is long because a TLS handshake costs more
 * than ten requests.
 */
const KEEP_ALIVE_MS = 60 * SECOND_MS;

/** Maximum size of the target and the headers of a request, in bytes. */
const MAX_HEAD_BYTES = 16 * 1024;

/** Interval at which idle connections are closed while the service stops, in milliseconds. */
const IDLE_CHECK_MS = 50;

/** Timeouts and limits of a listener. */
export interface ServerBounds extends ConnectionBounds, RequestBounds {
  /** Time in which a client must send a whole request, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** Time in which a client must read some part of a response, in milliseconds. */
  readonly unreadTimeoutMs: number;
  /**
   * Addresses of the proxies that must send a PROXY protocol header first on each connection, or
   * null if there is no such proxy.
   */
  readonly proxyProtocolFrom: readonly string[] | null;
}

/** Address and port of a listener. */
export interface ListenAddress {
  readonly host: string;
  /** Port number. With 0, the operating system chooses a free port. */
  readonly port: number;
}

export interface ListenerParts {
  readonly name: ListenerName;
  /** TLS options for HTTPS. Without them the listener serves HTTP. */
  readonly tls?: ServerOptions;
  /** Monotonic clock in milliseconds, for measuring durations. */
  readonly stopwatch: Stopwatch;
  readonly observe: Observe;
}

export interface ListenerServer {
  readonly port: number;
  /** Starts passing requests to the handler. Until then every request is answered with 503. */
  serve(handler: RequestHandler): void;
  /**
   * Closes idle connections at once, and busy ones after `graceMs`. Resolves when all are closed.
   */
  close(graceMs: number): Promise<void>;
  /** Replaces the TLS certificates and keys that new connections use. */
  renewTls(tls: SecureContextOptions): void;
}

/** Thrown when a listener cannot bind its port. */
export class PortRefused extends Error {
  override readonly name = 'PortRefused';
  readonly listener: ListenerName;
  readonly port: number;
  readonly isTaken: boolean;

  constructor(listener: ListenerName, { port }: ListenAddress, cause: NodeJS.ErrnoException) {
    const { code, message } = cause;
    super(`port ${String(port)} cannot be used (${code ?? message}).`, { cause });
    this.listener = listener;
    this.port = port;
    this.isTaken = code === 'EADDRINUSE';
  }
}

/** Opens a listener. Rejects with PortRefused if the port cannot be bound. */
export async function openServer(
  listenAddress: ListenAddress,
  bounds: ServerBounds,
  { name: listener, tls, stopwatch, observe }: ListenerParts,
): Promise<ListenerServer> {
  const options = {
    requestTimeout: bounds.requestTimeoutMs,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, bounds.requestTimeoutMs),
    connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Also if the process was started with --insecure-http-parser.
    insecureHTTPParser: false,
    maxHeaderSize: MAX_HEAD_BYTES,
    // Request admission checks the Host header and answers in the format of the standard.
    requireHostHeader: false,
  };
  const secured =
    tls && createHttpsServer({ ...options, handshakeTimeout: HANDSHAKE_TIMEOUT_MS, ...tls });
  const server = secured ?? createHttpServer(options);
  const reportEnd = (reason: ConnectionEnded['reason']): void =>
    observe({ kind: 'connectionEnded', listener, reason });
  const connections = new Connections(bounds, stopwatch, reportEnd);
  const admission = new RequestAdmission({
    connections,
    bounds,
    hasOneClientEach: bounds.maxConnectionsPerClient !== null,
    report: (reason) => observe({ kind: 'requestRefused', listener, reason }),
  });
  const proxyConnections =
    bounds.proxyProtocolFrom === null
      ? null
      : new ProxyConnections(bounds.proxyProtocolFrom, reportEnd);
  interceptConnections(server, connections, proxyConnections);
  routeEvents(
    admission,
    server,
    secured === undefined ? 'connection' : 'secureConnection',
    proxyConnections,
  );
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error): void => reject(new PortRefused(listener, listenAddress, error));
    server.once('error', refuse).listen(listenAddress.port, listenAddress.host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
  server.on('error', (error) =>
    observe({ kind: 'failure', what: 'accepting a connection', error }),
  );
  const stopWatching = connections.watch();
  return {
    port: expectDefined(server.address() as AddressInfo | null, 'the address of a server').port,
    serve: (handler) => {
      admission.handler = handler;
    },
    close: async (graceMs) => {
      await closeServer(server, connections, graceMs);
      stopWatching();
    },
    renewTls: (renewed) => secured?.setSecureContext(renewed),
  };
}

/**
 * Checks the limits, and reads the PROXY header if one is due, before Node handles a new
 * connection.
 */
function interceptConnections(
  server: Server,
  connections: Connections,
  proxyConnections: ProxyConnections | null,
): void {
  const accept = server.listeners('connection');
  const admit = (socket: Socket): void => {
    if (connections.admit(socket)) for (const next of accept) next.call(server, socket);
  };
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    if (proxyConnections === null) admit(socket);
    else proxyConnections.read(socket, () => admit(socket));
  });
}

/** Routes all events that Node's HTTP server would answer itself to request admission. */
function routeEvents(
  admission: RequestAdmission,
  server: Server,
  opened: 'connection' | 'secureConnection',
  proxyConnections: ProxyConnections | null,
): void {
  server
    .on(opened, (socket: Socket) => {
      proxyConnections?.overrideTlsAddress(socket);
      admission.open(socket);
    })
    .on('request', (incoming, outgoing) =>
      admission.receive({ incoming, outgoing, expectation: 'nothing' }),
    )
    .on('checkContinue', (incoming, outgoing) =>
      admission.receive({ incoming, outgoing, expectation: 'continue' }),
    )
    .on('checkExpectation', (incoming, outgoing) =>
      admission.receive({ incoming, outgoing, expectation: 'unknown' }),
    )
    .on('connect', (_, socket: Socket) => admission.refuseConnect(socket))
    .on('clientError', (error, socket: Socket) => admission.handleError(error, socket));
}

async function closeServer(
  server: Server,
  connections: Connections,
  graceMs: number,
): Promise<void> {
  const forced = setTimeout(() => {
    server.closeAllConnections();
    // `closeAllConnections` does not know connections whose TLS handshake is still under way.
    connections.endPending();
  }, graceMs);
  // Ends a busy client's connection in a pause between two requests.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(forced);
  clearInterval(idle);
}
