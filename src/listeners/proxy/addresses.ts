import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** A port after an IPv4 address, or after an IPv6 one in brackets, as some proxies write it. */
const WITH_PORT = /^(?:\[(?<six>[^\]]+)\](?::\d+)?|(?<four>[\d.]+):\d+)$/;

/** An address as people write it: an IPv4 one without the coat of IPv6. */
export function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Where a connection comes from. */
export function addressOfSocket({ socket }: Pick<IncomingMessage, 'socket'>): string {
  return plainAddress(socket.remoteAddress);
}

/**
 * Whom the proxy says that it speaks for: the last address, which it added itself; the proxy's own
 * where it says none.
 */
export function addressOfForwarded(incoming: Pick<IncomingMessage, 'socket' | 'headers'>): string {
  const forwarded = String(incoming.headers['x-forwarded-for'] ?? '');
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  const { six, four } = WITH_PORT.exec(last)?.groups ?? {};
  const address = plainAddress(six ?? four ?? last);
  return isIP(address) === 0 ? addressOfSocket(incoming) : address;
}
