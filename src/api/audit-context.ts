import type { IncomingMessage } from 'node:http';
import { actorOf, type Act, type Actor } from '../domain/records/audit.ts';
import type { Grant } from '../domain/records/records.ts';
import type { Instant } from '../shared/time.ts';
import type { ListenerInfo } from './listener-info.ts';

/**
 * Returns the actor and the time of a request for the audit log. The actor contains the client's
 * address.
 */
export function actOf(
  who: Pick<Actor, 'kind' | 'id'>,
  { incoming, listener }: { readonly incoming: IncomingMessage; readonly listener: ListenerInfo },
  interactionId: string,
  at: Instant,
): Act {
  const certificate = listener.certificateOf(incoming)?.thumbprint ?? null;
  const address = listener.addressOf(incoming);
  return { at, by: actorOf(who, { certificate, interactionId, address }) };
}

/** Returns the actor and the time of an authenticated TPP's request for the audit log. */
export function actOfTpp(
  incoming: IncomingMessage,
  listener: ListenerInfo,
  grant: Grant,
  interactionId: string,
  at: Instant,
): Act {
  return actOf({ kind: 'tpp', id: grant.clientId }, { incoming, listener }, interactionId, at);
}
