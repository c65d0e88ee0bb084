import type { MiddlewareHandler } from 'hono';
import type { Seconds } from '../shared/time.ts';

/** Largest body of a form, in bytes. */
export const FORM_MAX_BYTES = 8 * 1024;

/** HSTS `max-age`: two years, in seconds. */
const STRICT_TRANSPORT_SECONDS: Seconds = 63_072_000;

/** Names of the local machine. Other listeners on it may use plain HTTP, so HSTS is not sent. */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns the security headers of every page. The referrer policy is `same-origin` and not
 * `no-referrer`. With `no-referrer`, browsers send `Origin: null` with our own forms (Fetch, 3.2),
 * and the pages check the Origin.
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

/** Adds the security headers to every response that does not set them itself. */
export function secureHeaders(origin: string): MiddlewareHandler {
  const headers = Object.entries(pageHeaders(origin));
  return async (context, next) => {
    await next();
    for (const [name, value] of headers) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}

/** Exceptions from the strict content security policy, which allows our own styles and images. */
interface Allowed {
  /**
   * Other origins that a form may redirect to. Browsers apply form-action also to the redirects
   * after a form, so the origins of the TPP must be included.
   */
  readonly formTargets?: readonly string[];
  /** True if the page may run our passkey script. */
  readonly scripts?: boolean;
}

/** Returns the content security policy of a page. */
export function contentSecurityPolicy({ formTargets = [], scripts = false }: Allowed = {}): string {
  return [
    "default-src 'none'",
    ...(scripts ? ["script-src 'self'"] : []),
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
