import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../../shared/errors.ts';
import { SECOND_MS } from '../../shared/time.ts';
import type { Arrival, RequestHandler } from '../request-handler.ts';
import type { Caller } from '../limits/client-identity.ts';
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

/** How long a connection is not read on whose caller asked too often, in milliseconds. */
const BACK_OFF_MS = SECOND_MS;

/** What a request waits for before it sends its body (RFC 9110, 10.1.1). */
export type Expectation = 'nothing' | 'continue' | 'unknown';

/** A request that goes on to what is behind the door. */
type Admitted = Omit<Arrival, 'incoming' | 'outgoing'> & { readonly behind: RequestHandler };

/** A connection that speaks HTTP, and the answer under way on it. */
interface Line {
  readonly connection: Connection;
  readonly serializer: RequestSerializer;
  outgoing: ServerResponse | null;
}

export interface RequestAdmissionParts {
  readonly connections: Connections;
  readonly bounds: RequestBounds & {
    /** How long an answer may lie unread, with nothing of it going out, in milliseconds. */
    readonly unreadTimeoutMs: number;
  };
  /** Whether all that comes on a connection is of one caller: no proxy stands before the door. */
  readonly hasOneCallerEach: boolean;
  readonly tell: (reason: RequestRejection['reason']) => void;
}

/** Judges every request at a door in the same order (docs/decisions, 56), and lets it in or not. */
export class RequestAdmission {
  /** What to let in to; null while there is nothing yet. */
  behind: RequestHandler | null = null;
  readonly #parts: RequestAdmissionParts;
  readonly #requests: ConcurrentRequests;
  readonly #lines = new WeakMap<Socket, Line>();

  constructor(parts: RequestAdmissionParts) {
    this.#parts = parts;
    this.#requests = new ConcurrentRequests(parts.bounds);
  }

  /** Takes a connection that speaks HTTP from now on. */
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
    this.#lines.set(socket, { connection, serializer, outgoing: null });
  }

  /** Judges a request, and has it answered. */
  receive(incoming: IncomingMessage, outgoing: ServerResponse, expectation: Expectation): void {
    const { connections, bounds } = this.#parts;
    const line = this.#lines.get(incoming.socket);
    if (line?.serializer.begin(incoming, outgoing) !== true) {
      incoming.socket.destroy();
      return;
    }
    line.outgoing = outgoing;
    const judged = this.#judge(line, incoming, expectation);
    if ('refusal' in judged) {
      this.#parts.tell(judged.reason);
      rejectRequest(incoming, outgoing, judged.refusal);
      return;
    }
    if (expectation === 'continue') outgoing.writeContinue();
    // It passes with every byte that goes out, and while there is nothing to send it means nothing.
    outgoing.setTimeout(bounds.unreadTimeoutMs, () => {
      if (outgoing.writableLength > 0) connections.endUnread(line.connection);
    });
    judged.behind.answer({ ...judged, incoming, outgoing });
  }

  /** Ends a connection whose bytes are no request, or do not come: with an answer, if it can. */
  fail(error: NodeJS.ErrnoException, socket: Socket): void {
    const line = this.#lines.get(socket);
    const rejection = rejectionFor(error);
    const isAnswerable =
      line !== undefined &&
      !line.serializer.isOver &&
      socket.writable &&
      // Nothing of an answer has gone out, and none is due to a request that is there as a whole.
      (line.serializer.request === null ||
        (!line.serializer.request.complete && line.outgoing?.headersSent === false));
    if (isAnswerable && rejection !== undefined) this.#end(line, socket, rejection);
    else socket.destroy();
  }

  /** Ends a connection that wants to be a tunnel, which Node takes out of HTTP. */
  refuseTunnel(socket: Socket): void {
    // From here on nobody else listens.
    socket.on('error', () => socket.destroy());
    const line = this.#lines.get(socket);
    if (line === undefined) socket.destroy();
    else this.#end(line, socket, CONNECT_NOT_SUPPORTED);
  }

  #end({ serializer }: Line, socket: Socket, { reason, refusal }: RequestRejection): void {
    this.#parts.tell(reason);
    refuseConnection(socket, refusal);
    serializer.cutOff();
  }

  #judge(
    line: Line,
    incoming: IncomingMessage,
    expectation: Expectation,
  ): Admitted | RequestRejection {
    const { behind } = this;
    if (behind === null) return NOT_READY;
    const target = readTarget(incoming);
    const caller = behind.callerOf(incoming, line.connection.address);
    const charge = behind.charge(caller, target instanceof Refusal ? '' : target.path);
    // What is refused waits for nothing.
    this.#parts.connections.move(line.connection, 'idle', caller);
    if (charge instanceof Refusal) {
      if (this.#parts.hasOneCallerEach) line.serializer.rest(BACK_OFF_MS);
      return { reason: 'rate', refusal: charge };
    }
    if (target instanceof Refusal) return { reason: 'target', refusal: target };
    const ambiguous = checkRepeated(incoming) ?? checkTransferCoding(incoming);
    if (ambiguous !== undefined) return ambiguous;
    const origin = behind.originOf(target.host);
    if (origin === undefined) return MISDIRECTED_REQUEST;
    if (expectation === 'unknown') return UNEXPECTED;
    const full = this.#begin(line, caller, hasBody(incoming) && !line.serializer.isThere);
    if (full !== undefined) return full;
    const { path, search } = target;
    const recognise = (): void => {
      charge.giveBack();
    };
    const endUnread = (): void => {
      this.#parts.connections.endUnread(line.connection);
    };
    return { behind, origin, path, search, recognise, endUnread };
  }

  /** Counts a request as under way, unless there are too many. */
  #begin({ connection }: Line, caller: Caller, isReceiving: boolean): RequestRejection | undefined {
    const { connections, bounds } = this.#parts;
    if (this.#requests.isFullFor(caller) && !connections.endSlowest(caller.group)) {
      return tooManyAtOnce(bounds.maxRequestsPerCaller ?? 0);
    }
    if (this.#requests.isFull(caller, isReceiving) && !connections.endSlowest()) return OVERLOADED;
    connection.underWay = this.#requests.begin(caller, isReceiving);
    connections.move(connection, isReceiving ? 'receiving' : 'working', caller);
    return undefined;
  }
}
