import type { Exchanged } from './exchange.ts';
import type { RawRequest } from './mutations.ts';

/** The statuses with which the service may respond to a mutated request. */
const STATUSES: ReadonlySet<string> = new Set([
  ...['200', '201', '204'],
  ...['400', '401', '403', '404', '405', '406', '408', '413', '415', '417', '421', '429', '431'],
]);

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A response's status, with a short description of its fault if it breaks a rule. */
export interface Judgement {
  readonly status: string;
  readonly fault: string | undefined;
}

/** Checks a response against the rules that all responses must follow. */
export function judge(request: RawRequest, { raw }: Exchanged): Judgement {
  if (raw === '') return { status: 'none', fault: 'no answer' };
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, end);
  const body = bodyOf(head, raw.slice(end + 4));
  const status = head.slice(9, 12);
  return { status, fault: faultOf(status, head, request.method === 'HEAD' ? null : body) };
}

/**
 * Returns the body of the first response. A second response may follow if the request was longer
 * than its Content-Length.
 */
function bodyOf(head: string, rest: string): string {
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return length === undefined ? joined(rest) : rest.slice(0, Number(length));
}

/** Joins the chunks of a body with chunked transfer encoding. */
function joined(chunked: string): string {
  const end = chunked.indexOf('\r\n');
  const length = parseInt(chunked.slice(0, end), 16);
  if (end < 0 || !(length > 0)) return '';
  const after = end + 2 + length;
  return chunked.slice(end + 2, after) + joined(chunked.slice(after + 2));
}

/** Returns which rule a response breaks, or undefined. `body` is null if it must have no body. */
function faultOf(status: string, head: string, body: string | null): string | undefined {
  if (!STATUSES.has(status)) return `answered ${status}`;
  const id = /^x-fapi-interaction-id: (.*)$/im.exec(head)?.[1];
  if (id === undefined) return `${status} without an interaction id`;
  if (!ID.test(id)) return 'an odd interaction id';
  if (status < '400' || body === null) return undefined;
  // A 401 has no body (rules, 1.4).
  if (status === '401') return body === '' || isError(body) ? undefined : 'an odd body of a 401';
  return isError(body) ? undefined : `${status} without an error body`;
}

/** Returns true if a body is an error response of the API or of OAuth. */
function isError(body: string): boolean {
  let shape: unknown;
  try {
    shape = JSON.parse(body);
  } catch {
    return false;
  }
  if (typeof shape !== 'object' || shape === null) return false;
  const { error, Code, Message, Errors } = shape as Record<string, unknown>;
  if (typeof error === 'string') return true;
  const isTold = typeof Code === 'string' && typeof Message === 'string';
  return isTold && Array.isArray(Errors) && Errors.length > 0 && Errors.every(isFault);
}

function isFault(fault: unknown): boolean {
  if (typeof fault !== 'object' || fault === null) return false;
  const { ErrorCode, Message } = fault as Record<string, unknown>;
  return typeof ErrorCode === 'string' && typeof Message === 'string';
}
