import { Hono } from 'hono';
import type { Act } from '../../domain/records/audit.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';
import { readRow, unknownSubject } from './timeline.ts';

interface Parts {
  /** Returns the case file of a payment. Null if the service has no signing key. */
  readonly exportCase:
    | ((
        id: string,
        row: number | null,
        act: Act,
      ) => Promise<Uint8Array | 'unknownId' | 'unknownRow'>)
    | null;
}

/** Returns the route that exports everything about a payment as a signed archive. */
export function caseRoutes({ exportCase }: Parts): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/payments/:id/case', recorded('case-export'), async (c) => {
    const row = readRow(c.req.query('row'));
    if (exportCase === null) {
      throw refusal(409, 'The service has no signing key, because its TLS listeners are off.');
    }
    const file = await exportCase(c.req.param('id'), row, c.var.act());
    if (typeof file === 'string') throw unknownSubject(file, row);
    return c.body(Buffer.from(file), 200, { 'content-type': 'application/zip' });
  });
  return routes;
}
