import type { App } from './request-context.ts';
import { API_INFO, type OtherAddress } from './openapi/document.ts';
import { V3_1 } from '../versions/v3.1.ts';
import { BASE_PATHS } from './routes.ts';

/** The data needed to build the root index of a listener. */
export interface RootIndexTarget {
  /** Base URL of the API. Null if the API is on the same listener. */
  readonly apiUrl: string | null;
  /** Base URL of the customers' pages and of the discovery document. Null if there are none. */
  readonly issuerUrl: string | null;
  /** True if this listener also serves the API description. */
  readonly isDescribed: boolean;
  /** The routes outside the standard that the index lists. */
  readonly others: readonly OtherAddress[];
}

/** Registers `GET /`, which returns an index of the service with its most important URLs. */
export function serveRootIndex(app: App, target: RootIndexTarget): void {
  const { apiUrl, issuerUrl, isDescribed, others } = target;
  const { title, description } = API_INFO;
  app.get('/', ({ env: { origin } }) => {
    const base = apiUrl ?? origin;
    const addressesOf = (tag: string) =>
      others
        .filter((other) => other.tag === tag)
        .map(({ method, path, summary }) => `${method.toUpperCase()} ${base}${path}: ${summary}`);
    const sandbox = addressesOf('sandbox');
    const index = {
      name: title,
      version: V3_1.release,
      description,
      ...(isDescribed && { openapi: `${origin}/openapi.json`, docs: `${origin}/docs` }),
      ...(issuerUrl !== null && {
        discovery: `${issuerUrl}/.well-known/openid-configuration`,
        customers: `${issuerUrl}/my`,
      }),
      standard: BASE_PATHS.map((path) => `${base}${path}`),
      events: addressesOf('events'),
      extensions: addressesOf('extensions'),
      ...(sandbox.length > 0 && { sandbox }),
    };
    // The JSON is indented, because people read it in a terminal.
    const body = `${JSON.stringify(index, null, 2)}\n`;
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  });
}
