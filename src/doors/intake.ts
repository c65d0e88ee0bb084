import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { present } from '../kernel/assert.ts';

/** What ends the head of a request, and the body of one that comes in chunks. */
const EMPTY_LINE = Buffer.from('\r\n\r\n');

/** Most that is held of what came too early, in bytes: as much as Node reads at once, and half. */
const MAX_HELD_BYTES = 96 * 1024;

const NOTHING = Buffer.alloc(0);

type Parse = (bytes: Buffer) => void;

/** Who follows what becomes of a connection's requests. */
export interface IntakeListener {
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
export class Intake {
  readonly #socket: Socket;
  readonly #listener: IntakeListener;
  /** Node's own way to its parser. */
  readonly #parse: Parse;
  #held: Buffer = NOTHING;
  #request: IncomingMessage | null = null;
  #isAnswered = true;
  /** Bytes of the body that are still to come; undefined where nobody said how many. */
  #bodyBytes: number | undefined;
  #resting: NodeJS.Timeout | undefined;
  #isOver = false;

  /** Takes over a connection that Node's HTTP server has just been given. */
  constructor(socket: Socket, listener: IntakeListener) {
    this.#socket = socket;
    this.#listener = listener;
    const [parse] = socket.listeners('data') as Parse[];
    this.#parse = present(parse, "Node's way to its parser");
    socket.removeAllListeners('data').on('data', (bytes: Buffer) => {
      this.#take(bytes);
    });
    socket.once('close', () => {
      this.end();
    });
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
    this.#isAnswered = false;
    const length = incoming.headers['content-length'];
    this.#bodyBytes = length === undefined ? undefined : Number(length);
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

  #take(bytes: Buffer): void {
    if (this.#isOver) return;
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    this.#advance();
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
    const end = this.#held.indexOf(EMPTY_LINE);
    return end < 0 ? this.#held.length - openEnd(this.#held) : end + EMPTY_LINE.length;
  }

  #settle(): void {
    if (this.#isOver || !this.#isAnswered || this.#request?.complete !== true) return;
    this.#request = null;
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

/** Whether a request has a body, by its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers;
}
