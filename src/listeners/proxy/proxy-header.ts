import { SocketAddress } from 'node:net';

/** How a header of version 2 begins (PROXY protocol, 2.2). */
const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');

/** The signature, the version and command, the family, and the length of what follows. */
const FIXED_BYTES = 16;

/** Addresses and what proxies add to them; a header that says more is none of those we speak to. */
const MAX_HEADER_BYTES = 2048;

/** By the byte of version and command: whether the proxy speaks for somebody else. */
const COMMANDS: ReadonlyMap<number | undefined, 'local' | 'proxy'> = new Map([
  [0x20, 'local'],
  [0x21, 'proxy'],
]);

/** By the byte of family and transport, for TCP: how many bytes an address has. */
const ADDRESS_BYTES: ReadonlyMap<number | undefined, 4 | 16> = new Map([
  [0x11, 4],
  [0x21, 16],
]);
const UNSPECIFIED = 0x00;

/** Whom a proxy speaks for. */
export interface ProxiedClient {
  readonly address: string;
  readonly port: number;
}

/**
 * What the first bytes of a connection say. `more`: the header is not there as a whole. `none`: it
 * is no header, or of a kind that we do not know. `header`: its bytes, and the client; null where
 * the proxy speaks for itself, as when it looks whether we are there.
 */
export type ProxyHeader =
  | { readonly kind: 'more' }
  | { readonly kind: 'none' }
  | { readonly kind: 'header'; readonly bytes: number; readonly client: ProxiedClient | null };

/** Reads a header of the PROXY protocol, version 2 (haproxy's proxy-protocol.txt, 2.2). */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  const start = Math.min(bytes.length, SIGNATURE.length);
  if (!bytes.subarray(0, start).equals(SIGNATURE.subarray(0, start))) return { kind: 'none' };
  if (bytes.length < FIXED_BYTES) return { kind: 'more' };
  const end = FIXED_BYTES + bytes.readUInt16BE(14);
  const command = COMMANDS.get(bytes[12]);
  if (command === undefined || end > MAX_HEADER_BYTES) return { kind: 'none' };
  if (bytes.length < end) return { kind: 'more' };
  if (command === 'local') return { kind: 'header', bytes: end, client: null };
  return readClient(bytes.subarray(FIXED_BYTES, end), bytes[13], end);
}

function readClient(addresses: Buffer, family: number | undefined, bytes: number): ProxyHeader {
  if (family === UNSPECIFIED) return { kind: 'header', bytes, client: null };
  const length = ADDRESS_BYTES.get(family);
  // Both addresses, then both ports; what follows is the proxy's own.
  if (length === undefined || addresses.length < 2 * length + 4) return { kind: 'none' };
  const address = addressOf(addresses.subarray(0, length));
  return { kind: 'header', bytes, client: { address, port: addresses.readUInt16BE(2 * length) } };
}

/** In the spelling in which the system tells addresses. */
function addressOf(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = bytes.toString('hex').match(/.{4}/g) ?? [];
  return new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address;
}
