import { Hono } from 'hono';
import { z } from 'zod';
import { StoreUnavailable, WorkersBusy } from '../../domain/ports/storage-errors.ts';
import type { FoundByOperator, PaymentQuery } from '../../domain/records/operator-search.ts';
import { MAX_QUERY_CHARACTERS } from '../../domain/search/query-terms.ts';
import { wordsOf } from '../../domain/search/keys.ts';
import { addDays, londonInstant, type Clock, type Instant } from '../../shared/time.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';

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

interface Parts {
  readonly findPayments: (query: PaymentQuery, now: Instant) => Promise<FoundByOperator>;
  /** Removes the search index, and begins to build it again. Returns the number of its segments. */
  readonly rebuildIndex: () => Promise<number>;
  readonly clock: Clock;
}

/** The search index is built again. */
export interface RebuiltIndex {
  /** Number of segments that were removed. */
  readonly removed: number;
}

/** Returns the routes that find payments and build the search index again. */
export function paymentRoutes({ findPayments, rebuildIndex, clock }: Parts): Hono<ControlEnv> {
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
    const found = await findPayments({ text, ...range, limit }, clock()).catch(refuseIfBusy);
    return c.json(found satisfies FoundByOperator);
  });
  routes.post('/search/rebuild', recorded('search-rebuild'), async (c) => {
    return c.json({ removed: await rebuildIndex() } satisfies RebuiltIndex);
  });
  return routes;
}

function refuseIfBusy(error: unknown): never {
  if (!(error instanceof WorkersBusy || error instanceof StoreUnavailable)) throw error;
  throw refusal(409, `The search cannot run now: ${error.message}. Try again.`);
}
