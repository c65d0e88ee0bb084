import type { IncomingMessage } from 'node:http';
import { refuse, type Refusal } from '../../kernel/errors.ts';
import type { Door } from '../door.ts';

/**
 * The origin that a request is for; 421 when it is none of ours, so that no answer carries an
 * address that somebody else chose, and no page of another site can talk to a service on loopback.
 */
export function checkHost(
  incoming: IncomingMessage,
  door: Pick<Door, 'originOf'>,
): string | Refusal {
  const message = 'This service does not answer for that host.';
  return door.originOf(incoming) ?? refuse(421, 'headerInvalid', message, { path: 'Host' });
}
