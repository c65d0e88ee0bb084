import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { ServiceEvent } from '../../src/domain/records/events.ts';
import type { RequestHandler } from '../../src/listeners/request-handler.ts';
import type { ListenerServer, ServerBounds } from '../../src/listeners/server.ts';
import { requestHandler } from './listener.ts';
import { openInternalListener } from './service.ts';
import { eventually } from './eventually.ts';

/** A received request that has no response until the test sends one. */
export interface Held {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly answer: () => void;
}

let listener: ListenerServer;
export let held: Held[];
export let events: ServiceEvent[];
const sockets: Socket[] = [];

/** Opens a listener whose requests the test answers one by one. It is closed when the test ends. */
export async function open(
  bounds: Partial<ServerBounds> = {},
  rest: Partial<RequestHandler> = {},
): Promise<void> {
  [held, events] = [[], []];
  listener = await openInternalListener(bounds, (event) => events.push(event));
  const hold = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    held.push({ incoming, outgoing, answer: () => outgoing.end(incoming.url) });
  };
  listener.serve(requestHandler(hold, rest));
  const opened = listener;
  onTestFinished(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await opened.close(0);
  });
}

/** Opens a connection and sends a request on it, with `\n` replaced by CRLF. */
export function send(bytes: string, from = '127.0.0.1'): Socket {
  const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined);
  sockets.push(socket.setEncoding('latin1'));
  socket.write(bytes.replaceAll('\n', '\r\n'));
  return socket;
}

/** Collects all text that arrives on a connection, in `text` of the returned object. */
export function heard(socket: Socket): { text: string } {
  const all = { text: '' };
  socket.on('data', (text: string) => {
    all.text += text;
  });
  return all;
}

export const get = (path: string): string => `GET ${path} HTTP/1.1\nhost: here\n\n`;
export const underWay = (count: number): Promise<void> =>
  eventually(() => {
    expect(held).toHaveLength(count);
  });
/** Waits 100 ms, so that the effects of earlier steps have happened. */
export const settle = (): Promise<void> => wait(100);
