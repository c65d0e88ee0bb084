import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { outgoingOf } from '../../api/responses.ts';
import { readInteractionId } from '../../api/middleware/interaction-id.ts';
import { FaultList, type Refusal } from '../../shared/errors.ts';
import type { Exchange } from './request-queue.ts';

/** Answers a refused request with an error in the format of the standard. */
export function rejectRequest({ incoming, outgoing }: Exchange, refusal: Refusal): void {
  const interactionId = readInteractionId(incoming.headers, new FaultList());
  const { status, headers, body } = outgoingOf(refusal, interactionId);
  const text = body ?? '';
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
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
