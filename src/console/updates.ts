import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { RequestContext } from '../web/journey/interaction.ts';

/** Header with the token of the page that requests an update. */
const TOKEN_HEADER = 'x-live-token';

/** The time in a page. It is not part of the content that is compared. */
const AS_OF = /<p[^>]* data-live-as-of="[^>]*>[^<]*<\/p>/;

/** The random value of a form, which is new each time that the page is rendered. */
const ONCE = / name="once" value="[^"]*"/g;

/**
 * Kind of a request. `valid`: it updates a page that the operator has opened in the same session.
 * `refused`: it is an update, but its token is not valid for the session and the address.
 */
export type Update = 'none' | 'valid' | 'refused';

/** Returns whether a request is an update. */
export function updateOf(context: RequestContext, sessionId: string): Update {
  const sent = context.req.header(TOKEN_HEADER);
  if (sent === undefined) return 'none';
  const expected = Buffer.from(tokenOf(context, sessionId));
  const found = Buffer.from(sent);
  return expected.length === found.length && timingSafeEqual(expected, found) ? 'valid' : 'refused';
}

/** Returns the token that proves that a session has opened the address. */
export function tokenOf(context: RequestContext, sessionId: string): string {
  const { pathname, search } = new URL(context.req.url);
  return createHmac('sha256', sessionId).update(`live ${pathname}${search}`).digest('base64url');
}

/**
 * Returns the entity tag of a page. It changes with the content, but not with the time in it, and
 * not with the random values of forms.
 */
export function etagOf(html: string): string {
  return `"${hash('sha256', html.replace(AS_OF, '').replaceAll(ONCE, ''), 'base64url')}"`;
}
