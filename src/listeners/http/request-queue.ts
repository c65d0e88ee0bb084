import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND_MS } from '../../shared/time.ts';

/** Maximum number of requests of a connection that wait while an earlier one is answered. */
export const MAX_WAITING_REQUESTS = 16;

/** Maximum number of bytes that a connection may send while one of its requests waits. */
const MAX_WAITING_BYTES = 64 * 1024;

/**
 * Time for a client to read its response before its connection is destroyed, in milliseconds. A
 * client that is cut off at once may never read it.
 */
const LINGER_MS = SECOND_MS / 2;

/**
 * The Expect header of a request (RFC 9110, 10.1.1): none, `100-continue`, or an unsupported one.
 */
type Expectation = 'nothing' | 'continue' | 'unknown';

/** A request with its response. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly expectation: Expectation;
}

export interface RequestQueueListener {
  /** Processes a request. Every earlier request of the connection has been answered. */
  process(exchange: Exchange): void;
  /** The response to the current request has been sent. */
  settled(): void;
}

/**
 * Processes the requests of a connection one at a time. Node emits every pipelined request of a
 * read at once (RFC 9112, 9.3.2), which may be thousands. Here the later ones wait. A client that
 * sends too many without waiting for the responses loses its connection.
 */
export class RequestQueue {
  readonly #socket: Socket;
  readonly #listener: RequestQueueListener;
  /** The requests that wait, with the number of bytes read when each arrived. */
  readonly #waiting: { readonly exchange: Exchange; readonly bytesRead: number }[] = [];
  /** The request that is being answered, or was answered last. */
  #current: Exchange | null = null;
  /** True until the current request is answered, and while the next one is delayed. */
  #isBusy = false;
  #delayMs = 0;
  #finish: (() => void) | null = null;
  #isEnded = false;

  constructor(socket: Socket, listener: RequestQueueListener) {
    this.#socket = socket;
    this.#listener = listener;
  }

  /** True once the connection is being ended. Then no further request may be processed. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Adds a request. Processes it at once if no other one is under way. */
  push(exchange: Exchange): void {
    // After an error, nothing that arrives is answered.
    if (this.#isEnded || this.#finish !== null) return;
    const { bytesRead } = this.#socket;
    this.#waiting.push({ exchange, bytesRead });
    if (!this.#isBusy) {
      this.#processNext();
      return;
    }
    const bytesSince = bytesRead - (this.#waiting[0]?.bytesRead ?? bytesRead);
    if (this.#waiting.length > MAX_WAITING_REQUESTS || bytesSince > MAX_WAITING_BYTES) {
      this.destroy();
    }
  }

  /** Delays the next request by a number of milliseconds. */
  delayNext(milliseconds: number): void {
    this.#delayMs = milliseconds;
  }

  /**
   * Ends the connection because no further request can be read from it. The complete requests that
   * have arrived are answered first, then `answer` is called. If the body of the current request is
   * incomplete and its response has begun, the connection is ended without `answer`, because the
   * client would take it for a part of that response.
   */
  endAfterRequests(answer: () => void): void {
    // Node reports an error again for each further read.
    if (this.#isEnded || this.#finish !== null) return;
    // The error concerns the newest request if its body is incomplete.
    if (this.#waiting.at(-1)?.exchange.incoming.complete === false) this.#waiting.pop();
    const current = this.#current;
    const isComplete = this.#waiting.length > 0 || current?.incoming.complete !== false;
    const isUnanswered = this.#isBusy && current?.outgoing.headersSent === false;
    if (!this.#socket.writable || (!isComplete && !isUnanswered)) {
      this.destroy();
      return;
    }
    this.#finish = () => {
      this.#isEnded = true;
      answer();
      this.#socket.end();
      setTimeout(() => this.#socket.destroy(), LINGER_MS).unref();
    };
    if (!this.#isBusy || !isComplete) this.#finish();
  }

  /** Ends the connection at once. Requests that wait are not processed. */
  destroy(): void {
    this.#isEnded = true;
    this.#waiting.length = 0;
    this.#socket.destroy();
  }

  #processNext(): void {
    // Requests of a client that has disconnected are not processed.
    if (this.#isEnded || !this.#socket.writable) return;
    const next = this.#waiting.shift()?.exchange;
    if (next === undefined) {
      this.#isBusy = false;
      this.#finish?.();
      return;
    }
    this.#current = next;
    this.#isBusy = true;
    next.outgoing.once('close', () => this.#settle(next));
    this.#listener.process(next);
  }

  #settle({ incoming }: Exchange): void {
    this.#listener.settled();
    if (!incoming.complete) this.#discardBody(incoming);
    const delayMs = this.#delayMs;
    this.#delayMs = 0;
    if (delayMs === 0) this.#processNext();
    else {
      setTimeout(() => this.#processNext(), delayMs).unref();
    }
  }

  /** Reads the rest of a body that the response did not wait for, for a limited time. */
  #discardBody(incoming: IncomingMessage): void {
    incoming.resume();
    setTimeout(() => {
      if (!incoming.complete) this.destroy();
    }, LINGER_MS).unref();
  }
}
