import { once } from 'node:events';
import { expect, test } from 'vitest';
import { events, get, held, open, send, underWay } from '../../helpers/held-listener.ts';

/** More bytes than the socket buffers of both sides hold. */
const MUCH = 64 * 1024 * 1024;

test('a response that the client does not read ends its connection', async () => {
  await open({ unreadTimeoutMs: 200 });
  const client = send(get('/'));
  client.pause();
  await underWay(1);
  const [request] = held;
  const { outgoing } = request ?? {};
  outgoing?.end(Buffer.alloc(MUCH));
  await once(outgoing ?? client, 'close');
  expect(events).toContainEqual({ kind: 'connectionEnded', listener: 'plain', reason: 'unread' });
});

test('a slow response does not end its connection', async () => {
  await open({ unreadTimeoutMs: 20 });
  const client = send(get('/'));
  const heard = once(client, 'data');
  await underWay(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  held[0]?.answer();
  expect(String(await heard)).toContain('200 OK');
  expect(events).toEqual([]);
});
