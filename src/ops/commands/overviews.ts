import { Hono } from 'hono';
import { z } from 'zod';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { LedgerDay, LedgerEntries } from '../../domain/records/ledger-day.ts';
import { placeIn, type ListPlace } from '../../domain/records/list-place.ts';
import {
  FILE_STATE_NAMES,
  type FilePage,
  type FileQuery,
} from '../../domain/records/listed-file.ts';
import type { WaitingApprovals } from '../../domain/records/waiting-approval.ts';
import { INSTRUMENTS } from '../../domain/schemes/schemes.ts';
import { londonDate, type Clock, type Instant, type LocalDate } from '../../shared/time.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';
import { readQuery } from '../read-request.ts';

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

/** The use cases that the routes call. */
interface Overviews {
  readonly ledgerOfDay: (day: LocalDate) => Promise<LedgerDay>;
  readonly ledgerEntries: (
    account: AccountNumber,
    day: LocalDate,
    place: ListPlace | null,
  ) => Promise<LedgerEntries | undefined>;
  readonly listFiles: (query: FileQuery) => Promise<FilePage>;
  readonly listWaitingApprovals: (now: Instant) => Promise<WaitingApprovals>;
}

interface Parts {
  readonly useCases: Overviews;
  readonly clock: Clock;
}

const DAY = 'Write the day as year-month-day, for example 2026-03-02.';
const SCHEME_OF_DAY = `${DAY} Name one of the schemes ${INSTRUMENTS.join(', ')}.`;
const STATUS_OF_DAY = `${DAY} Name one of the statuses ${FILE_STATE_NAMES.join(', ')}.`;

/** Returns the routes that show the ledger, the payment files and the approvals that wait. */
export function overviewRoutes({ useCases, clock }: Parts): Hono<ControlEnv> {
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
