import { describe, expect, test } from 'vitest';
import { readProxyHeader } from '../../../../src/listeners/proxy/proxy-header.ts';
import { addressesOf, longAddressesOf, proxyHeader } from '../../../helpers/proxied.ts';

const CLIENT = { address: '203.0.113.9', port: 4711 };
const HELLO = Buffer.from([0x16, 0x03, 0x01]);

describe('a header of the PROXY protocol', () => {
  test('contains the client, and its own length', () => {
    const header = proxyHeader();
    const read = readProxyHeader(Buffer.concat([header, HELLO]));
    expect(read).toEqual({ kind: 'header', bytes: header.length, client: CLIENT });
  });

  test('may contain extensions after the addresses', () => {
    const header = proxyHeader({ more: Buffer.from([0x20, 0, 5, 1, 0, 0, 0, 0]) });
    const read = readProxyHeader(header);
    expect(read).toEqual({ kind: 'header', bytes: header.length, client: CLIENT });
  });

  test.each([
    [[0x2001, 0xdb8, 0, 0, 0, 0, 0, 1], '2001:db8::1'],
    [[0, 0, 0, 0, 0, 0xffff, 0xcb00, 0x7109], '::ffff:203.0.113.9'],
  ])('contains an IPv6 client, formatted as by the system: %j', (groups, address) => {
    const header = proxyHeader({ family: 0x21, addresses: longAddressesOf(groups) });
    const read = readProxyHeader(header);
    expect(read).toEqual({ kind: 'header', bytes: header.length, client: { address, port: 4711 } });
  });

  test.each([
    ['the proxy itself, for a health check', { command: 0x20 }],
    [
      'the proxy itself, without addresses',
      { command: 0x20, family: 0, addresses: Buffer.alloc(0) },
    ],
    ['an unknown client', { family: 0, addresses: Buffer.alloc(0) }],
  ])('has no client if it is for %s', (_, parts) => {
    const header = proxyHeader(parts);
    const read = readProxyHeader(header);
    expect(read).toEqual({ kind: 'header', bytes: header.length, client: null });
  });

  test('is incomplete until its last byte', () => {
    const header = proxyHeader();
    for (let bytes = 0; bytes < header.length; bytes += 1) {
      expect(readProxyHeader(header.subarray(0, bytes))).toEqual({ kind: 'incomplete' });
    }
  });

  test('is invalid if any byte of its signature differs', () => {
    for (let place = 0; place < 12; place += 1) {
      const wrong = proxyHeader();
      wrong[place] = (wrong[place] ?? 0) ^ 0x01;
      expect(readProxyHeader(wrong.subarray(0, place + 1))).toEqual({ kind: 'invalid' });
    }
  });

  test.each([
    ['the first version', Buffer.from('PROXY TCP4 203.0.113.9 192.0.2.1 4711 8443\r\n')],
    ['another version', proxyHeader({ command: 0x31 })],
    ['another command', proxyHeader({ command: 0x22 })],
    ['UDP', proxyHeader({ family: 0x12 })],
    ['a Unix socket', proxyHeader({ family: 0x31, addresses: Buffer.alloc(216) })],
    ['addresses that are too short', proxyHeader({ addresses: addressesOf().subarray(0, 11) })],
    ['too many extensions', proxyHeader({ more: Buffer.alloc(4096) }).subarray(0, 16)],
    ['TLS without a header', Buffer.concat([HELLO, Buffer.alloc(60)])],
  ])('is invalid with %s', (_, bytes) => {
    expect(readProxyHeader(bytes)).toEqual({ kind: 'invalid' });
  });
});
