import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { evictOldest } from '../../shared/evict-oldest.ts';
import { cookieName, PORTAL_UID } from '../../web/session.ts';

/** Maximum number of portal sessions remembered. */
export const MAX_SIGNED_IN = 10_000;

const PAGE = /^\/my(?=[/?]|$)/;
/** Session cookie of the portal, which only the session's browser has. */
const COOKIE = new RegExp(`(?:^|; ?)${cookieName(PORTAL_UID)}=([\\w-]{43})(?=;|$)`);

/**
 * Remembers the portal sessions that the pages have recognised, so that their requests count
 * towards the user's rate limit. An entry grants no access: with a stolen or expired cookie one can
 * only use up that user's rate limit.
 */
export class SignedInBrowsers {
  /** User ID by the SHA-256 digest of the session cookie. */
  readonly #userIds = new Map<string, string>();

  /** Returns the user ID of the request's session if it is remembered. */
  of(incoming: IncomingMessage): string | undefined {
    const session = sessionOf(incoming);
    return session === undefined ? undefined : this.#userIds.get(session);
  }

  /**
   * Remembers the user of a request's session. Returns false if it was known, or if the request has
   * none.
   */
  remember(incoming: IncomingMessage, userId: string): boolean {
    const session = sessionOf(incoming);
    if (session === undefined || this.#userIds.has(session)) return false;
    evictOldest(this.#userIds, MAX_SIGNED_IN);
    this.#userIds.set(session, userId);
    return true;
  }
}

function sessionOf({ url = '', headers }: IncomingMessage): string | undefined {
  const id = PAGE.test(url) ? COOKIE.exec(headers.cookie ?? '')?.[1] : undefined;
  return id === undefined ? undefined : hash('sha256', id);
}
