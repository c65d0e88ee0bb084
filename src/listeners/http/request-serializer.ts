import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expectDefined } from '../../shared/assert.ts';
import { freeBuffer } from '../../shared/free-buffer.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { ChunkedBody } from './chunked-body.ts';

/** End of the head of a request. */
const EMPTY_LINE = Buffer.from('\r\n\r\n');

/**
 * Maximum number of bytes buffered for later requests: one and a half times what Node reads at
 * once.
 */
const MAX_HELD_BYTES = 96 * 1024;

/**
 * Longest unread body, in bytes, that is still received after the response. A new connection would
 * cost more.
 */
const MAX_UNWANTED_BYTES = 16 * 1024;

/** Maximum number of bytes read and discarded after the connection ended. */
const MAX_IGNORED_BYTES = 64 * 1024;

/** Time for a client to read its response before its connection is destroyed, in milliseconds. */
export const LINGER_MS = SECOND_MS / 2;

const [CR, LF] = [0x0d, 0x0a];

const NOTHING = Buffer.alloc(0);

type Parse = (bytes: Buffer) => void;

/** Receives the progress of a connection's requests. */
export interface RequestSerializerListener {
  /** The current request has arrived completely. */
  received(): void;
  /** The current request has arrived completely and is answered. The next one may start. */
  settled(): void;
}

/**
 * Passes the requests of a connection to Node's parser one at a time. Node would parse everything
 * that one read brings, which may be thousands of pipelined requests (RFC 9112, 9.3.2), before it
 * answers the first.
 * Here the parser gets no byte of a request until the previous one is answered. Early bytes stay in
 * a buffer and the socket is paused. If the client disconnects, the buffer is discarded.
 */
export class RequestSerializer {
  readonly #socket: Socket;
  readonly #listener: RequestSerializerListener;
  /** Node's own `data` listener, which feeds its HTTP parser. */
  readonly #parse: Parse;
  #buffered: Buffer = NOTHING;
  /** True if the parser has received the start of a head but not its end. */
  #isReadingHead = false;
  #request: IncomingMessage | null = null;
  #outgoing: ServerResponse | null = null;
  #isAnswered = true;
  /** Bytes of the body that have not reached the parser, or undefined without a Content-Length. */
  #bodyBytes: number | undefined;
  #chunks: ChunkedBody | null = null;
  /** True if the response closes the connection unless the body arrives first. */
  #closesEarly = false;
  #keepAlive = false;
  #ignoredBytes = 0;
  #delayTimer: NodeJS.Timeout | undefined;
  #isEnded = false;

  /** Takes over a connection that Node's HTTP server has just accepted. */
  constructor(socket: Socket, listener: RequestSerializerListener) {
    this.#socket = socket;
    this.#listener = listener;
    const [parse] = socket.listeners('data') as Parse[];
    this.#parse = expectDefined(parse, "Node's way to its parser");
    socket.removeAllListeners('data').on('data', (bytes: Buffer) => {
      this.#receive(bytes);
    });
    socket.once('close', () => {
      this.end();
    });
    const destroySoon = socket.destroySoon.bind(socket);
    // Node would close the socket while the client still sends, and the client would lose its
    // response.
    socket.destroySoon = () => {
      if (this.#closesEarly) this.cutOff();
      else destroySoon();
    };
  }

  /** True if all further bytes are ignored. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The current request, or null between requests. */
  get request(): IncomingMessage | null {
    return this.#request;
  }

  /**
   * True if the rest of the current body is in the buffer, even if the parser has not read it yet.
   */
  get isBodyBuffered(): boolean {
    return this.#bodyBytes !== undefined && this.#bodyBytes <= this.#buffered.length;
  }

  /**
   * Starts a request. Returns false if another one is still under way, which is an error of the
   * caller.
   */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (this.#isEnded || this.#request !== null) return false;
    this.#request = incoming;
    this.#outgoing = outgoing;
    this.#isAnswered = false;
    this.#isReadingHead = false;
    const length = incoming.headers['content-length'];
    this.#bodyBytes = length === undefined ? undefined : Number(length);
    this.#chunks = 'transfer-encoding' in incoming.headers ? new ChunkedBody() : null;
    this.#expectBody(outgoing);
    outgoing.once('close', () => {
      this.#isAnswered = true;
      this.#settleRequest();
    });
    return true;
  }

  /** Delays the next request by a number of milliseconds. */
  delayNext(milliseconds: number): void {
    clearTimeout(this.#delayTimer);
    const resume = (): void => {
      this.#delayTimer = undefined;
      this.#resume();
    };
    this.#delayTimer = setTimeout(resume, milliseconds).unref();
  }

  /** Ignores all further bytes. */
  end(): void {
    this.#isEnded = true;
    this.#buffered = NOTHING;
    clearTimeout(this.#delayTimer);
  }

  /** Ends the connection after the client has had time to read its response. */
  cutOff(): void {
    this.end();
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), LINGER_MS).unref();
  }

  /** Closes the connection after the response unless a large body arrives before it. */
  #expectBody(outgoing: ServerResponse): void {
    const isSmall = this.#chunks === null && (this.#bodyBytes ?? 0) <= MAX_UNWANTED_BYTES;
    this.#closesEarly = !isSmall && !this.isBodyBuffered;
    this.#keepAlive = outgoing.shouldKeepAlive;
    if (this.#closesEarly) outgoing.shouldKeepAlive = false;
  }

  #receive(bytes: Buffer): void {
    if (this.#isEnded) {
      this.#ignoredBytes += bytes.length;
      if (this.#ignoredBytes > MAX_IGNORED_BYTES) this.#socket.pause();
      return;
    }
    const isBody = this.#request !== null;
    this.#buffered = this.#buffered.length === 0 ? bytes : Buffer.concat([this.#buffered, bytes]);
    this.#advance();
    if (!isBody || this.#buffered.length > 0) return;
    // Node's parser copies the body, so this memory can be freed. `held` must not refer to it
    // afterwards.
    this.#buffered = NOTHING;
    freeBuffer(bytes);
  }

  /** Passes the parser all bytes it may get now, and pauses the socket if others are left. */
  #advance(): void {
    for (;;) {
      const { destroyed, writable, readableEnded } = this.#socket;
      // Node reuses the parser for another connection once this one is closed.
      if (this.#isEnded || destroyed || !writable || readableEnded) return;
      const count = this.#parseable();
      if (count === 0) break;
      const part = this.#buffered.subarray(0, count);
      this.#buffered = this.#buffered.subarray(count);
      if (this.#request !== null && this.#bodyBytes !== undefined) this.#bodyBytes -= count;
      this.#parse(part);
      if (this.#request?.complete === true) {
        this.#keepConnection();
        this.#listener.received();
        this.#settleRequest();
      }
    }
    if (this.#buffered.length > MAX_HELD_BYTES) this.#socket.destroy();
    else if (this.#isWaiting && this.#buffered.length > 0) this.#socket.pause();
  }

  /** True if buffered bytes must wait, for a response or for the end of a delay. */
  get #isWaiting(): boolean {
    return this.#request === null ? this.#delayTimer !== undefined : this.#request.complete;
  }

  /** Returns how many buffered bytes belong to the current request, or to the next head. */
  #parseable(): number {
    if (this.#isWaiting) return 0;
    if (this.#request !== null && this.#bodyBytes !== undefined && this.#bodyBytes > 0) {
      return Math.min(this.#bodyBytes, this.#buffered.length);
    }
    if (this.#request !== null && this.#chunks !== null) return this.#chunks.take(this.#buffered);
    // Empty lines before a request are ignored (RFC 9112, 2.2).
    const emptyBytes = this.#isReadingHead ? 0 : emptyLines(this.#buffered);
    if (emptyBytes > 0) return emptyBytes;
    const end = this.#buffered.indexOf(EMPTY_LINE);
    this.#isReadingHead ||= this.#buffered.length > 0;
    return end < 0
      ? this.#buffered.length - partialEmptyLine(this.#buffered)
      : end + EMPTY_LINE.length;
  }

  /**
   * Keeps the connection open because the body has arrived, unless the end of the body is
   * uncertain.
   */
  #keepConnection(): void {
    if (!this.#closesEarly) return;
    this.#closesEarly = false;
    const outgoing = expectDefined(this.#outgoing, 'the answer to a request');
    outgoing.shouldKeepAlive = this.#keepAlive && this.#chunks?.hasEnded !== false;
  }

  #settleRequest(): void {
    if (this.#isEnded || !this.#isAnswered || this.#request?.complete !== true) return;
    this.#request = null;
    this.#outgoing = null;
    this.#listener.settled();
    this.#resume();
  }

  #resume(): void {
    if (this.#isEnded || this.#isWaiting) return;
    if (this.#buffered.length === 0 && !this.#socket.isPaused()) return;
    this.#socket.resume();
    // Lets Node notice a disconnected client first, so that its requests are not processed.
    setImmediate(() => {
      if (!this.#isEnded) this.#advance();
    });
  }
}

/** Returns how many bytes at the end may be the start of an empty line. */
function partialEmptyLine(bytes: Buffer): number {
  const lengths = [3, 2, 1];
  const isOpen = (length: number): boolean =>
    bytes.subarray(-length).equals(EMPTY_LINE.subarray(0, length));
  return lengths.find(isOpen) ?? 0;
}

/** Returns how many leading bytes are line ends. */
function emptyLines(bytes: Buffer): number {
  let count = 0;
  while (bytes[count] === CR || bytes[count] === LF) count += 1;
  return count;
}

/** Returns whether the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers;
}
