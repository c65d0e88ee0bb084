import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { outgoingOf } from '../../api/responses.ts';
import { readInteractionId } from '../../api/middleware/interaction-id.ts';
import { FaultList, type Refusal } from '../../shared/errors.ts';
import { hasBody, LINGER_MS } from './request-serializer.ts';

/**
 * Answers a refused request with an error in the format of the standard. Discards the rest of its
 * body for LINGER_MS before it closes the connection: a client that is cut off at once may never
 * read the response.
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

/**
 * Writes an error response to a connection without a parsed request. The caller closes the
 * connection.
 */
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
