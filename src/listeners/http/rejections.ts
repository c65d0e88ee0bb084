import type { IncomingMessage } from 'node:http';
import { RETRY_SOON } from '../../api/errors.ts';
import type { RequestRefused } from '../../domain/records/events.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';

/** A request that goes no further than the door. */
export interface RequestRejection {
  readonly reason: RequestRefused['reason'];
  readonly refusal: Refusal;
}

/** Headers that there is one of (RFC 9110, 5.3); Node takes the first and drops the others. */
const SINGLE_HEADERS = new Set(['host', 'authorization', 'content-type']);

export const NOT_READY = turn(
  'starting',
  refuse(503, 'unexpectedError', 'The service is starting. Try again.', { headers: RETRY_SOON }),
);

/**
 * No answer carries an address that somebody else chose, and no page of another site talks to a
 * service on loopback.
 */
export const MISDIRECTED_REQUEST = turn(
  'host',
  refuse(421, 'headerInvalid', 'This service does not answer for that host.', { path: 'Host' }),
);

export const CONNECT_NOT_SUPPORTED = turn(
  'target',
  refuse(400, 'invalidFormat', 'This service is no proxy.'),
);

export const UNEXPECTED = turn(
  'expectation',
  refuse(417, 'headerInvalid', 'Expected 100-continue, or no such header.', { path: 'Expect' }),
);

export const OVERLOADED = turn(
  'listener',
  refuse(503, 'unexpectedError', 'Too many requests are under way. Nothing was done; try again.', {
    headers: RETRY_SOON,
  }),
);

const SLOW = turn('slow', refuse(408, 'invalidFormat', 'The request took too long to arrive.'));

const MALFORMED = turn('malformed', refuse(400, 'invalidFormat', 'This is no HTTP/1.1.'));

const LONG_HEAD = turn('large', refuse(431, 'headerInvalid', 'The headers are too large.'));

const LONG_CHUNK = turn(
  'large',
  refuse(413, 'invalidFormat', 'A chunk’s extensions are too large.'),
);

/** For a caller that has so many under way already. */
export function tooManyAtOnce(most: number): RequestRejection {
  const message = `At most ${String(most)} requests of one caller may be under way at once.`;
  return turn('caller', refuse(429, 'headerInvalid', message, { headers: RETRY_SOON }));
}

/** What a connection ends for, by Node's parser and its clock; undefined: it is lost. */
export function rejectionFor({ code = '' }: NodeJS.ErrnoException): RequestRejection | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return SLOW;
  if (code === 'HPE_HEADER_OVERFLOW') return LONG_HEAD;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return LONG_CHUNK;
  return code.startsWith('HPE_') ? MALFORMED : undefined;
}

/** Transfer codings that the body of a request may have: the one that Node's parser decodes. */
const KNOWN_CODING = /^chunked$/i;

/** Ends the connection: for a proxy the end of such a body may be elsewhere. */
const CLOSE = { connection: 'close' };

const CODING_BEFORE_1_1 = turn(
  'header',
  refuse(400, 'headerInvalid', 'HTTP/1.0 has no Transfer-Encoding. Use HTTP/1.1.', {
    path: 'Transfer-Encoding',
    headers: CLOSE,
  }),
);

const UNKNOWN_CODING = turn(
  'header',
  refuse(501, 'headerInvalid', 'The only transfer coding accepted is "chunked".', {
    path: 'Transfer-Encoding',
    headers: CLOSE,
  }),
);

/**
 * Refuses a body whose framing may be read differently by a proxy: any Transfer-Encoding in
 * HTTP/1.0, and every coding other than `chunked` (RFC 9112, 6.1).
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

/** Refuses headers that contradict each other: the next reader might believe the other one. */
export function checkRepeated({ rawHeaders }: IncomingMessage): RequestRejection | undefined {
  const seen: string[] = [];
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const path = rawHeaders[place]?.toLowerCase() ?? '';
    if (!SINGLE_HEADERS.has(path)) continue;
    if (seen.includes(path)) {
      return turn('header', refuse(400, 'headerInvalid', 'Expected this header once.', { path }));
    }
    seen.push(path);
  }
  return undefined;
}

function turn(reason: RequestRejection['reason'], refusal: Refusal): RequestRejection {
  return { reason, refusal };
}
