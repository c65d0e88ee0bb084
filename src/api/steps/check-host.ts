import { refuse, type Refusal } from '../../kernel/errors.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses a request for a host that is not ours with 421, so that no answer carries an address
 * that somebody else chose, and no page of another site can talk to a service on loopback.
 */
export function checkHost(
  host: string | undefined,
  publicHosts: readonly string[],
): Refusal | undefined {
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '');
  if (LOOPBACK.has(name) || publicHosts.includes(name)) return undefined;
  return refuse(421, 'headerInvalid', 'This service does not answer for that host.', 'Host');
}
