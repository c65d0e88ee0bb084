import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { evictOldest } from '../../shared/evict-oldest.ts';
import { cookieName, OWN } from '../../web/session.ts';

/** Sessions at the own pages that are remembered at once. */
export const MAX_SIGNED_IN = 10_000;

const PAGE = /^\/my(?=[/?]|$)/;
/** What nobody but the browser of a session has. */
const COOKIE = new RegExp(`(?:^|; ?)${cookieName(OWN)}=([\\w-]{43})(?=;|$)`);

/**
 * Users whom the own pages have recognised, so that a door knows their browsers again. A session
 * that is over opens nothing; whoever has its cookie uses up what its user may ask, and no more.
 */
export class SignedInBrowsers {
  /** The user of each session, by a digest of its cookie. */
  readonly #known = new Map<string, string>();

  /** Whose session a request belongs to, if it is a known one. */
  of(incoming: IncomingMessage): string | undefined {
    const session = sessionOf(incoming);
    return session === undefined ? undefined : this.#known.get(session);
  }

  /** Remembers the user of a request; false when the session was known. */
  remember(incoming: IncomingMessage, userId: string): boolean {
    const session = sessionOf(incoming);
    if (session === undefined || this.#known.has(session)) return false;
    evictOldest(this.#known, MAX_SIGNED_IN);
    this.#known.set(session, userId);
    return true;
  }
}

function sessionOf({ url = '', headers }: IncomingMessage): string | undefined {
  const id = PAGE.test(url) ? COOKIE.exec(headers.cookie ?? '')?.[1] : undefined;
  return id === undefined ? undefined : hash('sha256', id);
}
