import { Hono } from 'hono';
import { z } from 'zod';
import { type ApiMonth, isMonth, londonMonth } from '../../domain/records/api-figures.ts';
import type { LedgerDay, LedgerEntries } from '../../domain/records/ledger-day.ts';
import { type ListPlace, placeIn } from '../../domain/records/list-place.ts';
import { FILE_STATE_NAMES, type FilePage } from '../../domain/records/listed-file.ts';
import type { WaitingApprovals } from '../../domain/records/waiting-approval.ts';
import { INSTRUMENTS } from '../../domain/schemes/schemes.ts';
import { londonDate, parseInstant } from '../../shared/time.ts';
import { type ControlEnv, recorded, refusal } from '../control.ts';
import { readQuery, readReason } from '../read-request.ts';
import type { PartsWith } from '../route-parts.ts';
import { proposeFor } from './action-proposals.ts';

const Place = z.string().optional();

/** Parameters of a request for the ledger of a day. */
export const DayRequest = z.strictObject({
  day: z.iso.date().optional(),
  scheme: z.enum(INSTRUMENTS).optional(),
});

/** Parameters of a request for entries of the ledger. */
export const EntriesRequest = z.strictObject({
  account: z.string(),
  day: z.iso.date().optional(),
  after: Place,
});

/** Parameters of a request for files. */
export const FilesRequest = z.strictObject({
  day: z.iso.date().optional(),
  status: z.enum(FILE_STATE_NAMES).optional(),
  after: Place,
});

const DAY = 'Write the day as year-month-day, for example 2026-03-02.';
const SCHEME_OF_DAY = `${DAY} Name one of the schemes ${INSTRUMENTS.join(', ')}.`;
const STATUS_OF_DAY = `${DAY} Name one of the statuses ${FILE_STATE_NAMES.join(', ')}.`;

/** Returns the routes that show the ledger, the payment files and the approvals that wait. */
export function overviewRoutes({
  useCases,
  clock,
}: PartsWith<
  'ledgerOfDay' | 'ledgerEntries' | 'listFiles' | 'listWaitingApprovals',
  'clock'
>): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/ledger', recorded('ledger'), async (c) => {
    const { day = londonDate(clock()), scheme } = readQuery(c, DayRequest, SCHEME_OF_DAY);
    const found = await useCases.ledgerOfDay(day);
    const schemes = found.schemes.filter(({ instrument }) => (scheme ?? instrument) === instrument);
    return c.json({ ...found, schemes } satisfies LedgerDay);
  });
  routes.get('/ledger/entries', recorded('ledger-entries'), async (c) => {
    const { account, day, after } = readQuery(c, EntriesRequest, `Name an account. ${DAY}`);
    const on = day ?? londonDate(clock());
    const found = await useCases.ledgerEntries(account, on, readPlace(after));
    if (found === undefined) {
      throw refusal(404, `The bank has no account ${account}. Accounts: npx pisctl ledger`);
    }
    return c.json(found satisfies LedgerEntries);
  });
  routes.get('/files', recorded('files-list'), async (c) => {
    const { day = null, status = null, after } = readQuery(c, FilesRequest, STATUS_OF_DAY);
    const found = await useCases.listFiles({ day, state: status, after: readPlace(after) });
    return c.json(found satisfies FilePage);
  });
  routes.get('/approvals', recorded('bank-approvals-waiting'), async (c) => {
    return c.json((await useCases.listWaitingApprovals(clock())) satisfies WaitingApprovals);
  });
  return routes;
}

function readPlace(written: string | undefined): ListPlace | null {
  if (written === undefined) return null;
  const place = placeIn(written);
  if (place === undefined) throw refusal(400, 'Copy the value of --after from the last page.');
  return place;
}

/** Parameters of a request for the figures of a month. */
export const MonthRequest = z.strictObject({ month: z.string().refine(isMonth).optional() });

/** Returns the routes that show the figures of the API, and change the kind of a downtime. */
export function regulatorRoutes({
  store,
  useCases,
  machineClock,
}: PartsWith<'apiMonth', 'machineClock' | 'store'>): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/regulator', recorded('regulator'), async (c) => {
    const expected = 'Write the month as year-month, for example 2026-03.';
    const { month = londonMonth(machineClock()) } = readQuery(c, MonthRequest, expected);
    return c.json((await useCases.apiMonth(month)) satisfies ApiMonth);
  });
  const downtime = '/regulator/downtimes/:start';
  routes.post(`${downtime}/unplanned`, recorded('regulator-unplanned'), async (c) => {
    const start = c.req.param('start');
    const reason = await readReason(c);
    const instant = parseInstant(start);
    if (instant === undefined || !(await store.markUnplanned(instant, reason, c.var.act()))) {
      throw refusal(409, `No planned downtime starts at ${start}. See: npx pisctl regulator`);
    }
    return c.json({ start });
  });
  routes.post(`${downtime}/planned`, recorded('regulator-planned'), async (c) => {
    const subject = c.req.param('start');
    const refused = () =>
      refusal(409, `No unplanned downtime starts at ${subject}. See: npx pisctl regulator`);
    return c.json(await proposeFor(store, c, { action: 'planDowntime', subject }, refused));
  });
  return routes;
}
