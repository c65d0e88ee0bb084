import {
  Agent as PlainAgent,
  request as openPlainRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent, request as openTlsRequest } from 'node:https';
import { isLoopback } from '../shared/network.ts';
import { MINUTE_MS, type Milliseconds } from '../shared/time.ts';
import { TLS_POLICY } from '../shared/tls-policy.ts';
import { readCredentials, versionOf, type CredentialFiles } from './credentials.ts';
import { PeerUnavailable, peerUnavailable, type PeerNames } from './peer-errors.ts';

/** Maximum number of connections to the peer. */
const MAX_CONNECTIONS = 16;
/** Default of `maxRequestMs`. */
const MAX_REQUEST_MS: Milliseconds = 10 * MINUTE_MS;

/** The address of a peer and the files for mutual TLS. */
export interface ConnectionOptions {
  /** Base URL of the API. `http://` is allowed for loopback addresses only. */
  readonly url: string;
  /** The files for mutual TLS. Null for `http://`. */
  readonly files: CredentialFiles | null;
  /** Longest time without progress of a request, in milliseconds. */
  readonly timeoutMs: Milliseconds;
  /** Longest duration of a request with its bodies, in milliseconds. */
  readonly maxRequestMs?: Milliseconds;
  readonly names: PeerNames;
}

export interface PeerRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query after the base URL, beginning with a slash. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: AsyncIterable<Uint8Array>;
}

/** The head of an answer. Its body must be read to the end or discarded. */
export interface PeerResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** False if the peer answered before it had the whole body of the request. */
  readonly isSent: boolean;
  /** Method and URL of the request, for messages. */
  readonly request: string;
  /** Returns the body. Throws PeerUnavailable if it ends early or is larger than `maxBytes`. */
  body(maxBytes: number): AsyncIterable<Buffer>;
  /** Closes the connection, unless the request and its answer are complete. */
  discard(): void;
}

/**
 * Sends requests to a peer over mutual TLS, or over `http://` to a loopback address. The
 * certificate of the peer is always verified. Redirects are not followed. If a file changes, new
 * connections use its new content.
 */
export class HttpsConnection {
  readonly #options: ConnectionOptions;
  readonly #base: string;
  readonly #isPlain: boolean;
  #agent: Agent | PlainAgent | undefined;
  readonly #requests = new Set<ClientRequest>();
  #version = '';
  #isClosed = false;

  /** @throws Error if the URL is not valid, or has no TLS and is not a loopback address */
  constructor(options: ConnectionOptions) {
    const { url, files, names } = options;
    const { protocol, hostname } = new URL(url);
    this.#options = options;
    this.#base = url.replace(/\/$/, '');
    this.#isPlain = protocol === 'http:' && isLoopback(hostname);
    if (this.#isPlain || (protocol === 'https:' && files !== null)) return;
    throw new Error(
      `${names.url}=${url} is not a valid address. Expected https:// with ${names.certificate}, ` +
        `${names.key} and ${names.authorities}, or http:// with a loopback address.`,
    );
  }

  /** Reads the files. Throws an error for operators if one of them cannot be used. */
  async prepare(): Promise<void> {
    await this.#currentAgent();
  }

  /**
   * Sends a request and returns the head of its answer.
   *
   * @throws PeerUnavailable if there is no answer, and every error of the request's own body
   */
  async send({ method, path, headers = {}, body }: PeerRequest): Promise<PeerResponse> {
    const { timeoutMs, names } = this.#options;
    const name = `${method} ${this.#base}${path}`;
    const agent = await this.#agentFor(name).catch(async (error: unknown) => {
      await abandon(body);
      throw error;
    });
    const openRequest = this.#isPlain ? openPlainRequest : openTlsRequest;
    const request = openRequest(`${this.#base}${path}`, {
      method,
      agent,
      headers,
      timeout: timeoutMs,
    });
    this.#requests.add(request);
    request.once('close', () => this.#requests.delete(request));
    const limit = limitTime(request, this.#options);
    const answered = answerTo(request);
    const isSent = await sendBody(request, body);
    const incoming = await answered.catch((error: unknown) => {
      throw peerUnavailable(names, name, error);
    });
    return {
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      isSent,
      request: name,
      body: (maxBytes) => readBody({ incoming, name, names, maxBytes, limit }),
      discard: () => request.destroy(),
    };
  }

  /** Ends all connections, also those with a request in progress. */
  close(): void {
    this.#isClosed = true;
    for (const request of this.#requests) request.destroy(new Error('The connection was closed.'));
    this.#agent?.destroy();
  }

  async #agentFor(request: string): Promise<Agent | PlainAgent> {
    if (this.#isClosed) throw new PeerUnavailable(`${request} failed. The connection is closed.`);
    return this.#currentAgent();
  }

  /**
   * Returns the agent for the current files. Requests on connections of a former agent continue,
   * and its idle connections end after the time-out.
   */
  async #currentAgent(): Promise<Agent | PlainAgent> {
    const { files, names, timeoutMs } = this.#options;
    const pool = { keepAlive: true, maxSockets: MAX_CONNECTIONS, timeout: timeoutMs };
    if (this.#isPlain || files === null) return (this.#agent ??= new PlainAgent(pool));
    const version = await versionOf(files, names);
    if (this.#agent !== undefined && version === this.#version) return this.#agent;
    const credentials = await readCredentials(files, names);
    this.#version = version;
    this.#agent = new Agent({
      ...TLS_POLICY,
      ...credentials,
      rejectUnauthorized: true,
      // A resumed session would not verify the certificate again.
      maxCachedSessions: 0,
      ...pool,
    });
    return this.#agent;
  }
}

/** The time limits of a request. */
interface TimeLimit {
  /** The error that ended the request. Null while no limit is exceeded. */
  problem: Error | null;
}

function limitTime(
  request: ClientRequest,
  { timeoutMs, maxRequestMs = MAX_REQUEST_MS, names: { peer } }: ConnectionOptions,
): TimeLimit {
  const limit: TimeLimit = { problem: null };
  const end = (problem: string, limitMs: Milliseconds) => () => {
    limit.problem = new Error(`The ${peer} ${problem} ${String(limitMs)} milliseconds.`);
    request.destroy(limit.problem);
  };
  request.on('timeout', end('did not answer within', timeoutMs));
  const tooLong = end('did not complete its answer within', maxRequestMs);
  const timer = setTimeout(tooLong, maxRequestMs).unref();
  request.once('close', () => clearTimeout(timer));
  return limit;
}

/** Resolves with the answer to a request. The caller may handle a rejection later. */
function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (incoming) => {
      // The reader of the body reports errors. This listener is for a body that nothing reads.
      incoming.on('error', () => undefined);
      resolve(incoming);
    });
  });
  answered.catch(() => undefined);
  return answered;
}

/**
 * Sends the body of a request, as fast as the peer accepts it. Stops if the peer answers early or
 * closes the connection. Returns true if all of it was sent.
 *
 * @throws every error of the body itself, and then ends the connection
 */
async function sendBody(
  request: ClientRequest,
  body: AsyncIterable<Uint8Array> | undefined,
): Promise<boolean> {
  let isAnswered = false;
  request.once('response', () => (isAnswered = true));
  const isOver = (): boolean => isAnswered || request.destroyed;
  try {
    for await (const piece of body ?? []) {
      if (isOver()) return false;
      if (!request.write(piece)) await writable(request);
    }
  } catch (error) {
    request.destroy();
    throw error;
  }
  if (isOver()) return false;
  request.end();
  return true;
}

/** Ends a body that is not sent, so that its source is closed. */
export async function abandon(body: PeerRequest['body']): Promise<void> {
  if (body === undefined) return;
  const pieces = body[Symbol.asyncIterator]();
  // A generator that has not started would not run its cleanup.
  await pieces.next();
  await pieces.return?.();
}

/** Waits until more can be written, or until no more needs to be written. */
async function writable(request: ClientRequest): Promise<void> {
  if (request.destroyed) return;
  await new Promise<void>((resolve) => {
    const events = ['drain', 'response', 'close'];
    const ended = (): void => {
      for (const event of events) request.off(event, ended);
      resolve();
    };
    for (const event of events) request.on(event, ended);
  });
}

/** The body of an answer to a request with this name. */
interface Body {
  readonly incoming: IncomingMessage;
  readonly name: string;
  readonly names: PeerNames;
  readonly maxBytes: number;
  readonly limit: TimeLimit;
}

async function* readBody({ incoming, name, names, maxBytes, limit }: Body): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      bytes += piece.byteLength;
      if (bytes > maxBytes) {
        throw new PeerUnavailable(
          `The answer to ${name} is larger than ${String(maxBytes)} bytes.`,
        );
      }
      yield piece;
    }
  } catch (error) {
    throw peerUnavailable(names, name, limit.problem ?? error);
  }
}
