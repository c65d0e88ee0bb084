import { Agent as PlainAgent, request as openPlain, type ClientRequest } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as openSecure } from 'node:https';
import type { AgentOptions, RequestOptions as SecureOptions } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { SECOND_MS } from '../src/shared/time.ts';
import { Answer } from './answer.ts';

/** The trusted CA and the client certificate for TLS, in PEM format. */
export interface Credentials {
  readonly ca: string | Buffer;
  /** Certificate of the TPP. Without a certificate and its key, the client is not authenticated. */
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
}

/** A request body that is generated while it is sent. */
export interface StreamedBody {
  /**
   * Length of the body in bytes. Null if the length is unknown. The body is then sent with chunked
   * transfer coding.
   */
  readonly bytes: number | null;
  chunks(): Iterable<Uint8Array>;
}

export type Body = string | Uint8Array | StreamedBody;

export interface Sending {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** Header names are in lower case. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Body | undefined;
}

export interface TransportOptions {
  /** TLS credentials. Required for `https:` URLs. */
  readonly credentials?: Credentials;
  /**
   * Maximum number of connections to one listener. If all are in use, requests wait. By default,
   * there is no limit.
   */
  readonly maxConnections?: number;
  /** Timeout of a request in milliseconds. The default is 60,000. Null disables it. */
  readonly timeoutMs?: number | null;
  /** When it aborts, all requests of this transport are aborted. */
  readonly signal?: AbortSignal;
  /** Local IP address from which connections are opened. */
  readonly localAddress?: string;
  /**
   * Returns the PROXY protocol header that each new connection sends before TLS. By default, none
   * is sent.
   */
  readonly proxyHeader?: (() => Uint8Array) | undefined;
}

/** Default timeout of a request, in milliseconds. */
const TIMEOUT_MS = 60 * SECOND_MS;

/** Error code of a request that timed out. */
const TIMED_OUT = 'ETIMEDOUT';

/** Thrown if no complete response arrives. The message describes the request and the reason. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Error code of Node.js, for example `ECONNREFUSED`, `ECONNRESET` or `ETIMEDOUT`. */
  readonly code: string;

  constructor(request: string, cause: unknown) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    super(`${request} got no answer: ${message === '' ? code : message}`, { cause });
    this.code = code;
  }

  /** True if the request timed out. */
  get isTimeout(): boolean {
    return this.code === TIMED_OUT;
  }
}

/**
 * HTTP and mTLS client with persistent connections. It does not follow redirects, retry requests or
 * decompress bodies.
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
   * Sends a request once and reads the whole response, whatever its status.
   *
   * @throws NoAnswer if no complete response arrives
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
      // If the response came before the whole request was sent, do not send the rest.
      if (!outgoing.writableFinished) outgoing.destroy();
    }
  }

  /** Closes all connections. */
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

/** Opens TLS connections that first send a PROXY protocol header, as a TCP proxy does. */
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
    // Use TLS over the existing socket. `tls.connect` has this option, but the types of the agent
    // omit it.
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
    const abort = (): void => {
      const message = `timed out after ${String((timeoutMs ?? 0) / SECOND_MS)} s`;
      reject(Object.assign(new Error(message), { code: TIMED_OUT }));
      outgoing.destroy();
    };
    const timer = timeoutMs === null ? undefined : setTimeout(abort, timeoutMs);
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
  // Send bytes and not a string. With a string, Node.js would also encode the headers in UTF-8.
  else if (typeof body === 'string') outgoing.end(Buffer.from(body));
  else if (body instanceof Uint8Array) outgoing.end(body);
  else {
    const closed = new Promise((resolve) => outgoing.once('close', resolve));
    for (const chunk of body.chunks()) {
      const isBufferFree = outgoing.write(chunk);
      if (!isBufferFree) {
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
