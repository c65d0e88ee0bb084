import type { MiddlewareHandler } from 'hono';

/** Largest body of a form, in bytes. */
export const FORM_MAX_BYTES = 8 * 1024;

/** How long browsers use nothing but TLS for this host: two years, in seconds. */
const STRICT_TRANSPORT_SECONDS = 63_072_000;

/** Names of one's own machine, where another door may well speak plain HTTP. */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The headers of every page. The referrer policy is `same-origin` and not `no-referrer`: with
 * that, browsers send `Origin: null` with our own forms (Fetch, 3.2), and the Origin is checked.
 *
 * @param origin where the pages are served
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

/** Puts the headers of pages on every answer that does not say otherwise. */
export function secureHeaders(origin: string): MiddlewareHandler {
  const headers = Object.entries(pageHeaders(origin));
  return async (context, next) => {
    await next();
    for (const [name, value] of headers) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}

/** What a page may do besides showing our own style and pictures. */
interface Allowed {
  /**
   * Other origins that forms lead to. Browsers hold form-action against the redirects after a form
   * too, so the TPP's must be among them.
   */
  readonly formTargets?: readonly string[];
  /** Whether scripts of our own run: only where a passkey is made or used. */
  readonly scripts?: boolean;
}

/** The policy of a page, by which browsers let it load and run nothing else. */
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
