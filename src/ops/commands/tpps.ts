import { Hono } from 'hono';
import type { ActionStore } from '../../domain/ports/action-store.ts';
import type { TppStore } from '../../domain/ports/overview-store.ts';
import type { TppList, TppReport } from '../../domain/records/tpps.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';
import { readReason } from '../reason.ts';
import { proposeFor } from './action-proposals.ts';

interface Parts {
  readonly store: Pick<TppStore, 'findTpp' | 'suspendTpp'> & Pick<ActionStore, 'proposeAction'>;
  readonly useCases: {
    readonly listTpps: (after: string) => Promise<TppList>;
    readonly viewTpp: (id: string) => Promise<TppReport | undefined>;
  };
}

/** Returns the routes that list, show and suspend TPPs, and that propose to end a suspension. */
export function tppRoutes({ store, useCases }: Parts): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  const command = (name: string) => recorded(name, { parameter: 'id' });
  routes.get('/tpps', recorded('tpp-list'), async (c) =>
    c.json((await useCases.listTpps(c.req.query('after') ?? '')) satisfies TppList),
  );
  routes.get('/tpps/:id', command('tpp-show'), async (c) => {
    const id = c.req.param('id');
    const found = await useCases.viewTpp(id);
    if (found === undefined) throw unknown(id);
    return c.json(found satisfies TppReport);
  });
  routes.post('/tpps/:id/suspend', command('tpp-suspend'), async (c) => {
    const [id, reason] = [c.req.param('id'), await readReason(c)];
    if (await store.suspendTpp(id, reason, c.var.act())) {
      return c.json({ id });
    }
    if ((await store.findTpp(id)) === undefined) throw unknown(id);
    throw refusal(409, `${id} is suspended already. See: npx pisctl tpp show ${id}`);
  });
  routes.post('/tpps/:id/resume', command('tpp-resume'), async (c) => {
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
