import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { issueText } from '../shared/text.ts';
import type { Milliseconds } from '../shared/time.ts';

/** A status with JSON. `lost`: the connection ends without an answer. */
export type JsonAnswer = readonly [status: number, content: object] | 'lost';

/** A request to a small server of JSON. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: URL;
  /** Answers the content of the body, or returns a problem if it does not have the schema. */
  readonly answerContent: <Schema extends z.ZodType>(
    schema: Schema,
    answer: (content: z.infer<Schema>) => JsonAnswer | Promise<JsonAnswer>,
  ) => Promise<JsonAnswer>;
}

export interface JsonServerOptions {
  /** Port on 127.0.0.1. 0 selects a free port. */
  readonly port: number;
  /** Maximum size of the body of a request, in bytes. A larger one gets status 413. */
  readonly maxBodyBytes: number;
  /** Time before each answer, in milliseconds. Requests do not wait for each other. */
  readonly delayMs?: Milliseconds;
  /** Each request with this number or a multiple of it gets status 503. 0: none. */
  readonly errorEvery?: number;
  readonly answer: (request: ReceivedRequest) => JsonAnswer | Promise<JsonAnswer>;
}

/** Serves JSON on loopback, with faults for tests. */
export class JsonServer {
  readonly #options: JsonServerOptions;
  readonly #server = createServer((incoming, outgoing) => {
    void this.#serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  #port: number;
  #requests = 0;
  #closing = new AbortController();

  constructor(options: JsonServerOptions) {
    this.#options = options;
    this.#port = options.port;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  /** Listens. After `close`, listens on the same port again. */
  async listen(): Promise<this> {
    this.#closing = new AbortController();
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Ends all connections, and accepts no further ones. */
  async close(): Promise<void> {
    this.#closing.abort();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const answer = await this.#answerTo(incoming);
    if (answer === 'lost') {
      incoming.socket.destroy();
      return;
    }
    const [status, content] = answer;
    outgoing.writeHead(status, {
      'content-type': status < 400 ? 'application/json' : 'application/problem+json',
      ...(status === 503 && { 'retry-after': '0' }),
    });
    outgoing.end(JSON.stringify(content));
  }

  async #answerTo(incoming: IncomingMessage): Promise<JsonAnswer> {
    const { delayMs = 0, errorEvery = 0, maxBodyBytes, answer } = this.#options;
    this.#requests += 1;
    if (delayMs > 0) await sleep(delayMs, undefined, { signal: this.#closing.signal });
    if (errorEvery > 0 && this.#requests % errorEvery === 0) return problem(503, 'Not available');
    const { method = '', url = '' } = incoming;
    return answer({
      method,
      url: new URL(url, 'http://127.0.0.1'),
      answerContent: async (schema, answerRead) => {
        const body = await readBody(incoming, maxBodyBytes);
        if (body === undefined) return problem(413, 'The request is too large');
        const parsed = schema.safeParse(parseJson(body));
        if (parsed.success) return answerRead(parsed.data);
        const detail = issueText(parsed.error.issues[0]);
        return problem(400, 'The request does not conform to the contract', detail);
      },
    });
  }
}

/** Returns a problem (RFC 9457). */
export function problem(status: number, title: string, detail?: string): JsonAnswer {
  return [status, { title, status, ...(detail !== undefined && { detail }) }];
}

/** Reads a body to its end, so that the client reads the answer. Undefined if it is too large. */
async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    bytes += piece.byteLength;
    if (bytes <= maxBytes) pieces.push(piece);
  }
  return bytes > maxBytes ? undefined : Buffer.concat(pieces).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
