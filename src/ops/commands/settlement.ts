import { Hono } from 'hono';
import { z } from 'zod';
import { overdueDates } from '../../domain/calendar/settlement-entries.ts';
import type {
  Difference,
  SettlementTotals,
  StoredStatement,
} from '../../domain/schemes/reconciliation.ts';
import { INSTRUMENTS } from '../../domain/schemes/schemes.ts';
import { addDays, londonDate, type Days } from '../../shared/time.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';
import { readQuery, readReason } from '../read-request.ts';
import type { RouteParts } from '../route-parts.ts';

/** Maximum number of statements, of sums, or of differences of a kind that one command lists. */
const MAX_LISTED = 1000;
/** Number of days before today that the list of sums contains by default. */
const DAYS_OF_TOTALS: Days = 7;

/** Filter of a request for differences. */
export const DifferencesRequest = z.strictObject({ scheme: z.enum(INSTRUMENTS).optional() });

/** Filter of a request for sums. */
const TotalsRequest = z.strictObject({ from: z.iso.date().optional() });

/** Statements of the settlement accounts, the newest first. */
export interface StatementList {
  readonly listed: readonly StoredStatement[];
}

/** Open differences, the oldest first. */
export interface DifferenceList {
  readonly listed: readonly Difference[];
}

/** Sums, and whether the time for their entries on the account has ended. */
export interface ListedTotals extends SettlementTotals {
  readonly isDue: boolean;
}

/** Sums by scheme and settlement date, the newest date first. */
export interface TotalsList {
  readonly listed: readonly ListedTotals[];
}

/** Returns the routes that compare the settlement accounts with the credits. */
export function settlementRoutes({
  store,
  holidays,
  clock,
}: Pick<RouteParts, 'store' | 'holidays' | 'clock'>): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/hub/statements', recorded('hub-statements'), async (c) => {
    return c.json({ listed: await store.listStatements(MAX_LISTED) } satisfies StatementList);
  });
  routes.get('/hub/differences', recorded('hub-differences'), async (c) => {
    const expected = `Name one of the schemes ${INSTRUMENTS.join(', ')}.`;
    const { scheme } = readQuery(c, DifferencesRequest, expected);
    const found = await store.listDifferences(overdueDates(clock(), holidays), MAX_LISTED);
    const listed = found.filter(({ instrument }) => (scheme ?? instrument) === instrument);
    return c.json({ listed } satisfies DifferenceList);
  });
  routes.get('/hub/settlement', recorded('hub-settlement'), async (c) => {
    const which = readQuery(c, TotalsRequest, 'Write the first date as 2026-03-02.');
    const from = which.from ?? addDays(londonDate(clock()), -DAYS_OF_TOTALS);
    const overdue = overdueDates(clock(), holidays);
    const listed = (await store.settlementTotals(from, MAX_LISTED)).map((totals) => {
      return { ...totals, isDue: totals.settlementDate <= overdue[totals.instrument] };
    });
    return c.json({ listed } satisfies TotalsList);
  });
  routes.post('/hub/differences/:name/resolve', recorded('hub-resolve'), async (c) => {
    const name = c.req.param('name');
    const reason = await readReason(c);
    const act = c.var.act();
    const overdue = overdueDates(act.at, holidays);
    const result = await store.resolveDifference(name, reason, overdue, act);
    if (result === 'done') return c.json({ name });
    const see = 'See: npx pisctl hub differences';
    if (result === 'unknown') throw refusal(404, `There is no difference ${name}. ${see}`);
    throw refusal(409, `There is no difference ${name}, or it is resolved. ${see}`);
  });
  return routes;
}
