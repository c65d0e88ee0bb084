import { Hono } from 'hono';
import type { HTTPException } from 'hono/http-exception';
import type { Act } from '../../domain/records/audit.ts';
import type { AbandonRefusal } from '../../domain/records/action-proposals.ts';
import type { FailingWork } from '../../domain/records/records.ts';
import { readNumber, recorded, refusal, type ControlEnv } from '../control.ts';
import type { RouteParts } from '../route-parts.ts';
import { proposeFor } from './action-proposals.ts';

/** Maximum number of steps that one command lists or retries. */
const MAX_LISTED = 1000;

/** Failed steps, parked steps first, and the total number. */
export interface WorkList {
  readonly listed: readonly FailingWork[];
  readonly total: number;
}

/** Result of a retry: number of steps to be retried, and number of steps that stay parked. */
export interface RetryResult {
  readonly resumed: number;
  readonly parked: number;
}

/** Returns the routes that list failing steps, retry parked ones or propose to abandon them. */
export function workRoutes(parts: Pick<RouteParts, 'store' | 'wake'>): Hono<ControlEnv> {
  const { store, wake } = parts;
  const retry = async (id: number | null, act: Act): Promise<RetryResult> => {
    const resumed = await store.resumeWork(id, MAX_LISTED, act);
    if (resumed === 0 && id !== null) throw notParked(id);
    wake();
    return { resumed, parked: (await store.summariseFailingWork()).parked };
  };
  const routes = new Hono<ControlEnv>();
  routes.get('/work', recorded('work-list'), async (c) => {
    const listed = await store.listFailingWork(MAX_LISTED);
    const { failing, parked } = await store.summariseFailingWork();
    return c.json({ listed, total: failing + parked } satisfies WorkList);
  });
  routes.post('/work/retry', recorded('work-retry', 'all'), async (c) =>
    c.json(await retry(null, c.var.act())),
  );
  routes.post('/work/:id/retry', recorded('work-retry'), async (c) =>
    c.json(await retry(readNumber(c.req.param('id'), 'step'), c.var.act())),
  );
  routes.post('/work/:id/abandon', recorded('work-abandon'), async (c) => {
    const id = readNumber(c.req.param('id'), 'step');
    const proposed = { action: 'abandonWork', subject: String(id) } as const;
    return c.json(await proposeFor(store, c, proposed, (kind) => abandonRefusal(id, kind)));
  });
  return routes;
}

function abandonRefusal(id: number, kind: 'notPossible' | AbandonRefusal): HTTPException {
  switch (kind) {
    case 'partlyAnswered':
      return refusal(
        409,
        'The scheme has already answered some of its credits. The payment file is needed to return ' +
          'the others: restore the file, then: npx pisctl work retry',
      );
    case 'handedOver':
      return refusal(
        409,
        'Its credits are handed over to the payment hub, so the scheme decides about them. Solve the ' +
          'problem, then: npx pisctl work retry',
      );
    case 'notPossible':
      return notParked(id);
  }
}

function notParked(id: number): HTTPException {
  return refusal(404, `No step ${String(id)} is parked. See: npx pisctl work list`);
}
