import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FaultList } from '../../shared/errors.ts';
import { headerOf } from './header.ts';

const NAME = 'x-fapi-interaction-id';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * Returns the interaction id of the request if it is a valid UUID. Otherwise returns a new one
 * (rules, 1.5).
 */
export function readInteractionId(headers: IncomingHttpHeaders, faults: FaultList): string {
  const header = headerOf(headers, NAME);
  if (header === undefined) return randomUUID();
  if (UUID.test(header)) return header;
  faults.add('headerInvalid', 'Expected an RFC 4122 id (UUID).', NAME);
  return randomUUID();
}
