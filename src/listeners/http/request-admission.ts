import type { Socket } from 'node:net';
import { Refusal } from '../../shared/errors.ts';
import { SECOND_MS } from '../../shared/time.ts';
import type { AdmittedRequest, RequestHandler } from '../request-handler.ts';
import type { ClientIdentity } from '../limits/client-identity.ts';
import type { Connection, Connections } from '../limits/connection-limits.ts';
import {
  checkRepeated,
  checkTransferCoding,
  CONNECT_NOT_SUPPORTED,
  OVERLOADED,
  MISDIRECTED_REQUEST,
  NOT_READY,
  tooManyAtOnce,
  refuseConnection,
  rejectionFor,
  rejectRequest,
  UNEXPECTED,
  type RequestRejection,
} from './rejections.ts';
import { ConcurrentRequests, type RequestBounds } from '../limits/concurrency-limits.ts';
import { RequestQueue, type Exchange } from './request-queue.ts';
import { readTarget } from './request-target.ts';
import { TurnBudget } from './turn-budget.ts';

/**
 * Delay before the next request of a connection is processed if its client exceeded its rate limit,
 * in milliseconds.
 */
const BACK_OFF_MS = SECOND_MS;

/** The result of admission: the handler and the validated target. */
type Admission = Omit<AdmittedRequest, 'incoming' | 'outgoing'> & {
  readonly handler: RequestHandler;
};

/** An open HTTP connection. */
interface HttpConnection {
  readonly connection: Connection;
  readonly queue: RequestQueue;
}

export interface RequestAdmissionParts {
  readonly connections: Connections;
  readonly bounds: RequestBounds & {
    /** Time after which a response is cut off if the client reads none of it, in milliseconds. */
    readonly unreadTimeoutMs: number;
  };
  /** True if all requests of a connection come from one client, because no proxy terminates TLS. */
  readonly hasOneClientEach: boolean;
  readonly report: (reason: RequestRejection['reason']) => void;
}

/**
 * Admission control of a listener. Checks each request in a fixed order (docs/decisions, 56), then
 * passes it to the handler or rejects it.
 */
export class RequestAdmission {
  /** Handler of admitted requests, or null until the service has started. */
  handler: RequestHandler | null = null;
  readonly #parts: RequestAdmissionParts;
  readonly #requests: ConcurrentRequests;
  readonly #turns = new TurnBudget();
  readonly #connections = new WeakMap<Socket, HttpConnection>();

  constructor(parts: RequestAdmissionParts) {
    this.#parts = parts;
    this.#requests = new ConcurrentRequests(parts.bounds);
  }

  /** Registers a connection after its TLS handshake, or at once for plain HTTP. */
  open(socket: Socket): void {
    const { connections } = this.#parts;
    const connection = connections.of(socket);
    if (connection === undefined) {
      socket.destroy();
      return;
    }
    const http: HttpConnection = {
      connection,
      queue: new RequestQueue(socket, {
        process: (exchange) => {
          connections.move(connection, 'waiting');
          this.#turns.run(() => this.#process(http, exchange));
        },
        settled: () => connections.move(connection, 'idle'),
      }),
    };
    this.#connections.set(socket, http);
  }

  /** Admits or rejects a request, and has it answered, after the earlier ones of its connection. */
  receive(exchange: Exchange): void {
    const { socket } = exchange.incoming;
    const http = this.#connections.get(socket);
    if (http === undefined) socket.destroy();
    else http.queue.push(exchange);
  }

  /**
   * Handles a parser error or a timeout: sends an error response if possible, then ends the
   * connection.
   */
  handleError(error: NodeJS.ErrnoException, socket: Socket): void {
    const rejection = rejectionFor(error);
    if (rejection === undefined) socket.destroy();
    else this.#end(socket, rejection);
  }

  /** Rejects CONNECT. Node has detached its socket from the HTTP server. */
  refuseConnect(socket: Socket): void {
    // Node has removed its own error handler from this socket.
    socket.on('error', () => socket.destroy());
    this.#end(socket, CONNECT_NOT_SUPPORTED);
  }

  #end(socket: Socket, { reason, refusal }: RequestRejection): void {
    const http = this.#connections.get(socket);
    if (http === undefined) socket.destroy();
    http?.queue.endAfterRequests(() => {
      this.#parts.report(reason);
      refuseConnection(socket, refusal);
    });
  }

  #process(http: HttpConnection, exchange: Exchange): void {
    const { connections, bounds } = this.#parts;
    const { incoming, outgoing, expectation } = exchange;
    // The connection has ended, or an error has been answered, since the request arrived.
    if (http.connection.isEnded || http.queue.isEnded || incoming.socket.destroyed) return;
    const outcome = this.#check(http, exchange);
    if ('refusal' in outcome) {
      this.#parts.report(outcome.reason);
      rejectRequest(exchange, outcome.refusal);
      return;
    }
    if (expectation === 'continue') outgoing.writeContinue();
    // This timeout restarts with each byte sent. It is ignored while there is nothing to send.
    outgoing.setTimeout(bounds.unreadTimeoutMs, () => {
      if (outgoing.writableLength > 0) connections.endUnread(http.connection);
    });
    outcome.handler.answer({ ...outcome, incoming, outgoing });
  }

  #check({ connection, queue }: HttpConnection, exchange: Exchange): Admission | RequestRejection {
    const { handler } = this;
    const { incoming, expectation } = exchange;
    if (handler === null) return NOT_READY;
    const target = readTarget(incoming);
    const client = handler.identifyClient(incoming, connection.address);
    const quota = handler.consume(client, target instanceof Refusal ? '' : target.path);
    // A rejected request does not count as under way.
    this.#parts.connections.move(connection, 'idle', client);
    if (quota instanceof Refusal) {
      if (this.#parts.hasOneClientEach) queue.delayNext(BACK_OFF_MS);
      return { reason: 'rate', refusal: quota };
    }
    if (target instanceof Refusal) return { reason: 'target', refusal: target };
    const ambiguous = checkRepeated(incoming) ?? checkTransferCoding(incoming);
    if (ambiguous !== undefined) return ambiguous;
    const origin = handler.originOf(target.host);
    if (origin === undefined) return MISDIRECTED_REQUEST;
    if (expectation === 'unknown') return UNEXPECTED;
    const full = this.#begin(connection, client, exchange);
    if (full !== undefined) return full;
    const { path, search } = target;
    const recognise = (): void => quota.refund();
    const endUnread = (): void => this.#parts.connections.endUnread(connection);
    return { handler, origin, path, search, recognise, endUnread };
  }

  /**
   * Counts a request as under way. Returns a rejection if a limit of concurrent requests is reached
   * and no slow connection can be ended instead.
   */
  #begin(
    connection: Connection,
    client: ClientIdentity,
    { incoming, outgoing }: Exchange,
  ): RequestRejection | undefined {
    const { connections, bounds } = this.#parts;
    const requests = this.#requests;
    const { group, trustLevel } = client;
    if (
      requests.hasReachedOwnLimit(client) &&
      !connections.endSlowest((other) => other.group === group)
    ) {
      return tooManyAtOnce(bounds.maxRequestsPerClient ?? 0);
    }
    if (
      requests.isUnauthenticatedAboveLimit(client) &&
      !connections.endSlowest((other) => other.trustLevel === trustLevel)
    ) {
      return OVERLOADED;
    }
    if (requests.isListenerFull() && !connections.endSlowest()) return OVERLOADED;
    connection.incoming = incoming;
    connection.endRequest = requests.begin(client);
    outgoing.once('close', connection.endRequest);
    connections.move(connection, 'busy', client);
    return undefined;
  }
}
