import { getCookie } from 'hono/cookie';
import type { OperatorSession } from '../domain/records/operators.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Instant } from '../shared/time.ts';
import type { RequestContext } from '../web/journey/interaction.ts';
import { hashOf, newId } from '../web/session.ts';

/** Time in minutes after which an inactive session ends. */
export const IDLE_MINUTES = 15;
/** Maximum duration of a session, in hours. */
export const SESSION_HOURS = 8;

/** A new session, with the id for the cookie. Only the hash of the id is stored. */
export interface NewSession {
  readonly id: string;
  readonly session: Omit<OperatorSession, 'operatorId'>;
}

export function newSession(now: Instant): NewSession {
  const id = newId();
  const expiresAt = now + SESSION_HOURS * HOUR_MS;
  return { id, session: { hash: hashOf(id), activeUntil: idleEnd(now), expiresAt } };
}

/** Returns the time at which a session ends if its operator does nothing after `now`. */
export function idleEnd(now: Instant): Instant {
  return now + IDLE_MINUTES * MINUTE_MS;
}

/** Returns the name of the session cookie. Browsers accept `__Host-` over TLS only. */
export function cookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-console' : 'console';
}

/** Returns the value of the session cookie. It is empty if the browser sent none. */
export function cookieIn(context: RequestContext, origin: string): string {
  return getCookie(context, cookieName(origin)) ?? '';
}

/**
 * Returns the value of the Set-Cookie header. The cookie is limited to this host, hidden from
 * scripts, and not sent with requests that other sites cause.
 */
export function cookieOf(origin: string, id: string): string {
  return cookieFor(origin, id, (SESSION_HOURS * HOUR_MS) / SECOND_MS);
}

/** Returns the value of the Set-Cookie header that removes the session cookie. */
export function endedCookie(origin: string): string {
  return cookieFor(origin, '', 0);
}

function cookieFor(origin: string, id: string, seconds: number): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(origin)}=${id}; Path=/; Max-Age=${String(seconds)}; HttpOnly${secure}; SameSite=Strict`;
}
