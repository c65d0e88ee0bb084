import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../../shared/errors.ts';
import { SECOND_MS } from '../../shared/time.ts';
import type { AdmittedRequest, RequestHandler } from '../request-handler.ts';
import type { ClientIdentity } from '../limits/client-identity.ts';
import type { Connection, Connections } from '../limits/connection-limits.ts';
import { hasBody, RequestSerializer } from './request-serializer.ts';
import {
  checkRepeated,
  checkTransferCoding,
  CONNECT_NOT_SUPPORTED,
  OVERLOADED,
  MISDIRECTED_REQUEST,
  NOT_READY,
  tooManyAtOnce,
  rejectionFor,
  UNEXPECTED,
  type RequestRejection,
} from './rejections.ts';
import { rejectRequest, refuseConnection } from './reject.ts';
import { ConcurrentRequests, type RequestBounds } from '../limits/concurrency-limits.ts';
import { readTarget } from './request-target.ts';

/**
 * Delay before the next request is read from a connection whose client exceeded its rate limit, in
 * milliseconds.
 */
const BACK_OFF_MS = SECOND_MS;

/**
 * The Expect header of a request (RFC 9110, 10.1.1): none, `100-continue`, or an unsupported one.
 */
export type Expectation = 'nothing' | 'continue' | 'unknown';

/** The result of admission: the handler and the validated target. */
type Admission = Omit<AdmittedRequest, 'incoming' | 'outgoing'> & {
  readonly handler: RequestHandler;
};

/** An open HTTP connection and the response under way on it. */
interface HttpConnection {
  readonly connection: Connection;
  readonly serializer: RequestSerializer;
  outgoing: ServerResponse | null;
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
    const serializer = new RequestSerializer(socket, {
      received: () => {
        connection.underWay?.received();
        if (connection.stage === 'receiving') connections.move(connection, 'working');
      },
      settled: () => {
        connection.underWay?.end();
        connections.move(connection, 'idle');
      },
    });
    this.#connections.set(socket, { connection, serializer, outgoing: null });
  }

  /** Admits or rejects a request, and has it answered. */
  receive(incoming: IncomingMessage, outgoing: ServerResponse, expectation: Expectation): void {
    const { connections, bounds } = this.#parts;
    const http = this.#connections.get(incoming.socket);
    if (http?.serializer.begin(incoming, outgoing) !== true) {
      incoming.socket.destroy();
      return;
    }
    http.outgoing = outgoing;
    const outcome = this.#check(http, incoming, expectation);
    if ('refusal' in outcome) {
      this.#parts.report(outcome.reason);
      rejectRequest(incoming, outgoing, outcome.refusal);
      return;
    }
    if (expectation === 'continue') outgoing.writeContinue();
    // This timeout restarts with each byte sent. It is ignored while there is nothing to send.
    outgoing.setTimeout(bounds.unreadTimeoutMs, () => {
      if (outgoing.writableLength > 0) connections.endUnread(http.connection);
    });
    outcome.handler.answer({ ...outcome, incoming, outgoing });
  }

  /**
   * Handles a parser error or a timeout: sends an error response if possible, then ends the
   * connection.
   */
  handleError(error: NodeJS.ErrnoException, socket: Socket): void {
    const http = this.#connections.get(socket);
    const rejection = rejectionFor(error);
    const isAnswerable =
      http !== undefined &&
      !http.serializer.isEnded &&
      socket.writable &&
      // No byte of a response was sent, and no complete request is waiting for its response.
      (http.serializer.request === null ||
        (!http.serializer.request.complete && http.outgoing?.headersSent === false));
    if (isAnswerable && rejection !== undefined) this.#end(http, socket, rejection);
    else socket.destroy();
  }

  /** Rejects CONNECT. Node has detached its socket from the HTTP server. */
  refuseConnect(socket: Socket): void {
    // Node has removed its own error handler from this socket.
    socket.on('error', () => socket.destroy());
    const http = this.#connections.get(socket);
    if (http === undefined) socket.destroy();
    else this.#end(http, socket, CONNECT_NOT_SUPPORTED);
  }

  #end(
    { serializer }: HttpConnection,
    socket: Socket,
    { reason, refusal }: RequestRejection,
  ): void {
    this.#parts.report(reason);
    refuseConnection(socket, refusal);
    serializer.cutOff();
  }

  #check(
    http: HttpConnection,
    incoming: IncomingMessage,
    expectation: Expectation,
  ): Admission | RequestRejection {
    const { handler } = this;
    if (handler === null) return NOT_READY;
    const target = readTarget(incoming);
    const client = handler.identifyClient(incoming, http.connection.address);
    const quota = handler.consume(client, target instanceof Refusal ? '' : target.path);
    // A rejected request does not count as under way.
    this.#parts.connections.move(http.connection, 'idle', client);
    if (quota instanceof Refusal) {
      if (this.#parts.hasOneClientEach) http.serializer.delayNext(BACK_OFF_MS);
      return { reason: 'rate', refusal: quota };
    }
    if (target instanceof Refusal) return { reason: 'target', refusal: target };
    const ambiguous = checkRepeated(incoming) ?? checkTransferCoding(incoming);
    if (ambiguous !== undefined) return ambiguous;
    const origin = handler.originOf(target.host);
    if (origin === undefined) return MISDIRECTED_REQUEST;
    if (expectation === 'unknown') return UNEXPECTED;
    const full = this.#begin(http, client, hasBody(incoming) && !http.serializer.isBodyBuffered);
    if (full !== undefined) return full;
    const { path, search } = target;
    const recognise = (): void => {
      quota.refund();
    };
    const endUnread = (): void => {
      this.#parts.connections.endUnread(http.connection);
    };
    return { handler, origin, path, search, recognise, endUnread };
  }

  /**
   * Counts a request as under way. Returns a rejection if a limit of concurrent requests is reached
   * and no slow connection can be ended instead.
   */
  #begin(
    { connection }: HttpConnection,
    client: ClientIdentity,
    isReceiving: boolean,
  ): RequestRejection | undefined {
    const { connections, bounds } = this.#parts;
    if (this.#requests.isFullFor(client) && !connections.endSlowest(client.group)) {
      return tooManyAtOnce(bounds.maxRequestsPerClient ?? 0);
    }
    if (this.#requests.isFull(client, isReceiving) && !connections.endSlowest()) return OVERLOADED;
    connection.underWay = this.#requests.begin(client, isReceiving);
    connections.move(connection, isReceiving ? 'receiving' : 'working', client);
    return undefined;
  }
}
