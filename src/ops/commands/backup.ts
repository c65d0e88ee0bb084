import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { Backup } from '../../domain/ports/store-admin.ts';
import { refusal, type ControlEnv, type ControlProblem } from '../control.ts';
import { readBody } from '../read-request.ts';

/** Body of a request for a copy of the database. */
const BackupRequest = z.strictObject({ path: z.string().refine(isAbsolute) });

/** A line of the response: the number of copied pages, the end of the copy, or its failure. */
export type BackupLine =
  | { readonly done: number; readonly of: number }
  | { readonly complete: true }
  | { readonly error: ControlProblem };

/**
 * Returns the route that copies the database to a new file, one copy at a time. The response is a
 * stream of JSON lines. The copy stops when the client disconnects.
 */
export function backupRoutes(store: Backup<string>): Hono<ControlEnv> {
  let isCopying = false;
  const routes = new Hono<ControlEnv>();
  routes.post('/backups', async (c) => {
    const expected = 'The body must be {"path": "<absolute path>"}.';
    const { path } = await readBody(c, BackupRequest, expected);
    if (isCopying) throw refusal(409, 'Another backup is already running.');
    isCopying = true;
    try {
      await c.var.record('backup', path);
    } catch (error) {
      isCopying = false;
      throw error;
    }
    c.header('content-type', 'application/x-ndjson');
    return stream(c, async (out) => {
      const send = (line: BackupLine) => out.writeln(JSON.stringify(line));
      let shownPercent = -1;
      const copied = store.backup(path, (done, of) => {
        if (out.aborted) throw new Error('The client disconnected.');
        const percent = Math.floor((100 * done) / of);
        if (percent === shownPercent) return;
        shownPercent = percent;
        void send({ done, of });
      });
      const last = await copied.then(
        () => ({ complete: true }) as const,
        (error: unknown) => ({ error: c.var.problemOf(error) }),
      );
      // Another backup may start before a slow client has read the last line.
      isCopying = false;
      await send(last);
    });
  });
  return routes;
}
