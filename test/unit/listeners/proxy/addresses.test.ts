import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { addressOfForwarded } from '../../../../src/listeners/proxy/addresses.ts';

/** Returns the client address for this X-Forwarded-For header from a proxy at 10.0.0.1. */
function forwarded(header?: string): string {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: '::ffff:10.0.0.1' });
  const incoming = new IncomingMessage(socket);
  if (header !== undefined) incoming.headers['x-forwarded-for'] = header;
  return addressOfForwarded(incoming);
}

describe('the X-Forwarded-For header', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1, 198.51.100.7', '198.51.100.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
  ])('%s gives the client %s', (header, address) => {
    expect(forwarded(header)).toBe(address);
  });

  test.each([
    ['192.0.2.1:50000', '192.0.2.1'],
    ['[2001:db8::1]:50000', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
  ])('%s gives the address without its port', (header, address) => {
    expect(forwarded(header)).toBe(address);
  });

  test.each([undefined, '', 'unknown', '_hidden', '192.0.2.1, ', 'x'.repeat(1000)])(
    '%j gives the address of the proxy',
    (header) => {
      expect(forwarded(header)).toBe('10.0.0.1');
    },
  );
});
