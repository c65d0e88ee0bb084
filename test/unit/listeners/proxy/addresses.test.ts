import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { addressOfForwarded } from '../../../../src/listeners/proxy/addresses.ts';

/** Whom a proxy at 10.0.0.1 speaks for that says so in this header. */
function forwarded(header?: string): string {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: '::ffff:10.0.0.1' });
  const incoming = new IncomingMessage(socket);
  if (header !== undefined) incoming.headers['x-forwarded-for'] = header;
  return addressOfForwarded(incoming);
}

describe('behind a proxy', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1, 198.51.100.7', '198.51.100.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
  ])('%s comes from %s', (header, address) => {
    expect(forwarded(header)).toBe(address);
  });

  test.each([
    ['192.0.2.1:50000', '192.0.2.1'],
    ['[2001:db8::1]:50000', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
  ])('%s is one caller, whichever port it has', (header, address) => {
    expect(forwarded(header)).toBe(address);
  });

  test.each([undefined, '', 'unknown', '_hidden', '192.0.2.1, ', 'x'.repeat(1000)])(
    '%j comes from the proxy',
    (header) => {
      expect(forwarded(header)).toBe('10.0.0.1');
    },
  );
});
