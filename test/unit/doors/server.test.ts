import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { openServer, type DoorServer, type ServerBounds } from '../../../src/doors/server.ts';

const HOST = '127.0.0.1';

const BOUNDS: ServerBounds = {
  requestTimeoutMs: 60_000,
  maxConnections: 100,
  maxConnectionsPerAddress: null,
  onlyFrom: null,
};

let server: DoorServer;

async function open(bounds: Partial<ServerBounds> = {}): Promise<void> {
  server = await openServer({ host: HOST, port: 0 }, { ...BOUNDS, ...bounds });
}

afterEach(async () => {
  await server.close(0);
});

/** Whether a new connection gets an answer. */
async function isHeard(): Promise<{ heard: boolean; socket: Socket }> {
  const socket = connect(server.port, HOST);
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const heard = await Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ]);
  return { heard, socket };
}

/** Serves requests and answers none: the answer of the first to come, to be given. */
function nextRequest(): Promise<ServerResponse> {
  return new Promise((resolve) => {
    server.serve((_, outgoing) => {
      resolve(outgoing);
    });
  });
}

describe('a door', () => {
  test('answers 503 until it knows what to serve', async () => {
    await open();
    const address = `http://${HOST}:${String(server.port)}/`;
    expect((await fetch(address)).status).toBe(503);
    server.serve((_, outgoing) => {
      outgoing.end('here');
    });
    expect(await (await fetch(address)).text()).toBe('here');
  });

  test('rejects a port that is taken', async () => {
    await open();
    const taken = openServer({ host: HOST, port: server.port }, BOUNDS);
    await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE', port: server.port });
  });

  test('lets an address have so many connections, and another when one is gone', async () => {
    await open({ maxConnectionsPerAddress: 2 });
    const first = await isHeard();
    const second = await isHeard();
    const third = await isHeard();
    expect([first.heard, second.heard, third.heard]).toEqual([true, true, false]);
    first.socket.destroy();
    await expect.poll(async () => (await isHeard()).heard).toBe(true);
  });

  test('hears nobody but the proxy, where there is one', async () => {
    await open({ onlyFrom: ['10.9.8.7'] });
    expect((await isHeard()).heard).toBe(false);
    await server.close(0);
    await open({ onlyFrom: [HOST] });
    expect((await isHeard()).heard).toBe(true);
  });

  test('lets a request under way end when it closes, and cuts it after the grace', async () => {
    await open();
    let underWay = nextRequest();
    const address = `http://${HOST}:${String(server.port)}/`;
    const late = fetch(address).then((answer) => answer.text());
    const outgoing = await underWay;
    setTimeout(() => outgoing.end('late'), 50);
    await server.close(20_000);
    expect(await late).toBe('late');

    await open();
    underWay = nextRequest();
    const never = fetch(`http://${HOST}:${String(server.port)}/`);
    const cut = expect(never).rejects.toThrow();
    await underWay;
    await server.close(50);
    await cut;
  });
});
