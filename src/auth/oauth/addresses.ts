import type Provider from 'oidc-provider';
import { RESPONSE_MODES } from '../profile.ts';

/** Paths of the endpoints that TPPs use. The mTLS listener serves them. */
const TPP_ROUTES = {
  token: '/as/token',
  pushed_authorization_request: '/as/par',
  introspection: '/as/introspect',
  revocation: '/as/revoke',
};

/** Paths of all endpoints, under the names that oidc-provider gives them. */
export const ROUTES = {
  ...TPP_ROUTES,
  authorization: '/as/authorize',
  jwks: '/as/jwks',
  end_session: '/as/logout',
};

const DISCOVERY = '/.well-known/openid-configuration';

export interface Addresses {
  /** Base URL of the customers' listener, without a trailing slash. It is also the issuer. */
  readonly issuerUrl: string;
  /** Base URL of the mTLS listener, without a trailing slash. */
  readonly apiUrl: string;
  /**
   * URL of the bank's public keys in the discovery document. If null, the JWKS endpoint of the
   * customers' listener is published.
   */
  readonly jwksUri: string | null;
}

/**
 * Makes the server always use these base URLs, regardless of the `Host` header of a request. The
 * expected audiences are derived from them. Both listeners count as HTTPS, although a proxy may
 * terminate TLS.
 */
export function pinAddresses(provider: Provider, addresses: Addresses): void {
  const { issuerUrl, apiUrl, jwksUri } = addresses;
  const paths = new Set(Object.values(TPP_ROUTES));
  Object.defineProperties(provider.request, {
    href: {
      get(this: { readonly path: string }) {
        return paths.has(this.path) ? apiUrl : issuerUrl;
      },
    },
    secure: { value: true },
  });
  const endpoints = Object.fromEntries(
    Object.entries(TPP_ROUTES).map(([name, path]) => [`${name}_endpoint`, `${apiUrl}${path}`]),
  );
  provider.use(async (ctx, next) => {
    await next();
    const document: unknown = ctx.body;
    if (ctx.path !== DISCOVERY || typeof document !== 'object') return;
    ctx.body = {
      ...document,
      ...endpoints,
      ...(jwksUri !== null && { jwks_uri: jwksUri }),
      mtls_endpoint_aliases: endpoints,
      registration_endpoint: `${apiUrl}/register`,
      response_modes_supported: RESPONSE_MODES,
    };
  });
}

/**
 * Name of the cookie that identifies an interaction. Browsers send it only to the interaction's
 * pages. A second cookie with the suffix `.sig` contains its signature.
 */
export const INTERACTION_COOKIE = '__Secure-interaction';
