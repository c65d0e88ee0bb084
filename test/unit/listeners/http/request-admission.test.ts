import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { MAX_WAITING_REQUESTS } from '../../../../src/listeners/http/request-queue.ts';
import type { RequestHandler } from '../../../../src/listeners/request-handler.ts';
import { RateLimiter } from '../../../../src/listeners/limits/rate-limits.ts';
import {
  events,
  get,
  held,
  heard,
  open,
  send,
  settle,
  underWay,
} from '../../../helpers/held-listener.ts';
import { eventually } from '../../../helpers/eventually.ts';

const many = (count: number): string =>
  Array.from({ length: count }, (_, index) => get(`/${String(index)}`)).join('');

describe('pipelined requests', () => {
  test('are processed one by one and answered in order', async () => {
    await open();
    const all = heard(send(many(MAX_WAITING_REQUESTS + 1)));
    for (let count = 1; count <= MAX_WAITING_REQUESTS + 1; count += 1) {
      await underWay(count);
      if (count === 1) await settle();
      expect(held).toHaveLength(count);
      held.at(-1)?.answer();
    }
    const paths = (): string[] => all.text.match(/\/\d+(?=HTTP|$)/g) ?? [];
    await eventually(() => {
      expect(paths()).toEqual(held.map(({ incoming }) => incoming.url));
    });
  });

  test('end the connection if there are too many', async () => {
    await open();
    const socket = send(get('/first'));
    await underWay(1);
    const gone = once(socket, 'close');
    socket.write(many(500).replaceAll('\n', '\r\n'));
    await gone;
    held[0]?.answer();
    await settle();
    expect(held).toHaveLength(1);
  });

  test('are not processed after the client disconnects', async () => {
    await open();
    const socket = send(many(5));
    await underWay(1);
    socket.destroy();
    await settle();
    held[0]?.answer();
    await settle();
    expect(held).toHaveLength(1);
  });

  test('end the connection if they are too large together', async () => {
    await open();
    const socket = send(get('/first'));
    await underWay(1);
    const large = `POST / HTTP/1.1\nhost: here\ncontent-length: 50000\n\n${'x'.repeat(50_000)}`;
    // The connection may be reset, which `once` would report as an error.
    const gone = new Promise((resolve) => socket.once('close', resolve));
    socket.write(large.repeat(4).replaceAll('\n', '\r\n'));
    await gone;
    expect(held).toHaveLength(1);
  });

  test('may be large in total if each waits only for a short time', async () => {
    await open();
    const large = `${get('/').trimEnd()}\nx: ${'x'.repeat(6000)}\n\n`;
    // At least four requests always wait.
    const socket = send(large.repeat(6));
    for (let count = 1; count <= 30; count += 1) {
      await underWay(count);
      const answered = once(socket, 'data');
      socket.write(large.replaceAll('\n', '\r\n'));
      held.at(-1)?.answer();
      await answered;
    }
  });

  test('wait for the body of the previous request', async () => {
    await open();
    const head = 'POST /first HTTP/1.1\nhost: here\ncontent-length: 5\n\n';
    const socket = send(`${head}he`);
    await underWay(1);
    held[0]?.answer();
    await once(socket, 'data');
    socket.write(`llo${get('/second').replaceAll('\n', '\r\n')}`);
    await underWay(2);
    expect(held[1]?.incoming.url).toBe('/second');
  });

  test.each([
    ['is malformed', 'transfer-encoding: chunked\n\nZZZ\n', '400 BadRequest'],
    ['does not arrive in time', 'content-length: 10\n\nabc', '408 RequestTimeout'],
  ])('with a body that %s are not processed and end the connection', async (_, rest, error) => {
    await open({ requestTimeoutMs: 500 });
    const socket = send(`${get('/first')}POST /second HTTP/1.1\nhost: here\n${rest}`);
    const all = heard(socket);
    const gone = once(socket, 'close');
    await underWay(1);
    // The timeout and the check for it run in the same event loop, before this wait ends.
    await wait(2000);
    held[0]?.answer();
    await gone;
    expect(held).toHaveLength(1);
    expect(all.text).toMatch(new RegExp(`/first.*${error}`, 's'));
  });

  test('whose first one has a malformed body end the connection before it is processed', async () => {
    await open();
    const socket = send('POST / HTTP/1.1\nhost: here\ntransfer-encoding: chunked\n\nZZZ\n');
    const all = heard(socket);
    await once(socket, 'close');
    expect(all.text).toContain('400 BadRequest');
    expect(held).toHaveLength(0);
  });

  test('end with an error response before bytes that are not HTTP', async () => {
    await open();
    const socket = send(`${get('/first')}nonsense\n\n`);
    await underWay(1);
    held[0]?.answer();
    const all = heard(socket);
    await once(socket, 'close');
    expect(all.text).toContain('/first');
    expect(all.text).toContain('400 BadRequest');
    expect(held).toHaveLength(1);
  });
});

test('a request whose client disconnects before its turn is neither processed nor counted', async () => {
  const clients: Socket[] = [];
  let mustBlock = false;
  const originOf = (): string => {
    if (mustBlock) {
      mustBlock = false;
      // While the first request is checked, the other clients disconnect. It uses up its turn.
      for (const socket of clients.slice(1)) socket.resetAndDestroy();
      const end = performance.now() + 50;
      while (performance.now() < end);
    }
    return 'http://here';
  };
  await open({ maxRequests: 4 }, { originOf });
  clients.push(...Array.from({ length: 4 }, () => send(get('/before'))));
  const received = clients.map((socket) => once(socket, 'data'));
  await underWay(4);
  for (const { answer } of held) answer();
  await Promise.all(received);

  mustBlock = true;
  for (const socket of clients) socket.write(get('/now').replaceAll('\n', '\r\n'));
  await underWay(5);
  await settle();
  expect(held).toHaveLength(5);
  // All four requests that may be under way at the same time are still available.
  held[4]?.answer();
  await settle();
  for (let count = 0; count < 4; count += 1) send(get('/after'));
  await underWay(9);
});

test('a connection whose request waits for its turn is not ended for a new one', async () => {
  let mustBlock = false;
  const originOf = (): string => {
    if (mustBlock) {
      mustBlock = false;
      // While the first request is checked, another client connects. It uses up its turn.
      send(get('/new'));
      const end = performance.now() + 50;
      while (performance.now() < end);
    }
    return 'http://here';
  };
  await open({ maxConnections: 2 }, { originOf });
  const clients = [send(get('/before')), send(get('/before'))];
  const received = clients.map((socket) => once(socket, 'data'));
  await underWay(2);
  for (const { answer } of held) answer();
  await Promise.all(received);

  mustBlock = true;
  for (const socket of clients) socket.write(get('/now').replaceAll('\n', '\r\n'));
  await underWay(4);
  expect(held.slice(2).map(({ incoming }) => incoming.url)).toEqual(['/now', '/now']);
});

describe('a client above its rate limit', () => {
  const bounded = { consume: charging() };

  function charging(): RequestHandler['consume'] {
    const limiter = new RateLimiter({ perSecond: 1, burst: 2 }, () => 0);
    return (caller) => limiter.consume(caller);
  }

  test('consumes quota for each request before it is processed', async () => {
    await open({}, bounded);
    const socket = send(many(5));
    const all = heard(socket);
    for (const count of [1, 2]) {
      await underWay(count);
      held.at(-1)?.answer();
    }
    await eventually(() => {
      expect(all.text.match(/429 TooManyRequests/g)).toHaveLength(3);
    });
    expect(held).toHaveLength(2);
    expect(events).toContainEqual({ kind: 'requestRefused', listener: 'plain', reason: 'rate' });
  });

  test('gets one 429 response, then its next request is delayed', async () => {
    const consume = charging();
    await open({ maxConnectionsPerClient: 10 }, { consume });
    for (const path of ['/a', '/b']) {
      send(get(path));
      await underWay(path === '/a' ? 1 : 2);
    }
    const all = heard(send(many(10)));
    await eventually(() => {
      expect(all.text).toContain('429');
    });
    await settle();
    expect(all.text.match(/HTTP\/1.1 429/g)).toHaveLength(1);
    await vi.waitFor(
      () => {
        expect(all.text.match(/HTTP\/1.1 429/g)).toHaveLength(2);
      },
      { timeout: 20_000 },
    );
  });
});
