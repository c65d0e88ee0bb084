import { Hono } from 'hono';
import type { TppList, TppReport } from '../../domain/records/tpps.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';
import { readReason } from '../read-request.ts';
import type { PartsWith } from '../route-parts.ts';
import { proposeFor } from './action-proposals.ts';

/** Returns the routes that list, show and suspend TPPs, and that propose to end a suspension. */
export function tppRoutes({
  store,
  useCases,
}: PartsWith<'listTpps' | 'viewTpp', 'store'>): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/tpps', recorded('tpp-list'), async (c) =>
    c.json((await useCases.listTpps(c.req.query('after') ?? '')) satisfies TppList),
  );
  routes.get('/tpps/:id', recorded('tpp-show'), async (c) => {
    const id = c.req.param('id');
    const found = await useCases.viewTpp(id);
    if (found === undefined) throw unknown(id);
    return c.json(found satisfies TppReport);
  });
  routes.post('/tpps/:id/suspend', recorded('tpp-suspend'), async (c) => {
    const id = c.req.param('id');
    const reason = await readReason(c);
    if (await store.suspendTpp(id, reason, c.var.act())) {
      return c.json({ id });
    }
    if ((await store.findTpp(id)) === undefined) throw unknown(id);
    throw refusal(409, `${id} is suspended already. See: npx pisctl tpp show ${id}`);
  });
  routes.post('/tpps/:id/resume', recorded('tpp-resume'), async (c) => {
    const id = c.req.param('id');
    const refused = () => refusal(409, `${id} is not suspended. See: npx pisctl tpp list`);
    const proposed = { action: 'resumeTpp', subject: id } as const;
    return c.json(await proposeFor(store, c, proposed, refused));
  });
  return routes;
}

function unknown(id: string) {
  return refusal(
    404,
    `The directory never listed the organisation ${id}. See: npx pisctl tpp list`,
  );
}
