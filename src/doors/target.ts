import type { IncomingMessage } from 'node:http';

/**
 * The host that a request is for, in lower case. A target that is a whole address outdoes the Host
 * header (RFC 9112, 3.2.2).
 */
export function addressedHost({
  url = '',
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const isWhole = !url.startsWith('/') && URL.canParse(url);
  return (isWhole ? new URL(url).host : (headers.host ?? '')).toLowerCase();
}

/** The path that a request is for. */
export function pathOf(incoming: IncomingMessage): string {
  return targetOf(incoming).split('?', 1)[0] ?? '';
}

/** The path and query that a request is for: its target may be a whole address, or anything. */
export function targetOf({ url = '' }: IncomingMessage): string {
  if (url.startsWith('/')) return url;
  if (!URL.canParse(url)) return '/';
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
