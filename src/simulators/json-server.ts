import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Milliseconds } from '../shared/time.ts';

/** A status with JSON, or none. */
export type JsonAnswer = readonly [status: number, content: object];

/** A request to a small server of JSON. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: URL;
  /** Reads and parses the body. Undefined if it is not JSON. */
  readonly json: () => Promise<unknown>;
}

export interface JsonServerOptions {
  /** Port on 127.0.0.1. 0 selects a free port. */
  readonly port: number;
  /** Maximum size of the body of a request, in bytes. A larger one gets status 413. */
  readonly maxBodyBytes: number;
  /** Time before each answer, in milliseconds. */
  readonly delayMs?: Milliseconds;
  /** Each request with this number or a multiple of it gets status 503. 0: none. */
  readonly errorEvery?: number;
  readonly answer: (request: ReceivedRequest) => JsonAnswer | Promise<JsonAnswer>;
}

export interface JsonServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Thrown while a body is read. */
class TooLarge extends Error {}

/** Serves JSON on loopback, with faults for tests. */
export async function openJsonServer({
  port,
  maxBodyBytes,
  delayMs = 0,
  errorEvery = 0,
  answer,
}: JsonServerOptions): Promise<JsonServer> {
  let requests = 0;
  const closing = new AbortController();
  const answerTo = async (incoming: IncomingMessage): Promise<JsonAnswer> => {
    requests += 1;
    await sleep(delayMs, undefined, { signal: closing.signal });
    if (errorEvery > 0 && requests % errorEvery === 0) return problem(503, 'Not available');
    const { method = '', url = '' } = incoming;
    return answer({
      method,
      url: new URL(url, 'http://127.0.0.1'),
      json: () => readJson(incoming, maxBodyBytes),
    });
  };
  const server = createServer((incoming, outgoing) => {
    answerTo(incoming)
      .catch((error: unknown) => {
        if (error instanceof TooLarge) return problem(413, 'The request is too large');
        throw error;
      })
      .then(([status, content]) => {
        const type = status < 400 ? 'application/json' : 'application/problem+json';
        outgoing.writeHead(status, { 'content-type': type }).end(JSON.stringify(content));
      })
      .catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: async () => {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns a problem (RFC 9457). */
export function problem(status: number, title: string): JsonAnswer {
  return [status, { title, status }];
}

async function readJson(incoming: IncomingMessage, maxBytes: number): Promise<unknown> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw new TooLarge();
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString());
  } catch {
    return undefined;
  }
}
