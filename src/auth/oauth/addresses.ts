import type Provider from 'oidc-provider';
import { RESPONSE_MODES } from '../profile.ts';

/** What is for TPPs, at the door that asks for certificates. */
const FOR_TPPS = {
  token: '/as/token',
  pushed_authorization_request: '/as/par',
  introspection: '/as/introspect',
  revocation: '/as/revoke',
};

/** Every address of the server, by oidc-provider's names. */
export const ROUTES = {
  ...FOR_TPPS,
  authorization: '/as/authorize',
  jwks: '/as/jwks',
  end_session: '/as/logout',
};

const DISCOVERY = '/.well-known/openid-configuration';

export interface Addresses {
  /** Of the door for browsers, without a slash at its end. */
  readonly issuerUrl: string;
  /** Of the door for TPPs, likewise. */
  readonly apiUrl: string;
  /** Where TPPs are to read the bank's keys; null: at the door for browsers. */
  readonly jwksUri: string | null;
}

/**
 * Makes the server write and expect these addresses, whatever a request says of its host: audiences
 * follow from them. Both doors are HTTPS, though a proxy may stand before them.
 */
export function pinAddresses(provider: Provider, addresses: Addresses): void {
  const { issuerUrl, apiUrl, jwksUri } = addresses;
  const paths = new Set(Object.values(FOR_TPPS));
  Object.defineProperties(provider.request, {
    href: {
      get(this: { readonly path: string }) {
        return paths.has(this.path) ? apiUrl : issuerUrl;
      },
    },
    secure: { value: true },
  });
  const endpoints = Object.fromEntries(
    Object.entries(FOR_TPPS).map(([name, path]) => [`${name}_endpoint`, `${apiUrl}${path}`]),
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
