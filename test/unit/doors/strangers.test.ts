import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { boundStrangers } from '../../../src/doors/strangers.ts';

let server: Server;
let now = 0;
let served = 0;

beforeEach(async () => {
  [now, served] = [0, 0];
  const listener = boundStrangers(
    ({ headers }, outgoing) => {
      served += 1;
      outgoing.writeHead(headers.authorization === 'good' ? 200 : 401).end();
    },
    {
      size: { perSecond: 1, burst: 3 },
      addressOf: ({ headers }) => String(headers['x-from'] ?? 'here'),
      isOpen: ({ url = '' }) => url.startsWith('/open'),
      machineClock: () => now,
    },
  );
  server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${String(port)}${path}`, { headers });
}

describe('whom nobody knows yet', () => {
  test('may be refused so often, and is then turned away before any work', async () => {
    for (let tries = 0; tries < 3; tries += 1) expect((await ask('/api')).status).toBe(401);
    const refused = await ask('/api');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ Code: '429 TooManyRequests' });
    expect(served).toBe(3);
  });

  test('is heard again after a while, and from elsewhere at once', async () => {
    for (let tries = 0; tries < 4; tries += 1) await ask('/api');
    expect((await ask('/api', { 'x-from': 'there' })).status).toBe(401);
    now = 1000;
    expect((await ask('/api')).status).toBe(401);
  });

  test('pays for every request to an address that needs no token', async () => {
    const good = { authorization: 'good' };
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await ask('/open', good)).status).toBe(200);
    }
    expect((await ask('/open', good)).status).toBe(429);
  });

  test('with good tokens never meets a bound', async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      expect((await ask('/api', { authorization: 'good' })).status).toBe(200);
    }
  });
});
