import { Hono } from 'hono';
import { z } from 'zod';
import { isMonth, londonMonth, type ApiMonth } from '../../domain/records/api-figures.ts';
import type { Clock } from '../../shared/time.ts';
import { recorded, type ControlEnv } from '../control.ts';
import { readQuery } from '../read-request.ts';

/** Parameters of a request for the figures of a month. */
export const MonthRequest = z.strictObject({ month: z.string().refine(isMonth).optional() });

interface Parts {
  readonly apiMonth: (month: string) => Promise<ApiMonth>;
  readonly machineClock: Clock;
}

/** Returns the route with the figures of the API for the regulator. */
export function regulatorRoutes({ apiMonth, machineClock }: Parts): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/regulator', recorded('regulator'), async (c) => {
    const expected = 'Write the month as year-month, for example 2026-03.';
    const { month = londonMonth(machineClock()) } = readQuery(c, MonthRequest, expected);
    return c.json((await apiMonth(month)) satisfies ApiMonth);
  });
  return routes;
}
