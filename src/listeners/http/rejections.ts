import { STATUS_CODES, type IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { RETRY_SOON } from '../../api/errors.ts';
import type { RequestRefused } from '../../domain/records/events.ts';
import { outgoingOf } from '../../api/responses.ts';
import { readInteractionId } from '../../api/middleware/interaction-id.ts';
import { refuse, FaultList, type Refusal } from '../../shared/errors.ts';
import type { Exchange } from './request-queue.ts';

/** A request that is refused before it reaches the application. */
export interface RequestRejection {
  readonly reason: RequestRefused['reason'];
  readonly refusal: Refusal;
}

/** Headers that may occur once (RFC 9110, 5.3). Node uses the first and ignores repeats. */
const SINGLE_HEADERS = new Set(['host', 'authorization', 'content-type']);

export const NOT_READY = rejection(
  'starting',
  refuse(503, 'unexpectedError', 'The service is starting. Try again.', { headers: RETRY_SOON }),
);

/**
 * The Host header is not one of this listener's names. Prevents responses with an attacker's host
 * name, and DNS rebinding against the listener on loopback.
 */
export const MISDIRECTED_REQUEST = rejection(
  'host',
  refuse(421, 'headerInvalid', 'This service does not serve the host in the Host header.', {
    path: 'Host',
  }),
);

export const CONNECT_NOT_SUPPORTED = rejection(
  'target',
  refuse(400, 'invalidFormat', 'CONNECT is not supported.'),
);

export const UNEXPECTED = rejection(
  'expectation',
  refuse(417, 'headerInvalid', 'The only supported expectation is 100-continue.', {
    path: 'Expect',
  }),
);

export const OVERLOADED = rejection(
  'listener',
  refuse(
    503,
    'unexpectedError',
    'Too many concurrent requests. This request was not processed. Try again.',
    {
      headers: RETRY_SOON,
    },
  ),
);

const SLOW = rejection(
  'slow',
  refuse(408, 'invalidFormat', 'The request took too long to arrive.'),
);

const MALFORMED = rejection(
  'malformed',
  refuse(400, 'invalidFormat', 'The request is not valid HTTP/1.1.'),
);

const LONG_HEAD = rejection('large', refuse(431, 'headerInvalid', 'The headers are too large.'));

const LONG_CHUNK = rejection(
  'large',
  refuse(413, 'invalidFormat', 'The chunk extensions are too large.'),
);

/** Returns the rejection for a client that has reached its limit of concurrent requests. */
export function tooManyAtOnce(limit: number): RequestRejection {
  const message = `One client may have at most ${String(limit)} concurrent requests. Wait for a response.`;
  return rejection('client', refuse(429, 'headerInvalid', message, { headers: RETRY_SOON }));
}

/**
 * Returns the rejection for an error of Node's HTTP parser or its timeouts, or undefined if the
 * connection was lost.
 */
export function rejectionFor({ code = '' }: NodeJS.ErrnoException): RequestRejection | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return SLOW;
  if (code === 'HPE_HEADER_OVERFLOW') return LONG_HEAD;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return LONG_CHUNK;
  return code.startsWith('HPE_') ? MALFORMED : undefined;
}

/** The only supported transfer coding: the one that Node's parser decodes. */
const KNOWN_CODING = /^chunked$/i;

/** Closes the connection, because a proxy may see the end of such a body elsewhere. */
const CLOSE = { connection: 'close' };

const CODING_BEFORE_1_1 = rejection(
  'header',
  refuse(400, 'headerInvalid', 'HTTP/1.0 does not support Transfer-Encoding. Use HTTP/1.1.', {
    path: 'Transfer-Encoding',
    headers: CLOSE,
  }),
);

const UNKNOWN_CODING = rejection(
  'header',
  refuse(501, 'headerInvalid', 'The only transfer coding accepted is "chunked".', {
    path: 'Transfer-Encoding',
    headers: CLOSE,
  }),
);

/**
 * Rejects a body whose framing a proxy may read differently: any Transfer-Encoding in HTTP/1.0, and
 * any coding other than `chunked` (RFC 9112, 6.1).
 */
export function checkTransferCoding({
  headers,
  httpVersion,
}: IncomingMessage): RequestRejection | undefined {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return undefined;
  if (httpVersion === '1.0') return CODING_BEFORE_1_1;
  return KNOWN_CODING.test(coding) ? undefined : UNKNOWN_CODING;
}

/** Rejects a request that repeats a single-value header. Two readers might use different values. */
export function checkRepeated({ rawHeaders }: IncomingMessage): RequestRejection | undefined {
  const seen: string[] = [];
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const path = rawHeaders[place]?.toLowerCase() ?? '';
    if (!SINGLE_HEADERS.has(path)) continue;
    if (seen.includes(path)) {
      return rejection(
        'header',
        refuse(400, 'headerInvalid', 'This header may occur only once.', { path }),
      );
    }
    seen.push(path);
  }
  return undefined;
}

function rejection(reason: RequestRejection['reason'], refusal: Refusal): RequestRejection {
  return { reason, refusal };
}

/** Answers a refused request with an error in the format of the standard. */
export function rejectRequest({ incoming, outgoing }: Exchange, refusal: Refusal): void {
  const interactionId = readInteractionId(incoming.headers, new FaultList());
  const { status, headers, body } = outgoingOf(refusal, { interactionId });
  const text = body ?? '';
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
}

/**
 * Writes an error response to a connection without a parsed request. The caller closes the
 * connection.
 */
export function refuseConnection(socket: Socket, refusal: Refusal): void {
  const { status, headers, body } = outgoingOf(refusal, { interactionId: randomUUID() });
  const text = body ?? '';
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const first = `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n`;
  socket.write(`${first}${lines.join('')}\r\n${text}`);
}
