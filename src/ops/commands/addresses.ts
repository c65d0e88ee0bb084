import { Hono } from 'hono';
import { refusal, type ControlEnv } from '../control.ts';

/** Base URLs of the TLS listeners, without a slash at the end. */
export interface AddressesReport {
  /** Base URL of the TPPs' listener. */
  readonly apiUrl: string;
  /** Base URL of the customers' listener. */
  readonly issuerUrl: string;
}

/**
 * Returns the route that reports the base URLs of the TLS listeners, whose ports may have been
 * chosen at the start. It reads no data and is not recorded in the audit log.
 */
export function addressesRoutes(addresses: AddressesReport | null): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/addresses', (c) => {
    if (addresses === null) throw refusal(409, 'The service has no TLS listeners.');
    const { apiUrl, issuerUrl } = addresses;
    return c.json({ apiUrl, issuerUrl } satisfies AddressesReport);
  });
  return routes;
}
