import type { App } from './request-context.ts';
import { API_INFO, type OtherAddress } from './openapi/document.ts';
import { BASE_PATHS } from './routes.ts';

/** What the signpost of a door points to. */
export interface RootIndexTarget {
  /** The door with the addresses of the API; null: the very one that is asked. */
  readonly apiUrl: string | null;
  /** The customers' door, with their own pages and the discovery document; null: there is none. */
  readonly issuerUrl: string | null;
  /** Whether the description is at the door that is asked. */
  readonly isDescribed: boolean;
  /** The addresses besides the standard's. */
  readonly others: readonly OtherAddress[];
}

/** `GET /`: what this is and where everything lies, for whoever comes for the first time. */
export function serveRootIndex(app: App, signposted: RootIndexTarget): void {
  const { apiUrl, issuerUrl, isDescribed, others } = signposted;
  const { title, version, description } = API_INFO;
  app.get('/', ({ env: { origin } }) => {
    const base = apiUrl ?? origin;
    const addressesOf = (tag: string) =>
      others
        .filter((other) => other.tag === tag)
        .map(({ method, path, summary }) => `${method.toUpperCase()} ${base}${path}: ${summary}`);
    const sandbox = addressesOf('sandbox');
    const signpost = {
      ...{ name: title, version, description },
      ...(isDescribed && { openapi: `${origin}/openapi.json`, docs: `${origin}/docs` }),
      ...(issuerUrl !== null && {
        discovery: `${issuerUrl}/.well-known/openid-configuration`,
        customers: `${issuerUrl}/my`,
      }),
      standard: BASE_PATHS.map((path) => `${base}${path}`),
      extensions: addressesOf('extensions'),
      ...(sandbox.length > 0 && { sandbox }),
    };
    // People read it, many of them in a terminal.
    const body = `${JSON.stringify(signpost, null, 2)}\n`;
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  });
}
