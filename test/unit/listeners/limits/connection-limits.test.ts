import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import type { RequestHandler } from '../../../../src/listeners/request-handler.ts';
import {
  organisationClient,
  interactionClient,
} from '../../../../src/listeners/limits/client-identity.ts';
import type { ListenerServer, ServerBounds } from '../../../../src/listeners/server.ts';
import { requestHandler } from '../../../helpers/listener.ts';
import { openInternalListener } from '../../../helpers/service.ts';
import { eventually } from '../../../helpers/eventually.ts';

let listener: ListenerServer;
let events: ServiceEvent[];
/** Requests that the listener receives and does not answer. */
let waiting: number;
const sockets: Socket[] = [];

async function open(
  bounds: Partial<ServerBounds>,
  rest: Partial<RequestHandler> = {},
): Promise<void> {
  [events, waiting] = [[], 0];
  listener = await openInternalListener(bounds, (event) => events.push(event));
  listener.serve(
    requestHandler(({ url }, outgoing) => {
      if (url === '/never') waiting += 1;
      else outgoing.end('here');
    }, rest),
  );
}

const waitFor = (count: number): Promise<void> =>
  eventually(() => {
    expect(waiting).toBe(count);
  });

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener.close(0);
});

/** Opens a connection from a loopback address. */
async function from(address: string): Promise<Socket> {
  const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress: address });
  socket.on('error', () => undefined).resume();
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Returns true if the connection gets a response, and false if it is ended. */
async function isHeard(socket: Socket, headers = ''): Promise<boolean> {
  socket.write(`GET / HTTP/1.1\r\nhost: here\r\n${headers}\r\n`);
  return Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ]);
}

/** The start of a form. The rest of it never arrives. */
const bringing = (header: string): string =>
  `POST /never HTTP/1.1\r\nhost: here\r\n${header}\r\ncontent-length: 5000\r\n\r\na`;

const isOpen = (socket: Socket): boolean => !socket.destroyed && !socket.readableEnded;

const left = (all: readonly Socket[]): number => all.filter(isOpen).length;

/** Opens connections that send nothing, `each` of them from every address. */
async function silent(addresses: readonly string[], each: number): Promise<Socket[]> {
  const all: Socket[] = [];
  for (let count = 0; count < each; count += 1) {
    for (const address of addresses) all.push(await from(address));
  }
  return all;
}

const own: RequestHandler['identifyClient'] = ({ headers }, address) =>
  headers['x'] === undefined ? address : organisationClient(String(headers['x']));

/** Identifies interactions from one address. Anybody with a payment can start them. */
const visiting: RequestHandler['identifyClient'] = ({ headers }, address) =>
  headers['x'] === undefined ? address : interactionClient('127.0.0.2', String(headers['x']));

describe('a listener with the maximum number of connections', () => {
  test('ends the oldest connection without a request in favour of a new one', async () => {
    await open({ maxConnections: 20 });
    const quiet = await silent(['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'], 5);
    for (let count = 1; count <= 5; count += 1) {
      expect(await isHeard(await from('127.0.0.9'))).toBe(true);
    }
    await eventually(() => {
      expect(left(quiet)).toBe(15);
    });
    expect(quiet.slice(0, 5).every((socket) => !isOpen(socket))).toBe(true);
    expect(events).toContainEqual({
      kind: 'connectionEnded',
      listener: 'plain',
      reason: 'listener',
    });
  });

  test('ends connections of unauthenticated clients before those of organisations', async () => {
    await open({ maxConnections: 3 }, { identifyClient: own });
    const known = await from('127.0.0.2');
    expect(await isHeard(known, 'x: one\r\n')).toBe(true);
    const [first, second] = [await from('127.0.0.3'), await from('127.0.0.3')];
    expect([await isHeard(first), await isHeard(second)]).toEqual([true, true]);
    expect(await isHeard(await from('127.0.0.4'))).toBe(true);
    expect(await isHeard(await from('127.0.0.5'))).toBe(true);
    await eventually(() => {
      expect([isOpen(first), isOpen(second)]).toEqual([false, false]);
    });
    expect(await isHeard(known, 'x: one\r\n')).toBe(true);
  });

  test('ends idle and slow connections of interactions before those of organisations', async () => {
    const identifyClient: RequestHandler['identifyClient'] = (incoming, address) =>
      (incoming.url === '/tpp' ? own : visiting)(incoming, address);
    await open({ maxConnections: 3 }, { identifyClient });
    const organisation = await from('127.0.0.3');
    organisation.write('GET /tpp HTTP/1.1\r\nhost: here\r\nx: one\r\n\r\n');
    await once(organisation, 'data');
    const slow = [await from('127.0.0.2'), await from('127.0.0.2')];
    for (const [index, socket] of slow.entries()) socket.write(bringing(`x: ${String(index)}`));
    await waitFor(2);
    for (const [index, address] of ['127.0.0.4', '127.0.0.5'].entries()) {
      (await from(address)).write('GET /never HTTP/1.1\r\nhost: here\r\n\r\n');
      await waitFor(3 + index);
    }
    await eventually(() => {
      expect(left(slow)).toBe(0);
    });
    expect(isOpen(organisation)).toBe(true);
  });

  test('refuses a new connection when all others wait for a response', async () => {
    await open({ maxConnections: 2 });
    const busy = [await from('127.0.0.2'), await from('127.0.0.3')];
    for (const socket of busy) socket.write('GET /never HTTP/1.1\r\nhost: here\r\n\r\n');
    await waitFor(2);
    expect(await isHeard(await from('127.0.0.4'))).toBe(false);
    expect(left(busy)).toBe(2);
  });
});

describe('the connections of an address', () => {
  test('are limited, and a new one ends the oldest of the same address', async () => {
    await open({ maxConnectionsPerClient: 2 });
    const [first, second] = [await from('127.0.0.2'), await from('127.0.0.2')];
    const other = await from('127.0.0.3');
    expect(await isHeard(await from('127.0.0.2'))).toBe(true);
    await eventually(() => {
      expect(isOpen(first)).toBe(false);
    });
    expect([isOpen(second), isOpen(other)]).toEqual([true, true]);
  });

  test('exclude those of organisations, which have a limit each', async () => {
    await open({ maxConnectionsPerClient: 2 }, { identifyClient: own });
    const known: Socket[] = [];
    for (const name of ['one', 'one', 'two', 'two']) {
      const socket = await from('127.0.0.2');
      expect(await isHeard(socket, `x: ${name}\r\n`)).toBe(true);
      known.push(socket);
    }
    const quiet = await silent(['127.0.0.2'], 5);
    await eventually(() => {
      expect(left(quiet)).toBe(2);
    });
    expect(left(known)).toBe(4);
    expect(await isHeard(await from('127.0.0.2'), 'x: one\r\n')).toBe(true);
    await eventually(() => {
      expect(known.map(isOpen)).toEqual([false, true, true, true]);
    });
  });

  test('include those of all interactions from there', async () => {
    await open({ maxConnectionsPerClient: 2 }, { identifyClient: visiting });
    const all: Socket[] = [];
    for (const name of ['one', 'two', 'three', 'four']) {
      const socket = await from('127.0.0.2');
      expect(await isHeard(socket, `x: ${name}\r\n`)).toBe(true);
      all.push(socket);
    }
    await eventually(() => {
      expect(all.map(isOpen)).toEqual([false, false, true, true]);
    });
  });

  test('are ended above a limit if they send no request within a second', async () => {
    await open({ maxPendingPerAddress: 3 });
    const quiet = await silent(['127.0.0.2'], 10);
    const heard = await from('127.0.0.2');
    expect(await isHeard(heard)).toBe(true);
    expect(left(quiet)).toBe(10);
    await vi.waitFor(
      () => {
        expect(left(quiet)).toBe(3);
      },
      { timeout: 20_000 },
    );
    expect([isOpen(heard), quiet.slice(-3).every(isOpen)]).toEqual([true, true]);
  });
});

test('a connection without any bytes is ended after a few seconds', async () => {
  await open({});
  const quiet = await from('127.0.0.2');
  await once(quiet, 'close');
  expect(events).toContainEqual({ kind: 'requestRefused', listener: 'plain', reason: 'slow' });
});
