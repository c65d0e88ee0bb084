import { Hono } from 'hono';
import type { ServiceReport } from '../../domain/records/service-report.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';
import type { AddressesReport, RouteParts } from '../route-parts.ts';

/**
 * Returns the routes that show the version of the service with its settings, and the base URLs of
 * the TLS listeners, whose ports may have been chosen at the start. The URLs are not recorded in
 * the audit log.
 */
export function serviceRoutes({
  serviceReport,
  addresses,
}: Pick<RouteParts, 'serviceReport' | 'addresses'>): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/settings', recorded('settings'), (c) =>
    c.json(serviceReport() satisfies ServiceReport),
  );
  routes.get('/addresses', (c) => {
    if (addresses === null) throw refusal(409, 'The service has no TLS listeners.');
    const { apiUrl, issuerUrl } = addresses;
    return c.json({ apiUrl, issuerUrl } satisfies AddressesReport);
  });
  return routes;
}
