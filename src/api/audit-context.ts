import type { IncomingMessage } from 'node:http';
import { actorOf, type Act, type Actor } from '../domain/records/audit.ts';
import type { Grant } from '../domain/records/records.ts';
import type { Instant } from '../shared/time.ts';
import type { ListenerInfo } from './listener-info.ts';

/** What somebody does by a request, as the audit log will know it. */
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

/** What a TPP that has shown its token does by a request. */
export function actOfTpp(
  incoming: IncomingMessage,
  listener: ListenerInfo,
  grant: Grant,
  interactionId: string,
  at: Instant,
): Act {
  return actOf({ kind: 'tpp', id: grant.clientId }, { incoming, listener }, interactionId, at);
}
