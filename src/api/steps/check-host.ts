import type { IncomingMessage } from 'node:http';
import { refuse, type Refusal } from '../../kernel/errors.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses a request for a host that is not ours with 421, so that no answer carries an address
 * that somebody else chose, and no page of another site can talk to a service on loopback.
 */
export function checkHost(
  { url, headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  publicHosts: readonly string[],
): Refusal | undefined {
  const name = addressedHost(url ?? '', headers.host ?? '').replace(/:\d+$/, '');
  if (LOOPBACK.has(name) || publicHosts.includes(name)) return undefined;
  const message = 'This service does not answer for that host.';
  return refuse(421, 'headerInvalid', message, { path: 'Host' });
}

/** A target that is a whole address outdoes the Host header (RFC 9112, 3.2.2). */
function addressedHost(target: string, host: string): string {
  const isWhole = !target.startsWith('/') && URL.canParse(target);
  return (isWhole ? new URL(target).host : host).toLowerCase();
}
