import { Hono } from 'hono';
import { z } from 'zod';
import type { ActionStore } from '../../domain/ports/action-store.ts';
import type { ApiFiguresStore } from '../../domain/ports/api-figures-store.ts';
import { isMonth, londonMonth, type ApiMonth } from '../../domain/records/api-figures.ts';
import { parseInstant, type Clock } from '../../shared/time.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';
import { readReason } from '../reason.ts';
import { proposeFor } from './action-proposals.ts';

/** Parameters of a request for the figures of a month. */
export const MonthRequest = z.strictObject({ month: z.string().refine(isMonth).optional() });

interface Parts {
  readonly store: Pick<ApiFiguresStore, 'markUnplanned'> & Pick<ActionStore, 'proposeAction'>;
  readonly apiMonth: (month: string) => Promise<ApiMonth>;
  readonly machineClock: Clock;
}

/** Returns the routes that show the figures of the API, and change the kind of a downtime. */
export function regulatorRoutes({ store, apiMonth, machineClock }: Parts): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/regulator', recorded('regulator'), async (c) => {
    const which = MonthRequest.safeParse(c.req.query());
    if (!which.success) throw refusal(400, 'Write the month as year-month, for example 2026-03.');
    const { month = londonMonth(machineClock()) } = which.data;
    return c.json((await apiMonth(month)) satisfies ApiMonth);
  });
  const command = (name: string) => recorded(name, { parameter: 'start' });
  routes.post(
    '/regulator/downtimes/:start/unplanned',
    command('regulator-unplanned'),
    async (c) => {
      const [start, reason] = [c.req.param('start'), await readReason(c)];
      const instant = parseInstant(start);
      if (instant === undefined || !(await store.markUnplanned(instant, reason, c.var.act()))) {
        throw refusal(409, `No planned downtime starts at ${start}. See: npx pisctl regulator`);
      }
      return c.json({ start });
    },
  );
  routes.post('/regulator/downtimes/:start/planned', command('regulator-planned'), async (c) => {
    const subject = c.req.param('start');
    const refused = () =>
      refusal(409, `No unplanned downtime starts at ${subject}. See: npx pisctl regulator`);
    return c.json(await proposeFor(store, c, { action: 'planDowntime', subject }, refused));
  });
  return routes;
}
