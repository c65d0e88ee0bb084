import type { MiddlewareHandler } from 'hono';
import type { Seconds } from '../shared/time.ts';

/** Value of `max-age` in the HSTS header: two years, in seconds. */
const STRICT_TRANSPORT_SECONDS: Seconds = 63_072_000;

/**
 * Host names of the local machine. HSTS is not sent for them, because other local servers may use
 * plain HTTP.
 */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns the security headers that every page sends. The referrer policy is `same-origin` and not
 * `no-referrer`, because with `no-referrer` browsers send `Origin: null` with our own forms (Fetch,
 * 3.2). The pages must check the Origin header.
 *
 * @param origin origin of the pages: `https://host:port`
 */
export function pageHeaders(origin: string): Readonly<Record<string, string>> {
  const isLoopback = LOOPBACK_NAMES.has(new URL(origin).hostname);
  return {
    'content-security-policy': contentSecurityPolicy(),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(isLoopback
      ? {}
      : { 'strict-transport-security': `max-age=${String(STRICT_TRANSPORT_SECONDS)}` }),
  };
}

/** Adds the security headers to every response. Headers that the response sets itself are kept. */
export function secureHeaders(origin: string): MiddlewareHandler {
  const headers = Object.entries(pageHeaders(origin));
  return async (context, next) => {
    await next();
    for (const [name, value] of headers) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}

/**
 * Permissions of a page beyond the strict content security policy, which allows our own styles
 * and images.
 */
interface Allowed {
  /**
   * Other origins to which a form may redirect. The origins of the TPP must be included, because
   * browsers also apply `form-action` to the redirects that follow a form.
   */
  readonly formTargets?: readonly string[];
  /** True if the page may run the passkey script. */
  readonly scripts?: boolean;
  /** Source to which the script may send requests. */
  readonly connections?: string;
}

/** Returns the content security policy of a page. */
export function contentSecurityPolicy(allowed: Allowed = {}): string {
  const { formTargets = [], scripts = false, connections } = allowed;
  return [
    "default-src 'none'",
    ...(scripts ? ["script-src 'self'"] : []),
    ...(connections === undefined ? [] : [`connect-src ${connections}`]),
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
