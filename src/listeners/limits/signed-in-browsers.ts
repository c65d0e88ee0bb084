import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { evictOldest } from '../../shared/evict-oldest.ts';
import { cookieName, PORTAL_UID } from '../../web/session.ts';

/** Maximum number of sessions remembered. */
export const MAX_SIGNED_IN = 10_000;

/** Paths of the customer portal. Its session cookie counts only there. */
const PORTAL_PAGE = /^\/my(?=[/?]|$)/;

/**
 * Remembers the sessions of users that the pages have recognised, so that their requests count
 * towards the user's rate limit. An entry grants no access: with a stolen or expired cookie one can
 * only use up that user's rate limit.
 */
export class SignedInBrowsers {
  /** User ID by the SHA-256 digest of the session cookie. */
  readonly #userIds = new Map<string, string>();
  readonly #cookie: RegExp;
  readonly #page: RegExp;

  /**
   * @param cookie name of the session cookie, which only the session's browser has
   * @param page paths of the pages to which the session belongs. By default, all paths.
   */
  constructor(cookie: string, page = /^/) {
    this.#cookie = new RegExp(`(?:^|; ?)${cookie}=([\\w-]{43})(?=;|$)`);
    this.#page = page;
  }

  /** Returns the user ID of the request's session if it is remembered. */
  of(incoming: IncomingMessage): string | undefined {
    const session = this.#sessionOf(incoming);
    return session === undefined ? undefined : this.#userIds.get(session);
  }

  /**
   * Remembers the user of a request's session. Returns false if it was known, or if the request has
   * none.
   */
  remember(incoming: IncomingMessage, userId: string): boolean {
    const session = this.#sessionOf(incoming);
    if (session === undefined || this.#userIds.has(session)) return false;
    evictOldest(this.#userIds, MAX_SIGNED_IN);
    this.#userIds.set(session, userId);
    return true;
  }

  #sessionOf({ url = '', headers }: IncomingMessage): string | undefined {
    const id = this.#page.test(url) ? this.#cookie.exec(headers.cookie ?? '')?.[1] : undefined;
    return id === undefined ? undefined : hash('sha256', id);
  }
}

/** Returns the memory for the sessions of the customer portal. */
export function portalBrowsers(): SignedInBrowsers {
  return new SignedInBrowsers(cookieName(PORTAL_UID), PORTAL_PAGE);
}
