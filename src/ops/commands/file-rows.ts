import { Hono } from 'hono';
import { z } from 'zod';
import type { FoundPayments } from '../../domain/ports/file-search.ts';
import type { Clock, Instant } from '../../shared/time.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';
import { readBody } from '../read-request.ts';

/** Number of rows in an answer. */
const ON_PAGE = 200;
/** Maximum length of a search text, in characters. */
const MAX_TEXT = 64;
/** Highest page number that is accepted. No file has so many pages. */
const MAX_PAGE = 100_000;

/** Body of a search in a file. It is not in the path, because it contains data of customers. */
export const RowsBody = z.strictObject({
  text: z.string().max(MAX_TEXT).default(''),
  only: z.enum(['all', 'notPaid']).default('all'),
  page: z.int().min(1).max(MAX_PAGE).default(1),
});

/** The rows of a file that match a search, those that were not paid first. 200 on a page. */
export type FileRows = Pick<FoundPayments, 'payments' | 'found' | 'counts'>;

interface Parts {
  readonly searchFileRows: (
    id: string,
    request: {
      readonly text: string;
      readonly only: 'all' | 'notPaid';
      readonly sort: 'status';
      readonly skip: number;
      readonly limit: number;
    },
    now: Instant,
  ) => Promise<FileRows | undefined>;
  readonly clock: Clock;
}

/** Returns the route that searches the rows of a payment file. */
export function fileRowRoutes({ searchFileRows, clock }: Parts): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.post('/payments/:id/rows', recorded('file-rows'), async (c) => {
    const expected = 'Give a text, only (all or notPaid) and a page.';
    const { page, ...filter } = await readBody(c, RowsBody, expected);
    const search = {
      ...filter,
      sort: 'status',
      skip: (page - 1) * ON_PAGE,
      limit: ON_PAGE,
    } as const;
    const rows = await searchFileRows(c.req.param('id'), search, clock());
    if (rows === undefined)
      throw refusal(404, 'No payment and no consent with a file has this id.');
    const { payments, found, counts } = rows;
    return c.json({ payments, found, counts } satisfies FileRows);
  });
  return routes;
}
