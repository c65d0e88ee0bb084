import { Hono } from 'hono';
import { z } from 'zod';
import type { FoundPayments } from '../../domain/ports/file-search.ts';
import { StoreUnavailable, WorkersBusy } from '../../domain/ports/storage-errors.ts';
import type { FoundByOperator } from '../../domain/records/operator-search.ts';
import type { PaymentTimeline } from '../../domain/records/payment-timeline.ts';
import { wordsOf } from '../../domain/search/keys.ts';
import { MAX_QUERY_CHARACTERS } from '../../domain/search/query-terms.ts';
import { addDays, londonInstant } from '../../shared/time.ts';
import { type ControlEnv, recorded, refusal } from '../control.ts';
import { readBody } from '../read-request.ts';
import type { PartsWith, RouteParts } from '../route-parts.ts';

/** Maximum number of payments that a search returns, and the number by default. */
const MAX_FOUND = 1000;
const DEFAULT_FOUND = 100;

/** Body of a search. It is not in the path, because it contains data of customers. */
export const FindBody = z.strictObject({
  text: z
    .string()
    .trim()
    .max(MAX_QUERY_CHARACTERS)
    .refine((text) => wordsOf(text).length > 0),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  limit: z.int().min(1).max(MAX_FOUND).default(DEFAULT_FOUND),
});

/** Messages about wrong members of the body, keyed by name. */
const MESSAGES: Readonly<Record<string, string>> = {
  text:
    `Give a text of at most ${String(MAX_QUERY_CHARACTERS)} characters with a letter or digit: an id, ` +
    'reference, account, amount, or words of a name.',
  from: 'Write the first day as year-month-day, for example 2026-03-02.',
  to: 'Write the last day as year-month-day, for example 2026-03-02.',
  limit: `Give a limit from 1 to ${String(MAX_FOUND)}.`,
};

/** The result of clearing the search index, which is then built again. */
export interface RebuiltIndex {
  /** Number of segments that were removed. */
  readonly removed: number;
}

/** Returns the routes that find payments and build the search index again. */
export function paymentRoutes({
  store,
  useCases,
  clock,
}: PartsWith<'findPayments', 'store' | 'clock'>): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.post('/payments/find', recorded('payments-find'), async (c) => {
    const query = FindBody.safeParse(await c.req.json().catch(() => ({})));
    if (!query.success) {
      const name = String(query.error.issues[0]?.path[0]);
      throw refusal(400, MESSAGES[name] ?? 'Expected the members text, from, to and limit.');
    }
    const { text, from, to, limit } = query.data;
    if (from !== undefined && to !== undefined && to < from) {
      throw refusal(400, `The last day ${to} is before the first day ${from}.`);
    }
    const range = {
      from: from === undefined ? null : londonInstant(from),
      before: to === undefined ? null : londonInstant(addDays(to, 1)),
    };
    const found = await useCases
      .findPayments({ text, ...range, limit }, clock())
      .catch(refuseIfBusy);
    return c.json(found satisfies FoundByOperator);
  });
  routes.post('/search/rebuild', recorded('search-rebuild'), async (c) => {
    return c.json({ removed: await store.clearSearchSegments() } satisfies RebuiltIndex);
  });
  return routes;
}

function refuseIfBusy(error: unknown): never {
  if (!(error instanceof WorkersBusy || error instanceof StoreUnavailable)) throw error;
  throw refusal(409, `The search cannot run now: ${error.message}. Try again.`);
}

/** Returns the route that shows what happened to a payment. */
export function timelineRoutes({ timelineOf }: Pick<RouteParts, 'timelineOf'>): Hono<ControlEnv> {
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
function unknownSubject(which: 'unknownId' | 'unknownRow', row: number | null) {
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
function readRow(written: string | undefined): number | null {
  if (written === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(written)) return Number(written);
  throw refusal(400, 'row must be the number of a payment in its file, from 1.');
}

/** Returns the route that exports everything about a payment as a signed archive. */
export function caseRoutes({ exportCase }: Pick<RouteParts, 'exportCase'>): Hono<ControlEnv> {
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

/** Returns the route that searches the rows of a payment file. */
export function fileRowRoutes({
  useCases,
  clock,
}: PartsWith<'searchFileRows', 'clock'>): Hono<ControlEnv> {
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
    const rows = await useCases.searchFileRows(c.req.param('id'), search, clock());
    if (rows === undefined)
      throw refusal(404, 'No payment and no consent with a file has this id.');
    const { payments, found, counts } = rows;
    return c.json({ payments, found, counts } satisfies FileRows);
  });
  return routes;
}
