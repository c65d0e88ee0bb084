import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A request as it came to a server of a test. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** What a server of a test answers. */
export interface Told {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Listens on loopback until the test is over; its port. */
export async function listening(server: Server & { closeAllConnections(): void }): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A door that answers whatever comes; its origin, and what has come. */
export async function openDoor(answer: (arrived: Arrived) => Told) {
  const arrivals: Arrived[] = [];
  const origin = await openRaw((incoming, outgoing) => {
    void buffer(incoming).then((body) => {
      const { method = '', url: path = '', headers } = incoming;
      const arrived = { method, path, headers, body };
      arrivals.push(arrived);
      const { status = 200, headers: told = {}, body: text = '' } = answer(arrived);
      outgoing.writeHead(status, told).end(text);
    });
  });
  return { origin, arrivals };
}

/** A door that does with a request what the test says; its origin. */
export async function openRaw(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${String(await listening(createServer(listener)))}`;
}
