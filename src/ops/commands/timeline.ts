import { Hono } from 'hono';
import type { PaymentTimeline } from '../../domain/records/payment-timeline.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';

interface Parts {
  /** Returns the timeline of a payment, or why there is none. */
  readonly timelineOf: (
    id: string,
    row: number | null,
  ) => Promise<PaymentTimeline | 'unknownId' | 'unknownRow'>;
}

/** Returns the route that shows what happened to a payment. */
export function timelineRoutes({ timelineOf }: Parts): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/payments/:id', recorded('payment-show'), async (c) => {
    const id = c.req.param('id');
    const row = readRow(c.req.query('row'));
    const found = await timelineOf(id, row);
    if (typeof found === 'string') throw unknownSubject(found, row);
    return c.json(found satisfies PaymentTimeline);
  });
  return routes;
}

const FIND = 'npx pisctl find <text>';

/** Returns the refusal of a request about an unknown payment or row. */
export function unknownSubject(which: 'unknownId' | 'unknownRow', row: number | null) {
  if (which === 'unknownId') {
    return refusal(404, `No consent and no payment has this id. Search with: ${FIND}`);
  }
  return refusal(
    404,
    `The payment has no row ${String(row)}. Rows count from 1: the payments of its file, or ` +
      `the executed payments of its order. Search with: ${FIND}`,
  );
}

/** Reads the number of a row, from 1. Null if it is not given. */
export function readRow(written: string | undefined): number | null {
  if (written === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(written)) return Number(written);
  throw refusal(400, 'row must be the number of a payment in its file, from 1.');
}
