import { getCookie } from 'hono/cookie';
import { KNOWN_BROWSER_DAYS } from '../auth/sign-in/known-browsers.ts';
import { DAY_MS, SECOND_MS, type Seconds } from '../shared/time.ts';
import type { RequestContext, PagesParts } from './journey/interaction.ts';

const MAX_AGE_SECONDS: Seconds = (KNOWN_BROWSER_DAYS * DAY_MS) / SECOND_MS;

interface Request {
  readonly parts: Pick<PagesParts, 'signIn'>;
  readonly context: RequestContext;
}

/**
 * Returns the known-browser token that the request contains for this user name. See KnownBrowsers.
 */
export function browserTokenIn({ parts, context }: Request, userId: string): string | undefined {
  return getCookie(context, cookieName(parts, userId));
}

/**
 * Returns the cookie that marks the browser as known. It is set after a sign-in with both factors.
 */
export async function knownBrowserCookie(
  parts: Pick<PagesParts, 'signIn'>,
  userId: string,
): Promise<string> {
  const token = await parts.signIn.browserTokenFor(userId);
  const lasting = `Path=/; Max-Age=${String(MAX_AGE_SECONDS)}`;
  return `${cookieName(parts, userId)}=${token}; ${lasting}; HttpOnly; Secure; SameSite=Strict`;
}

function cookieName({ signIn }: Pick<PagesParts, 'signIn'>, userId: string): string {
  return `__Host-known-${signIn.browserNameOf(userId)}`;
}
