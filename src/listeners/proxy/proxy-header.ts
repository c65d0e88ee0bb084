import { SocketAddress } from 'node:net';

/** First 12 bytes of a version 2 header (PROXY protocol, 2.2). */
const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');

/** Bytes of the fixed part: signature, version and command, family, and the length of the rest. */
const FIXED_BYTES = 16;

/** Maximum length of a header, in bytes: addresses and the extensions of the supported proxies. */
const MAX_HEADER_BYTES = 2048;

/**
 * Commands by the byte of version and command. `local`: the proxy connects for itself, for example
 * for a health check.
 */
const COMMANDS: ReadonlyMap<number | undefined, 'local' | 'proxy'> = new Map([
  [0x20, 'local'],
  [0x21, 'proxy'],
]);

/** Length of an address in bytes, keyed by the byte of family and transport. TCP only. */
const ADDRESS_BYTES: ReadonlyMap<number | undefined, 4 | 16> = new Map([
  [0x11, 4],
  [0x21, 16],
]);
const UNSPECIFIED = 0x00;

/** The client of a proxied connection. */
export interface ProxiedClient {
  readonly address: string;
  readonly port: number;
}

/**
 * Result of reading the first bytes of a connection.
 * - `incomplete`: more bytes are needed.
 * - `invalid`: no header, or an unsupported one.
 * - `header`: a valid header. `client` is null if the proxy connects for itself.
 */
export type ProxyHeader =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'header'; readonly bytes: number; readonly client: ProxiedClient | null };

/** Reads a header of the PROXY protocol, version 2 (haproxy's proxy-protocol.txt, 2.2). */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  const start = Math.min(bytes.length, SIGNATURE.length);
  if (!bytes.subarray(0, start).equals(SIGNATURE.subarray(0, start))) return { kind: 'invalid' };
  if (bytes.length < FIXED_BYTES) return { kind: 'incomplete' };
  const end = FIXED_BYTES + bytes.readUInt16BE(14);
  const command = COMMANDS.get(bytes[12]);
  if (command === undefined || end > MAX_HEADER_BYTES) return { kind: 'invalid' };
  if (bytes.length < end) return { kind: 'incomplete' };
  if (command === 'local') return { kind: 'header', bytes: end, client: null };
  return readClient(bytes.subarray(FIXED_BYTES, end), bytes[13], end);
}

function readClient(addresses: Buffer, family: number | undefined, bytes: number): ProxyHeader {
  if (family === UNSPECIFIED) return { kind: 'header', bytes, client: null };
  const length = ADDRESS_BYTES.get(family);
  // The header has both addresses, both ports, then the proxy's extensions.
  if (length === undefined || addresses.length < 2 * length + 4) return { kind: 'invalid' };
  const address = addressOf(addresses.subarray(0, length));
  return { kind: 'header', bytes, client: { address, port: addresses.readUInt16BE(2 * length) } };
}

/** Formats an address as the operating system does. */
function addressOf(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = bytes.toString('hex').match(/.{4}/g) ?? [];
  return new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address;
}
