import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  openServer,
  type ListenerServer,
  type ServerBounds,
} from '../../../src/listeners/server.ts';
import { requestHandler } from '../../helpers/listener.ts';
import { NO_BOUNDS, openInternalListener } from '../../helpers/service.ts';

const HOST = '127.0.0.1';

let server: ListenerServer;

async function open(bounds: Partial<ServerBounds> = {}): Promise<string> {
  server = await openInternalListener(bounds);
  return `http://${HOST}:${String(server.port)}/`;
}

afterEach(async () => {
  await server.close(0);
});

/** Opens a connection, and returns true as `heard` if it gets a response. */
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

/** Holds requests without answering. Resolves with the response of the first one. */
function nextRequest(): Promise<ServerResponse> {
  return new Promise((resolve) => {
    server.serve(
      requestHandler((_, outgoing) => {
        resolve(outgoing);
      }),
    );
  });
}

describe('a listener', () => {
  test('answers 503 until it has a handler', async () => {
    const address = await open();
    const early = await fetch(address);
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await early.json()).toMatchObject({ Code: '503 ServiceUnavailable' });
    server.serve(requestHandler((_, outgoing) => outgoing.end('here')));
    expect(await (await fetch(address)).text()).toBe('here');
  });

  test('rejects a port that is in use', async () => {
    await open();
    const parts = { name: 'plain', stopwatch: () => 0, observe: () => undefined } as const;
    const taken = openServer({ host: HOST, port: server.port }, NO_BOUNDS, parts);
    await expect(taken).rejects.toMatchObject({ isTaken: true, port: server.port });
  });

  test('accepts connections only from the proxy if one is configured', async () => {
    await open({ onlyFrom: ['10.9.8.7'] });
    expect((await isHeard()).heard).toBe(false);
    await server.close(0);
    await open({ onlyFrom: [HOST] });
    expect((await isHeard()).heard).toBe(true);
  });

  test('finishes current requests when it closes, and ends them after the grace period', async () => {
    const address = await open();
    let underWay = nextRequest();
    const late = fetch(address).then((answer) => answer.text());
    const outgoing = await underWay;
    setTimeout(() => outgoing.end('late'), 50);
    await server.close(20_000);
    expect(await late).toBe('late');

    const again = await open();
    underWay = nextRequest();
    const never = fetch(again);
    const cut = expect(never).rejects.toThrow();
    await underWay;
    await server.close(50);
    await cut;
  });
});
