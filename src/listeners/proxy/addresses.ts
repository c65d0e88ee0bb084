import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';

/**
 * An IPv4 address with a port, or an IPv6 address in brackets with an optional port. Some proxies
 * write these forms.
 */
const WITH_PORT = /^(?:\[(?<six>[^\]]+)\](?::\d+)?|(?<four>[\d.]+):\d+)$/;

/** Returns an address without the `::ffff:` prefix of IPv4-mapped IPv6 addresses. */
export function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * Returns a name that a TLS socket and the TCP socket below it share. It consists of the address
 * and port, which are the proxy's until `ProxyConnections` overrides them.
 */
export function nameOfSocket({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${String(remotePort)}`;
}

/** Returns the remote address of a connection. */
export function addressOfSocket({ socket }: Pick<IncomingMessage, 'socket'>): string {
  return plainAddress(socket.remoteAddress);
}

/**
 * Returns the last address in X-Forwarded-For, which the proxy added itself. Returns the proxy's
 * own address if the header is missing or invalid.
 */
export function addressOfForwarded(incoming: Pick<IncomingMessage, 'socket' | 'headers'>): string {
  const forwarded = String(incoming.headers['x-forwarded-for'] ?? '');
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  const { six, four } = WITH_PORT.exec(last)?.groups ?? {};
  const address = plainAddress(six ?? four ?? last);
  return isIP(address) === 0 ? addressOfSocket(incoming) : address;
}
