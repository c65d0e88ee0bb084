import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expectDefined } from '../../shared/assert.ts';
import { release } from '../../shared/free-buffer.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { Chunks } from './chunked-body.ts';

/** What ends the head of a request. */
const EMPTY_LINE = Buffer.from('\r\n\r\n');

/** Most that is held of what came too early, in bytes: as much as Node reads at once, and half. */
const MAX_HELD_BYTES = 96 * 1024;

/** Longest body that is read when nobody wants it, in bytes: a new connection costs more. */
const MAX_UNWANTED_BYTES = 16 * 1024;

/** Most that is read of what nobody looks at any more, in bytes. */
const MAX_IGNORED_BYTES = 64 * 1024;

/** How long a client that is cut off has to read its answer before it is, in milliseconds. */
export const LINGER_MS = SECOND_MS / 2;

const [CR, LF] = [0x0d, 0x0a];

const NOTHING = Buffer.alloc(0);

type Parse = (bytes: Buffer) => void;

/** Who follows what becomes of a connection's requests. */
export interface RequestSerializerListener {
  /** The request under way is there as a whole. */
  received(): void;
  /** The request under way is there as a whole and answered: the next may come. */
  settled(): void;
}

/**
 * Reads the requests of a connection one at a time. Node would parse all that one read brings,
 * which may be thousands of requests (RFC 9112, 9.3.2), before anything of the first is answered.
 * Here its parser gets no byte of a request until the one before it is answered: what came too
 * early is held as it came, nothing more is read, and when the client hangs up all of it is thrown
 * away.
 */
export class RequestSerializer {
  readonly #socket: Socket;
  readonly #listener: RequestSerializerListener;
  /** Node's own way to its parser. */
  readonly #parse: Parse;
  #held: Buffer = NOTHING;
  /** Whether the parser has got the beginning of a head, and not its end. */
  #isInHead = false;
  #request: IncomingMessage | null = null;
  #outgoing: ServerResponse | null = null;
  #isAnswered = true;
  /** Bytes of the body that are still to come; undefined where nobody said how many. */
  #bodyBytes: number | undefined;
  #chunks: Chunks | null = null;
  /** Whether the answer is to end the connection unless the body comes first. */
  #isUnwanted = false;
  #mayBeKept = false;
  #ignoredBytes = 0;
  #resting: NodeJS.Timeout | undefined;
  #isOver = false;

  /** Takes over a connection that Node's HTTP server has just been given. */
  constructor(socket: Socket, listener: RequestSerializerListener) {
    this.#socket = socket;
    this.#listener = listener;
    const [parse] = socket.listeners('data') as Parse[];
    this.#parse = expectDefined(parse, "Node's way to its parser");
    socket.removeAllListeners('data').on('data', (bytes: Buffer) => {
      this.#take(bytes);
    });
    socket.once('close', () => {
      this.end();
    });
    const destroySoon = socket.destroySoon.bind(socket);
    // Node closes at once what still sends: the client would lose its answer.
    socket.destroySoon = () => {
      if (this.#isUnwanted) this.cutOff();
      else destroySoon();
    };
  }

  /** Whether nothing that comes is looked at any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The request under way; null while there is none. */
  get request(): IncomingMessage | null {
    return this.#request;
  }

  /** Whether the body of the request under way has come, if not to the parser. */
  get isThere(): boolean {
    return this.#bodyBytes !== undefined && this.#bodyBytes <= this.#held.length;
  }

  /** A request has begun; false when there is one under way, which must not be. */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (this.#isOver || this.#request !== null) return false;
    this.#request = incoming;
    this.#outgoing = outgoing;
    this.#isAnswered = false;
    this.#isInHead = false;
    const length = incoming.headers['content-length'];
    this.#bodyBytes = length === undefined ? undefined : Number(length);
    this.#chunks = 'transfer-encoding' in incoming.headers ? new Chunks() : null;
    this.#expectBody(outgoing);
    outgoing.once('close', () => {
      this.#isAnswered = true;
      this.#settle();
    });
    return true;
  }

  /** Takes no other request for so many milliseconds. */
  rest(milliseconds: number): void {
    clearTimeout(this.#resting);
    const goOn = (): void => {
      this.#resting = undefined;
      this.#goOn();
    };
    this.#resting = setTimeout(goOn, milliseconds).unref();
  }

  /** Looks at nothing any more that comes. */
  end(): void {
    this.#isOver = true;
    this.#held = NOTHING;
    clearTimeout(this.#resting);
  }

  /** Ends the connection when the client has had time to read what it was told. */
  cutOff(): void {
    this.end();
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), LINGER_MS).unref();
  }

  /** Whoever answers before a large body is there does not want it. */
  #expectBody(outgoing: ServerResponse): void {
    const isSmall = this.#chunks === null && (this.#bodyBytes ?? 0) <= MAX_UNWANTED_BYTES;
    this.#isUnwanted = !isSmall && !this.isThere;
    this.#mayBeKept = outgoing.shouldKeepAlive;
    if (this.#isUnwanted) outgoing.shouldKeepAlive = false;
  }

  #take(bytes: Buffer): void {
    if (this.#isOver) {
      this.#ignoredBytes += bytes.length;
      if (this.#ignoredBytes > MAX_IGNORED_BYTES) this.#socket.pause();
      return;
    }
    const isBody = this.#request !== null;
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    this.#advance();
    if (!isBody || this.#held.length > 0) return;
    // Node's parser hands on a copy of a body, and needs nothing of this any more; nor may `held`,
    // which is looked at again, be the end of it.
    this.#held = NOTHING;
    release(bytes);
  }

  /** Has as much parsed as may be; of what is left nothing more is read. */
  #advance(): void {
    for (;;) {
      const { destroyed, writable, readableEnded } = this.#socket;
      // Node gives its parser to another connection when this one is closed.
      if (this.#isOver || destroyed || !writable || readableEnded) return;
      const count = this.#parseable();
      if (count === 0) break;
      const part = this.#held.subarray(0, count);
      this.#held = this.#held.subarray(count);
      if (this.#request !== null && this.#bodyBytes !== undefined) this.#bodyBytes -= count;
      this.#parse(part);
      if (this.#request?.complete === true) {
        this.#want();
        this.#listener.received();
        this.#settle();
      }
    }
    if (this.#held.length > MAX_HELD_BYTES) this.#socket.destroy();
    else if (this.#isWaiting && this.#held.length > 0) this.#socket.pause();
  }

  /** Whether what is held has to wait: for an answer, or for the end of a rest. */
  get #isWaiting(): boolean {
    return this.#request === null ? this.#resting !== undefined : this.#request.complete;
  }

  /** How many of the bytes that are held belong to the request under way, or to the next. */
  #parseable(): number {
    if (this.#isWaiting) return 0;
    if (this.#request !== null && this.#bodyBytes !== undefined && this.#bodyBytes > 0) {
      return Math.min(this.#bodyBytes, this.#held.length);
    }
    if (this.#request !== null && this.#chunks !== null) return this.#chunks.take(this.#held);
    // Before a request empty lines mean nothing, however many there are (RFC 9112, 2.2).
    const empty = this.#isInHead ? 0 : emptyLines(this.#held);
    if (empty > 0) return empty;
    const end = this.#held.indexOf(EMPTY_LINE);
    this.#isInHead ||= this.#held.length > 0;
    return end < 0 ? this.#held.length - openEnd(this.#held) : end + EMPTY_LINE.length;
  }

  /** The body is there: its connection may be kept, unless it is in doubt where it ended. */
  #want(): void {
    if (!this.#isUnwanted) return;
    this.#isUnwanted = false;
    const outgoing = expectDefined(this.#outgoing, 'the answer to a request');
    outgoing.shouldKeepAlive = this.#mayBeKept && this.#chunks?.hasEnded !== false;
  }

  #settle(): void {
    if (this.#isOver || !this.#isAnswered || this.#request?.complete !== true) return;
    this.#request = null;
    this.#outgoing = null;
    this.#listener.settled();
    this.#goOn();
  }

  #goOn(): void {
    if (this.#isOver || this.#isWaiting) return;
    if (this.#held.length === 0 && !this.#socket.isPaused()) return;
    this.#socket.resume();
    // It shows first whether the client is still there: for one that has gone nothing is done.
    setImmediate(() => {
      if (!this.#isOver) this.#advance();
    });
  }
}

/** How many bytes at the end may be the beginning of an empty line. */
function openEnd(bytes: Buffer): number {
  const lengths = [3, 2, 1];
  const isOpen = (length: number): boolean =>
    bytes.subarray(-length).equals(EMPTY_LINE.subarray(0, length));
  return lengths.find(isOpen) ?? 0;
}

/** How many of the first bytes are ends of lines. */
function emptyLines(bytes: Buffer): number {
  let count = 0;
  while (bytes[count] === CR || bytes[count] === LF) count += 1;
  return count;
}

/** Whether a request has a body, by its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers;
}
