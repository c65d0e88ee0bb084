import type { IncomingMessage, ServerResponse } from 'node:http';
import { outgoingOf } from '../api/answer.ts';
import { readInteractionId } from '../api/steps/interaction-id.ts';
import { FaultList, type Refusal } from '../kernel/errors.ts';

/** Refuses a request at the door, in the standard's words, before anybody has looked into it. */
export function refuseAtDoor(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  refusal: Refusal,
): void {
  const interactionId = readInteractionId(incoming.headers, new FaultList());
  const { status, headers, body } = outgoingOf(refusal, interactionId);
  outgoing.writeHead(status, headers).end(body);
}
