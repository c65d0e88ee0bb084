import { Hono } from 'hono';
import type { ServiceReport } from '../../domain/records/service-report.ts';
import { recorded, type ControlEnv } from '../control.ts';

/** Returns the route that shows the version of the service and its settings. */
export function serviceRoutes(report: () => ServiceReport): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/settings', recorded('settings'), (c) => c.json(report() satisfies ServiceReport));
  return routes;
}
