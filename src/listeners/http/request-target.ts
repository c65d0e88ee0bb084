import type { IncomingMessage } from 'node:http';
import { refuse, Refusal } from '../../shared/errors.ts';

/** Host, path and query of a request. */
export interface Target {
  /** Host name in lower case, with the port if one is given. Empty if the request names no host. */
  readonly host: string;
  /** Path in its canonical spelling, as it was sent. */
  readonly path: string;
  /** Query with its question mark, or an empty string. */
  readonly search: string;
}

/** A target in absolute form. It overrides the Host header (RFC 9112, 3.2.2). */
const ABSOLUTE = /^https?:\/\/([^/?]*)(.*)$/i;

/** A path of the characters that RFC 3986, 3.3 allows. */
const PATH = /^\/[\w.~!$&'()*+,;=:@/%-]*$/;

/** Empty segments, and the dot segments `.` and `..`. */
const EMPTY_OR_DOT_SEGMENT = /\/(?:\/|\.{1,2}(?:\/|$))/;

/** A query of visible ASCII characters without `#`. No code here depends on its exact spelling. */
const SEARCH = /^(?:\?[!-"$-~]*)?$/;

/** Percent-encoded unreserved characters, slashes, backslashes and control characters. */
const NON_CANONICAL_ESCAPE = /%(?:[01][\dA-F]|2[DEF]|3\d|[46][1-9A-F]|[57][\dA]|5[CF]|7[EF])/i;

/**
 * Validates the target and the Host header, and rewrites `incoming.url` to a path and a query.
 * Returns a 400 refusal for every other spelling of a path: another component might interpret it
 * differently.
 */
export function readTarget(incoming: IncomingMessage): Target | Refusal {
  const { url = '', headers, httpVersion } = incoming;
  if (headers.host === undefined && httpVersion === '1.1') {
    return refuse(400, 'headerMissing', 'The Host header is required.', { path: 'Host' });
  }
  const [, authority = headers.host ?? '', rest] = ABSOLUTE.exec(url) ?? [];
  const target = rest === undefined ? url : rest.replace(/^(?!\/)/, '/');
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  const search = question < 0 ? '' : target.slice(question);
  if (!isPath(path) || !SEARCH.test(search)) {
    const message = 'The request target is not a valid path in canonical form.';
    return refuse(400, 'invalidFormat', message);
  }
  const host = authority.toLowerCase();
  incoming.url = `${path}${search}`;
  headers.host = host;
  return { host, path, search };
}

function isPath(path: string): boolean {
  if (!PATH.test(path) || EMPTY_OR_DOT_SEGMENT.test(path)) return false;
  return !path.includes('%') || (!NON_CANONICAL_ESCAPE.test(path) && isUtf8(path));
}

/** Returns whether all percent-encodings are valid UTF-8. */
function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
