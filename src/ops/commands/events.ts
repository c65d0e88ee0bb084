import { Hono } from 'hono';
import type { EndpointHealth, SetAsideEvent } from '../../domain/records/event-notifications.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';
import type { RouteParts } from '../route-parts.ts';

/** Maximum number of events that one command lists. */
const MAX_LISTED = 1000;

/** Events that were set aside, at most 1,000. */
export interface EventList {
  readonly listed: readonly SetAsideEvent[];
}

/** The states of subscriptions, at most 1,000. */
export interface EndpointList {
  readonly endpoints: readonly EndpointHealth[];
}

/** Returns the routes about events that were set aside because TPPs reported errors. */
export function eventRoutes({
  store,
  clock,
}: Pick<RouteParts, 'store' | 'clock'>): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/events', recorded('events-list'), async (c) => {
    return c.json({ listed: await store.listSetAsideEvents(MAX_LISTED) } satisfies EventList);
  });
  routes.post('/events/:id/replay', recorded('events-replay'), async (c) => {
    const id = c.req.param('id');
    if (await store.replayEvent(id, clock())) return c.json({ id });
    throw refusal(404, `No event ${id} is set aside. See: npx pisctl events list`);
  });
  routes.get('/events/endpoints', recorded('events-endpoints'), async (c) => {
    return c.json({ endpoints: await store.listEndpoints(MAX_LISTED) } satisfies EndpointList);
  });
  routes.post('/events/endpoints/:id/resume', recorded('events-resume'), async (c) => {
    const id = c.req.param('id');
    if (await store.resumePush(id)) return c.json({ id });
    throw refusal(404, `No subscription ${id} is unresponsive. See: npx pisctl events endpoints`);
  });
  return routes;
}
