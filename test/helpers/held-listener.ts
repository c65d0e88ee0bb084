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

/** A request that waits until the test answers it. */
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

/** Sends bytes on a new connection. */
export function send(bytes: string, from = '127.0.0.1'): Socket {
  const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined);
  sockets.push(socket.setEncoding('latin1'));
  socket.write(bytes.replaceAll('\n', '\r\n'));
  return socket;
}

/** Collects all text received on a connection. */
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
/** Waits long enough for immediate effects. */
export const settle = (): Promise<void> => wait(100);
