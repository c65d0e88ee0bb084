import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { readTarget } from '../../../../src/listeners/http/request-target.ts';
import { Refusal } from '../../../../src/shared/errors.ts';

/** Returns a request with this target, as Node's parser would. */
function requestFor(url: string, host: string | null = 'Bank.example'): IncomingMessage {
  const incoming = new IncomingMessage(new Socket());
  if (host !== null) incoming.headers.host = host;
  return Object.assign(incoming, { url, httpVersion: '1.1' });
}

describe('a request target', () => {
  test.each([
    ['/', '/', ''],
    ['/docs/', '/docs/', ''],
    ['/a/', '/a/', ''],
    ['/open-banking/v3.1/pisp/file-payments/fp-1', undefined, ''],
    ['/a?b=c', '/a', '?b=c'],
    ['/a?', '/a', '?'],
    ['/a?b=/../c//d?e', '/a', '?b=/../c//d?e'],
    [`/a?b='"<>^\`{|}\\%zz`, '/a', `?b='"<>^\`{|}\\%zz`],
    ['/caf%C3%A9/%20', '/caf%C3%A9/%20', ''],
    ['/...', '/...', ''],
    ['/.well-known/openid-configuration', undefined, ''],
    [`/~!$&'()*+,;=:@-._`, undefined, ''],
  ])('%s is accepted as a path and a query', (url, path, search) => {
    const incoming = requestFor(url);
    const target = { host: 'bank.example', path: path ?? url, search };
    expect(readTarget(incoming)).toEqual(target);
    expect(incoming.url).toBe(url);
  });

  test.each([
    ['http://other.example:80/a?b', 'other.example:80', '/a?b'],
    ['HTTPS://Other.Example', 'other.example', '/'],
    ['https://other.example?a', 'other.example', '/?a'],
    ['https://me@other.example/', 'me@other.example', '/'],
    ['http://', '', '/'],
  ])('%s is split into a host, and a path and query', (url, host, rest) => {
    const incoming = requestFor(url);
    expect(readTarget(incoming)).toMatchObject({ host });
    expect([incoming.url, incoming.headers.host]).toEqual([rest, host]);
  });

  // Without these checks, another spelling of a path avoided its rate limit.
  test.each([
    '/open-banking/../register',
    '/open-banking/./register',
    '/open-banking/..',
    '/./',
    '/%2e%2e/register',
    '/a/%2E/b',
    '//register',
    '/a//b',
    '/\\register',
    '/a%5Cb',
    '/a%2Fb',
    '/%61s/token',
    '/as%2dtoken',
    '/a%00',
    '/a%0d%0a',
    '/a%7f',
    '/a%',
    '/a%f',
    '/a%zz',
    '/a%ff',
    '/a%c3',
    '/a#b',
    '/a?b#c',
    '/a b',
    '/a\u0000b',
    '/é',
    '/a?é',
    '/a?b c',
    '/a[b]',
    '/a"b',
    '*',
    '',
    'a',
    '?a',
    'ftp://bank.example/a',
    'bank.example:443',
    'https://bank.example/a/../b',
    'https://bank.example//b',
    'http:/a',
  ])('%j is refused', (url) => {
    expect(readTarget(requestFor(url))).toMatchObject({ status: 400 });
  });

  test('is validated in linear time', () => {
    for (const long of ['/a'.repeat(8000), `/${'%41'.repeat(5000)}`, `/${'a'.repeat(16_000)}\\`]) {
      expect(readTarget(requestFor(long)) instanceof Refusal).toBe(!long.startsWith('/a/a'));
    }
  });

  test('without a Host header is refused in HTTP/1.1', () => {
    expect(readTarget(requestFor('/', null))).toMatchObject({ status: 400 });
    expect(readTarget(requestFor('/', ''))).toMatchObject({ host: '' });
    const older = Object.assign(requestFor('/', null), { httpVersion: '1.0' });
    expect(readTarget(older)).toMatchObject({ host: '' });
  });
});
