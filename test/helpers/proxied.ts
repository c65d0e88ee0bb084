import { connect as connectTcp, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { readFileSync } from 'node:fs';
import { tppFiles } from '../../src/sandbox/pki/paths.ts';
import type { Bank } from './secure-browser.ts';

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');

/**
 * The parts of a PROXY protocol header. By default, the header is for a forwarded IPv4 connection.
 */
export interface HeaderParts {
  readonly command?: number;
  readonly family?: number;
  readonly addresses?: Buffer;
  /** Additional TLV fields, each with its type, length and value. */
  readonly more?: Buffer;
}

/** Returns a header of PROXY protocol version 2, as HAProxy writes it. */
export function proxyHeader(parts: HeaderParts = {}): Buffer {
  const {
    command = 0x21,
    family = 0x11,
    addresses = addressesOf(),
    more = Buffer.alloc(0),
  } = parts;
  const rest = Buffer.concat([addresses, more]);
  const fixed = Buffer.from([command, family, rest.length >> 8, rest.length & 0xff]);
  return Buffer.concat([SIGNATURE, fixed, rest]);
}

/** Returns the address block of a header for an IPv4 connection. */
export function addressesOf(client = '203.0.113.9', port = 4711): Buffer {
  const ports = Buffer.from([port >> 8, port & 0xff, 0x20, 0xfb]);
  const bytes = (address: string) => Buffer.from(address.split('.').map(Number));
  return Buffer.concat([bytes(client), bytes('192.0.2.1'), ports]);
}

/** Returns the address block of a header for an IPv6 connection. `client` has eight groups. */
export function longAddressesOf(client: readonly number[], port = 4711): Buffer {
  const address = Buffer.alloc(16);
  for (const [index, group] of client.entries()) address.writeUInt16BE(group, 2 * index);
  const ports = Buffer.from([port >> 8, port & 0xff, 0x20, 0xfb]);
  return Buffer.concat([address, Buffer.alloc(16, 1), ports]);
}

/** Opens a TCP connection to a listener from a local address of this machine. */
export function tcpTo(url: string, localAddress = '127.0.0.1'): Socket {
  const socket = connectTcp({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress });
  return socket.on('error', () => undefined);
}

/** Starts TLS on a connection. The test may send a PROXY header before or after it. */
export function tlsOver(
  { pki }: Pick<Bank, 'pki'>,
  socket: Socket,
  softwareId: string | null = null,
): TLSSocket {
  const files = softwareId === null ? null : tppFiles(pki, softwareId).transport;
  const secured = connect({
    ...{ socket, servername: 'localhost', ca: readFileSync(pki.root.certificate) },
    ...(files && { cert: readFileSync(files.certificate), key: readFileSync(files.key) }),
  });
  return secured.on('error', () => undefined);
}
