import { Agent as PlainAgent, request as openPlain, type ClientRequest } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as openSecure } from 'node:https';
import type { AgentOptions, RequestOptions as SecureOptions } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { SECOND_MS } from '../src/shared/time.ts';
import { Answer } from './answer.ts';

/** Whom to trust at a door of TLS, and what to show there; PEM. */
export interface Credentials {
  readonly ca: string | Buffer;
  /** The TPP's certificate and its key; without them it is a stranger. */
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
}

/** A body whose bytes are made as they go out. */
export interface Pieces {
  /** How many there are; null: they go out in chunks, without telling. */
  readonly bytes: number | null;
  chunks(): Iterable<Uint8Array>;
}

export type Body = string | Uint8Array | Pieces;

export interface Sending {
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** In lower case. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Body | undefined;
}

export interface TransportOptions {
  /** For doors of TLS. */
  readonly credentials?: Credentials;
  /** Connections to one door at a time; a request that finds none waits. Any number by default. */
  readonly maxConnections?: number;
  /** A request is given up so many milliseconds after it was made; null: never. */
  readonly timeoutMs?: number | null;
  /** Gives up every request. */
  readonly signal?: AbortSignal;
  /** Which address of this machine the connections come from. */
  readonly localAddress?: string;
  /** Returns the PROXY protocol header that a new connection sends before TLS; none by default. */
  readonly proxyHeader?: (() => Uint8Array) | undefined;
}

/** How long an answer may take where nothing else is said, in milliseconds. */
const TIMEOUT_MS = 60 * SECOND_MS;

/** What a request comes to that is given up. */
const GIVEN_UP = 'ETIMEDOUT';

/** Nobody answered, or not to the end; the message says to what, and why. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** As Node tells it: `ECONNREFUSED`, `ECONNRESET`, `ETIMEDOUT`, … */
  readonly code: string;

  constructor(asked: string, cause: unknown) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    super(`${asked} got no answer: ${message === '' ? code : message}`, { cause });
    this.code = code;
  }

  /** Whether it took too long. */
  get isGivenUp(): boolean {
    return this.code === GIVEN_UP;
  }
}

/**
 * Brings requests to doors, plain or of mutual TLS, over connections that stay open. Does as little
 * as a client can: nothing is followed, repeated or unpacked.
 */
export class Transport {
  readonly #plain: PlainAgent;
  readonly #secure: SecureAgent;
  readonly #timeoutMs: number | null;
  readonly #signal: AbortSignal | undefined;

  constructor(options: TransportOptions = {}) {
    const { credentials, maxConnections = Infinity, timeoutMs = TIMEOUT_MS, signal } = options;
    const { localAddress, proxyHeader } = options;
    const connecting = {
      keepAlive: true,
      maxSockets: maxConnections,
      ...(localAddress !== undefined && { localAddress }),
    };
    this.#plain = new PlainAgent(connecting);
    const securely = { ...connecting, ...credentials };
    this.#secure =
      proxyHeader === undefined
        ? new SecureAgent(securely)
        : new ProxyingAgent(securely, proxyHeader);
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
  }

  /**
   * Sends a request once and reads the whole answer, whatever its status.
   *
   * @throws NoAnswer
   */
  async send(sending: Sending): Promise<Answer> {
    const { method, url } = sending;
    const began = performance.now();
    const outgoing = this.#open(sending);
    try {
      const { incoming, bytes } = await exchange(outgoing, sending.body, this.#timeoutMs);
      const { statusCode: status = 0, rawHeaders } = incoming;
      const milliseconds = performance.now() - began;
      return new Answer({ method, path: outgoing.path, status, rawHeaders, bytes, milliseconds });
    } catch (cause) {
      const { origin } = new URL(url);
      throw new NoAnswer(`${method} ${outgoing.path} at ${origin}`, cause);
    } finally {
      // Who was answered before all was said has nothing more to say.
      if (!outgoing.writableFinished) outgoing.destroy();
    }
  }

  /** Closes the connections. */
  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }

  #open({ method, url, headers, body }: Sending): ClientRequest {
    const isSecure = url.startsWith('https:');
    const length = lengthOf(body);
    const options: RequestOptions = {
      method,
      agent: isSecure ? this.#secure : this.#plain,
      headers: { ...(length !== null && { 'content-length': String(length) }), ...headers },
      ...(this.#signal !== undefined && { signal: this.#signal }),
    };
    return isSecure ? openSecure(url, options) : openPlain(url, options);
  }
}

/** Opens TLS connections that begin with a PROXY protocol header, as those of a TCP proxy do. */
class ProxyingAgent extends SecureAgent {
  readonly #header: () => Uint8Array;

  constructor(options: AgentOptions, header: () => Uint8Array) {
    super(options);
    this.#header = header;
  }

  override createConnection(
    options: SecureOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const { host, port, localAddress } = options;
    const socket = connect({
      port: Number(port),
      ...(host !== undefined && host !== null && { host }),
      ...(localAddress !== undefined && { localAddress }),
    });
    socket.write(this.#header());
    // TLS over the socket: an option of tls.connect that the types of the agent leave out.
    const overSocket = { ...options, socket };
    return super.createConnection(overSocket, callback);
  }
}

interface Received {
  readonly incoming: IncomingMessage;
  readonly bytes: Buffer;
}

function exchange(
  outgoing: ClientRequest,
  body: Body | undefined,
  timeoutMs: number | null,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      const message = `nothing came within ${String((timeoutMs ?? 0) / SECOND_MS)} s`;
      reject(Object.assign(new Error(message), { code: GIVEN_UP }));
      outgoing.destroy();
    };
    const timer = timeoutMs === null ? undefined : setTimeout(giveUp, timeoutMs);
    outgoing
      .on('close', () => {
        clearTimeout(timer);
      })
      .on('error', reject)
      .on('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => {
            resolve({ incoming, bytes: Buffer.concat(chunks) });
          });
      });
    write(outgoing, body).catch(reject);
  });
}

async function write(outgoing: ClientRequest, body: Body | undefined): Promise<void> {
  if (body === undefined) outgoing.end();
  // Headers beside a text would be written as UTF-8 too.
  else if (typeof body === 'string') outgoing.end(Buffer.from(body));
  else if (body instanceof Uint8Array) outgoing.end(body);
  else {
    const closed = new Promise((resolve) => outgoing.once('close', resolve));
    for (const chunk of body.chunks()) {
      const hasRoom = outgoing.write(chunk);
      if (!hasRoom) {
        const drained = new Promise((resolve) => outgoing.once('drain', resolve));
        await Promise.race([drained, closed]);
      }
      if (outgoing.destroyed) return;
    }
    outgoing.end();
  }
}

function lengthOf(body: Body | undefined): number | null {
  if (body === undefined) return null;
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.length : body.bytes;
}
