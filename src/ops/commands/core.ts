import { Hono } from 'hono';
import { z } from 'zod';
import { daysToReconcile } from '../../domain/calendar/core-days.ts';
import { CoreUnavailable } from '../../domain/ports/core-banking.ts';
import { SHOWN_CORE_DAYS } from '../../domain/ports/core-store.ts';
import type {
  CoreDay,
  CoreProblem,
  CoreRequestCounts,
  CoreReconciliation,
} from '../../domain/ports/core-store.ts';
import { readNumber, recorded, refusal, type ControlEnv } from '../control.ts';
import { readReason } from '../read-request.ts';
import type { RouteParts } from '../route-parts.ts';

/** Maximum number of requests that one command lists. */
const MAX_LISTED = 1000;

/** The state of the connection to the core banking system. */
export interface CoreStatus extends CoreRequestCounts {
  readonly isReachable: boolean;
  /**
   * The reason why this node cannot follow the changes of accounts. Null if it can, or need not.
   */
  readonly changesProblem: string | null;
  /** The latest reconciled days, the latest first. */
  readonly days: readonly CoreDay[];
  /** Number of days that have ended and are not reconciled. */
  readonly daysToReconcile: number;
}

/** Requests that the core refused, the oldest first. */
export interface CoreProblemList {
  readonly listed: readonly CoreProblem[];
}

/** Returns the routes that show and repair the connection to the core banking system. */
export function coreRoutes({
  store,
  core,
  clock,
}: Pick<RouteParts, 'store' | 'core' | 'clock'>): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  const connected = () => {
    if (core !== null) return core;
    throw refusal(409, 'This service keeps the accounts itself (PIS_CORE is not set).');
  };
  routes.get('/core', recorded('core-status'), async (c) => {
    const connection = connected();
    const isReachable = connection.isReachable();
    const changesProblem = connection.changesProblem();
    const days = await store.coreDays(SHOWN_CORE_DAYS);
    return c.json({
      ...(await store.countCoreRequests()),
      isReachable,
      changesProblem,
      days,
      daysToReconcile: daysToReconcile(days[0]?.day, clock()),
    } satisfies CoreStatus);
  });
  routes.get('/core/problems', recorded('core-problems'), async (c) => {
    return c.json({ listed: await store.coreProblems(MAX_LISTED) } satisfies CoreProblemList);
  });
  routes.post('/core/problems/:id/retry', recorded('core-retry'), async (c) => {
    const id = readNumber(c.req.param('id'), 'request');
    const isDone = await store.retryCoreRequest(id, c.var.act());
    if (!isDone) throw unknown(id);
    return c.json({ id });
  });
  routes.post('/core/problems/:id/dismiss', recorded('core-dismiss'), async (c) => {
    const id = readNumber(c.req.param('id'), 'request');
    const act = c.var.act();
    if (!(await store.dismissCoreRequest(id, await readReason(c), act))) throw unknown(id);
    return c.json({ id });
  });
  routes.get('/core/days/:day', recorded('core-reconcile'), async (c) => {
    const day = z.iso.date().safeParse(c.req.param('day'));
    if (!day.success) throw refusal(400, 'Write the day as 2026-03-02.');
    try {
      return c.json((await connected().reconcile(day.data)) satisfies CoreReconciliation);
    } catch (error) {
      if (!(error instanceof CoreUnavailable)) throw error;
      throw refusal(409, `The core banking system cannot be reached. ${error.message}`);
    }
  });
  return routes;
}

function unknown(id: number) {
  const see = 'See: npx pisctl core problems';
  return refusal(404, `The core banking system has not refused a request ${String(id)}. ${see}`);
}
