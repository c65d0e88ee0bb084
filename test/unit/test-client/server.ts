import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A request that a test server received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** The response of a test server. */
export interface TestResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Starts a server on loopback until the end of the test. Returns its port. */
export async function listening(server: Server & { closeAllConnections(): void }): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a server that records each request and answers it. */
export async function startServer(answer: (arrived: ReceivedRequest) => TestResponse) {
  const received: ReceivedRequest[] = [];
  const origin = await startRawServer((incoming, outgoing) => {
    void buffer(incoming).then((body) => {
      const { method = '', url: path = '', headers } = incoming;
      const arrived = { method, path, headers, body };
      received.push(arrived);
      const { status = 200, headers: own = {}, body: text = '' } = answer(arrived);
      outgoing.writeHead(status, own).end(text);
    });
  });
  return { origin, received };
}

/** Starts a server with a request listener. Returns its origin. */
export async function startRawServer(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${String(await listening(createServer(listener)))}`;
}
