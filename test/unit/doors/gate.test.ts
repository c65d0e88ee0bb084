import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ServiceEvent } from '../../../src/domain/events.ts';
import type { Behind } from '../../../src/doors/behind.ts';
import { Charges } from '../../../src/doors/charges.ts';
import { knownAs } from '../../../src/doors/caller.ts';
import type { DoorServer, ServerBounds } from '../../../src/doors/server.ts';
import { behind } from '../../helpers/door.ts';
import { openPlainDoor } from '../../helpers/service.ts';

/** A request under way, which the test answers. */
interface Held {
  readonly incoming: IncomingMessage;
  readonly answer: () => void;
}

let door: DoorServer;
let held: Held[];
let events: ServiceEvent[];
const sockets: Socket[] = [];

/** Opens a door whose requests the test answers, one by one. */
async function open(bounds: Partial<ServerBounds> = {}, rest: Partial<Behind> = {}): Promise<void> {
  [held, events] = [[], []];
  door = await openPlainDoor(bounds, (event) => events.push(event));
  const hold = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    held.push({ incoming, answer: () => outgoing.end(incoming.url) });
  };
  door.serve(behind(hold, rest));
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await door.close(0);
});

/** Sends bytes on a connection of their own. */
function send(bytes: string, from = '127.0.0.1'): Socket {
  const socket = connect({ port: door.port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined);
  sockets.push(socket.setEncoding('latin1'));
  socket.write(bytes.replaceAll('\n', '\r\n'));
  return socket;
}

/** All that has come on a connection. */
function heard(socket: Socket): { text: string } {
  const all = { text: '' };
  socket.on('data', (text: string) => {
    all.text += text;
  });
  return all;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\nhost: here\n\n`;
const many = (count: number): string =>
  Array.from({ length: count }, (_, index) => get(`/${String(index)}`)).join('');
const underWay = (count: number): Promise<void> =>
  vi.waitFor(() => {
    expect(held).toHaveLength(count);
  });
/** Long enough for whatever happens at once to have happened. */
const settle = (): Promise<void> => wait(100);

describe('requests that come on one connection without waiting', () => {
  test('are taken up one by one, and answered in their order', async () => {
    await open();
    const all = heard(send(many(500)));
    for (let count = 1; count <= 3; count += 1) {
      await underWay(count);
      await settle();
      expect(held).toHaveLength(count);
      held.at(-1)?.answer();
    }
    let most = 0;
    door.serve(
      behind((incoming, outgoing) => {
        most += 1;
        setImmediate(() => {
          expect(most).toBe(1);
          most -= 1;
          outgoing.end(incoming.url);
        });
      }),
    );
    const paths = (): string[] => all.text.match(/\/\d+(?=HTTP|$)/g) ?? [];
    await vi.waitFor(() => {
      expect(paths()).toHaveLength(500);
    });
    expect(paths()).toEqual(Array.from({ length: 500 }, (_, index) => `/${String(index)}`));
  });

  test('are worked on no more when the client has hung up', async () => {
    await open();
    const socket = send(many(500));
    await underWay(1);
    socket.destroy();
    await settle();
    held[0]?.answer();
    await settle();
    expect(held).toHaveLength(1);
  });

  test('wait for the body of the one before them', async () => {
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

  test('end with the connection when what follows is no request', async () => {
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

describe('a caller that asks too often', () => {
  const bounded = { charge: charging() };

  function charging(): Behind['charge'] {
    const charges = new Charges({ perSecond: 1, burst: 2 }, () => 0);
    return (caller) => charges.take(caller);
  }

  test('is charged for each request before anything is done for it', async () => {
    await open({}, bounded);
    const socket = send(many(5));
    const all = heard(socket);
    for (const count of [1, 2]) {
      await underWay(count);
      held.at(-1)?.answer();
    }
    await vi.waitFor(() => {
      expect(all.text.match(/429 TooManyRequests/g)).toHaveLength(3);
    });
    expect(held).toHaveLength(2);
    expect(events).toContainEqual({ kind: 'requestRefused', door: 'plain', reason: 'rate' });
  });

  test('gets one answer, and is then not read for a while', async () => {
    const charge = charging();
    await open({ maxConnectionsPerCaller: 10 }, { charge });
    for (const path of ['/a', '/b']) {
      send(get(path));
      await underWay(path === '/a' ? 1 : 2);
    }
    const all = heard(send(many(20)));
    await vi.waitFor(() => {
      expect(all.text).toContain('429');
    });
    await settle();
    expect(all.text.match(/HTTP\/1.1 429/g)).toHaveLength(1);
    await vi.waitFor(
      () => {
        expect(all.text.match(/HTTP\/1.1 429/g)).toHaveLength(2);
      },
      { timeout: 3000 },
    );
  });
});

describe('requests under way', () => {
  const own: Behind['callerOf'] = ({ headers }) => knownAs('organisation', String(headers['x']));
  const by = (name: string): string => `GET / HTTP/1.1\nhost: here\nx: ${name}\n\n`;
  const slow = 'POST / HTTP/1.1\nhost: here\ncontent-length: 10\n\nslow';

  test('are so many of one caller; one more is told to come again', async () => {
    await open({ maxRequestsPerCaller: 2 }, { callerOf: own });
    const first = send(by('one'));
    await underWay(1);
    send(by('one'));
    await underWay(2);
    const refused = heard(send(by('one')));
    await vi.waitFor(() => {
      expect(refused.text).toContain('429 TooManyRequests');
    });
    expect(refused.text).toContain('retry-after: 1');
    send(by('two'));
    await underWay(3);
    held[0]?.answer();
    await once(first, 'data');
    send(by('one'));
    await underWay(4);
  });

  test('are so many in all; one more is told to come again', async () => {
    await open({ maxRequests: 2 });
    send(get('/'));
    send(get('/'));
    await underWay(2);
    const all = heard(send(get('/')));
    await vi.waitFor(() => {
      expect(all.text).toContain('503 ServiceUnavailable');
    });
    expect(all.text).toContain('retry-after: 1');
    expect(held).toHaveLength(2);
  });

  test('leave room for callers that are known', async () => {
    const callerOf: Behind['callerOf'] = (incoming, address) =>
      incoming.headers['x'] === undefined ? address : own(incoming, address);
    await open({ maxRequests: 4, maxRequestsOfStrangers: 2 }, { callerOf });
    for (let count = 1; count <= 2; count += 1) {
      send(get('/'));
      await underWay(count);
    }
    const all = heard(send(get('/')));
    await vi.waitFor(() => {
      expect(all.text).toContain('503');
    });
    send(by('one'));
    await underWay(3);
  });

  test('of strangers that are slow to come go for one that is there', async () => {
    await open({ maxRequests: 2, maxRequestsOfStrangers: 2 });
    const first = send(slow, '127.0.0.2');
    await underWay(1);
    send(slow, '127.0.0.3');
    await underWay(2);
    const gone = once(first, 'close');
    send(get('/'));
    await underWay(3);
    await gone;
    expect(events).toContainEqual({ kind: 'connectionEnded', door: 'plain', reason: 'slow' });
  });
});

describe('a client that waits to be told to go on', () => {
  const head = 'POST / HTTP/1.1\nhost: HOST\nexpect: 100-continue\ncontent-length: 2\n\n';

  test('is told so when it is let in', async () => {
    await open();
    const socket = send(head.replace('HOST', 'here'));
    const all = heard(socket);
    await vi.waitFor(() => {
      expect(all.text).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    });
    socket.write('ok');
    held[0]?.answer();
    await vi.waitFor(() => {
      expect(all.text).toContain('200 OK');
    });
  });

  test('is not when it is refused', async () => {
    await open({}, { originOf: () => undefined });
    const all = heard(send(head.replace('HOST', 'elsewhere')));
    await vi.waitFor(() => {
      expect(all.text).toContain('421 MisdirectedRequest');
    });
    expect(all.text).not.toContain('Continue');
  });
});
