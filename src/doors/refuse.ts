import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { outgoingOf } from '../api/answer.ts';
import { readInteractionId } from '../api/steps/interaction-id.ts';
import { FaultList, type Refusal } from '../kernel/errors.ts';
import { hasBody } from './intake.ts';

/** How long a client that is cut off may go on sending before it is, in milliseconds. */
const LINGER_MS = 500;

/**
 * Refuses a request at the door, in the standard's words, before anybody has looked into it. What
 * is still to come of its body is thrown away, for a while: who is cut off at once may miss the
 * answer.
 */
export function refuseAtDoor(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  refusal: Refusal,
): void {
  const interactionId = readInteractionId(incoming.headers, new FaultList());
  const { status, headers, body } = outgoingOf(refusal, interactionId);
  const text = body ?? '';
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
  if (!hasBody(incoming)) return;
  incoming.resume();
  linger(incoming.socket, () => !incoming.complete);
}

/** The same where there is no request to answer, written by hand; the connection ends with it. */
export function refuseConnection(socket: Socket, refusal: Refusal): void {
  const { status, headers, body } = outgoingOf(refusal, randomUUID());
  const text = body ?? '';
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const first = `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n`;
  socket.end(`${first}${lines.join('')}\r\n${text}`);
  linger(socket, () => true);
}

/** Cuts a connection off in a while, if that is still to be done. */
function linger(socket: Socket, isDue: () => boolean): void {
  const cut = (): void => {
    if (isDue()) socket.destroy();
  };
  setTimeout(cut, LINGER_MS).unref();
}
