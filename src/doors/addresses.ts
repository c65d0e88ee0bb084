import type { IncomingMessage } from 'node:http';

/** An address as people write it: an IPv4 one without the coat of IPv6. */
export function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}

/** Where a connection comes from. */
export function addressOfSocket({ socket }: IncomingMessage): string {
  return plainAddress(socket.remoteAddress);
}

/** Whom the proxy says that it speaks for: the last address, which it added itself. */
export function addressOfForwarded(incoming: IncomingMessage): string {
  const forwarded = String(incoming.headers['x-forwarded-for'] ?? '');
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  return last === '' ? addressOfSocket(incoming) : last;
}
