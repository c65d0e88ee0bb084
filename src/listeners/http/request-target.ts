import type { IncomingMessage } from 'node:http';
import { refuse, Refusal } from '../../shared/errors.ts';

/** What a request is for. */
export interface Target {
  /** In lower case, with its port if one is named; empty where the request names none. */
  readonly host: string;
  /** As it was sent, and no other spelling of it. */
  readonly path: string;
  /** With its question mark; empty where there is none. */
  readonly search: string;
}

/** A target that is a whole address outdoes the Host header (RFC 9112, 3.2.2). */
const WHOLE = /^https?:\/\/([^/?]*)(.*)$/i;

/** The characters that a path may have (RFC 3986, 3.3). */
const PATH = /^\/[\w.~!$&'()*+,;=:@/%-]*$/;

/** Segments that are none, or lead elsewhere. */
const ODD_SEGMENT = /\/(?:\/|\.{1,2}(?:\/|$))/;

/** Whatever can be seen but `#`. Nothing here follows a query's spelling. */
const SEARCH = /^(?:\?[!-"$-~]*)?$/;

/** Escapes of what needs none, of slashes of both kinds, and of control characters. */
const NEEDLESS = /%(?:[01][\dA-F]|2[DEF]|3\d|[46][1-9A-F]|[57][\dA]|5[CF]|7[EF])/i;

/**
 * Reads a request's target and Host header, and leaves the target in the request as everything
 * behind the door reads it: a path and a query. Refuses with 400 whatever has another spelling that
 * means the same: the next reader might choose that one.
 */
export function readTarget(incoming: IncomingMessage): Target | Refusal {
  const { url = '', headers, httpVersion } = incoming;
  if (headers.host === undefined && httpVersion === '1.1') {
    return refuse(400, 'headerMissing', 'Expected a host.', { path: 'Host' });
  }
  const [, authority = headers.host ?? '', rest] = WHOLE.exec(url) ?? [];
  const written = rest === undefined ? url : rest.replace(/^(?!\/)/, '/');
  const question = written.indexOf('?');
  const path = question < 0 ? written : written.slice(0, question);
  const search = question < 0 ? '' : written.slice(question);
  if (!isPath(path) || !SEARCH.test(search)) {
    const message = 'The target is no path of this service, or not as a path is written.';
    return refuse(400, 'invalidFormat', message);
  }
  const host = authority.toLowerCase();
  incoming.url = `${path}${search}`;
  headers.host = host;
  return { host, path, search };
}

function isPath(path: string): boolean {
  if (!PATH.test(path) || ODD_SEGMENT.test(path)) return false;
  return !path.includes('%') || (!NEEDLESS.test(path) && isUtf8(path));
}

/** Whether all escapes are some, and of text. */
function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
