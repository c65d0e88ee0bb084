import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { outgoingOf } from '../../api/responses.ts';
import { readInteractionId } from '../../api/middleware/interaction-id.ts';
import { FaultList, type Refusal } from '../../shared/errors.ts';
import { hasBody, LINGER_MS } from './request-serializer.ts';

/**
 * Refuses a request at the door, in the standard's words, before anybody has looked into it. What
 * is still to come of its body is thrown away, for a while: who is cut off at once may miss the
 * answer.
 */
export function rejectRequest(
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
  const cut = (): void => {
    if (!incoming.complete) incoming.socket.destroy();
  };
  setTimeout(cut, LINGER_MS).unref();
}

/** The same where there is no request to answer, written by hand; the connection ends then. */
export function refuseConnection(socket: Socket, refusal: Refusal): void {
  const { status, headers, body } = outgoingOf(refusal, randomUUID());
  const text = body ?? '';
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const first = `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n`;
  socket.write(`${first}${lines.join('')}\r\n${text}`);
}
