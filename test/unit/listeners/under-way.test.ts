import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { RequestHandler } from '../../../src/listeners/request-handler.ts';
import {
  organisationClient,
  interactionClient,
} from '../../../src/listeners/limits/client-identity.ts';
import { events, get, held, heard, open, send, underWay } from '../../helpers/held-listener.ts';
import { eventually } from '../../helpers/eventually.ts';

describe('concurrent requests', () => {
  const own: RequestHandler['identifyClient'] = ({ headers }) =>
    organisationClient(String(headers['x']));
  const by = (name: string): string => `GET / HTTP/1.1\nhost: here\nx: ${name}\n\n`;
  const slow = 'POST / HTTP/1.1\nhost: here\ncontent-length: 10\n\nslow';

  test('are limited per client, and one more gets 429 with Retry-After', async () => {
    await open({ maxRequestsPerClient: 2 }, { identifyClient: own });
    const first = send(by('one'));
    await underWay(1);
    send(by('one'));
    await underWay(2);
    const refused = heard(send(by('one')));
    await eventually(() => {
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

  test('are limited in total, and one more gets 503 with Retry-After', async () => {
    await open({ maxRequests: 2 });
    send(get('/'));
    send(get('/'));
    await underWay(2);
    const all = heard(send(get('/')));
    await eventually(() => {
      expect(all.text).toContain('503 ServiceUnavailable');
    });
    expect(all.text).toContain('retry-after: 1');
    expect(held).toHaveLength(2);
  });

  test('of unauthenticated clients leave capacity for organisations', async () => {
    const identifyClient: RequestHandler['identifyClient'] = (incoming, address) =>
      incoming.headers['x'] === undefined ? address : own(incoming, address);
    await open({ maxRequests: 4, maxUnauthenticatedRequests: 2 }, { identifyClient });
    for (let count = 1; count <= 2; count += 1) {
      send(get('/'));
      await underWay(count);
    }
    const all = heard(send(get('/')));
    await eventually(() => {
      expect(all.text).toContain('503');
    });
    send(by('one'));
    await underWay(3);
  });

  const visits: RequestHandler['identifyClient'] = ({ headers }, address) =>
    headers['x'] === undefined ? address : interactionClient('127.0.0.2', String(headers['x']));
  const slowVisit = (name: string): string => slow.replace('host: here', `host: here\nx: ${name}`);

  test('of interactions are not ended for unauthenticated ones above their own limit', async () => {
    await open({ maxRequests: 10, maxUnauthenticatedRequests: 2 }, { identifyClient: visits });
    let ended = 0;
    for (let count = 1; count <= 4; count += 1) {
      send(slowVisit('one'), '127.0.0.2').once('close', () => (ended += 1));
      await underWay(count);
    }
    send(get('/'));
    send(get('/'));
    await underWay(6);
    const refused = heard(send(get('/')));
    await eventually(() => {
      expect(refused.text).toContain('503');
    });
    expect([ended, held.length]).toEqual([0, 6]);
  });

  test('of interactions that send slowly are ended for a new request', async () => {
    await open({ maxRequests: 4, maxUnauthenticatedRequests: 2 }, { identifyClient: visits });
    const gone: Promise<unknown>[] = [];
    for (const name of ['one', 'two', 'three', 'four']) {
      gone.push(once(send(slowVisit(name), '127.0.0.2'), 'close'));
      await underWay(gone.length);
    }
    for (const [index, end] of gone.entries()) {
      send(index < 2 ? get('/') : by('five'));
      await underWay(5 + index);
      await end;
    }
  });

  test('of interactions do not count as unauthenticated', async () => {
    await open({ maxRequests: 4, maxUnauthenticatedRequests: 1 }, { identifyClient: visits });
    send(get('/'));
    await underWay(1);
    send(by('one'));
    await underWay(2);
    send(slowVisit('two'));
    await underWay(3);
  });

  test('of all interactions from one address share the limit of one client', async () => {
    await open({ maxRequestsPerClient: 2 }, { identifyClient: visits });
    send(by('one'));
    await underWay(1);
    send(by('two'));
    await underWay(2);
    const refused = heard(send(by('three')));
    await eventually(() => {
      expect(refused.text).toContain('429 TooManyRequests');
    });
  });

  test('of unauthenticated clients that send slowly are ended for a new request', async () => {
    await open({ maxRequests: 2, maxUnauthenticatedRequests: 2 });
    const first = send(slow, '127.0.0.2');
    await underWay(1);
    send(slow, '127.0.0.3');
    await underWay(2);
    const gone = once(first, 'close');
    send(get('/'));
    await underWay(3);
    await gone;
    expect(events).toContainEqual({ kind: 'connectionEnded', listener: 'plain', reason: 'slow' });
  });
});
