import { CONSENT_MOVES } from '../../domain/lifecycle/lifecycle.ts';
import type { Payment } from '../../domain/records/records.ts';
import {
  MAX_CLIENT_ACTIVITY,
  type ClientActivity,
  type ClientReport,
  type DayActivity,
  type ListedConsent,
  type ListedTpp,
  type Tpp,
  type TppClient,
  type TppList,
  type TppReport,
} from '../../domain/records/tpps.ts';
import { londonDate } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { listed } from './customers.ts';

type Parts = Pick<UseCaseParts, 'store'>;

/** Number of TPPs on a page of the list. */
const PAGE_TPPS = 50;

/** Maximum number of clients that are read for a TPP. */
const MAX_CLIENTS = 50;

/** Maximum number of consents, payments and days that a report of a client lists. */
const MAX_LISTED = 20;

/** Returns a page of the TPPs that have clients at this bank, after an id. */
export async function listTpps({ store }: Parts, after: string): Promise<TppList> {
  const found = await store.listTpps(after, PAGE_TPPS + 1);
  const summaries: ListedTpp[] = [];
  for (const tpp of found.slice(0, PAGE_TPPS)) summaries.push(await summaryOf(store, tpp));
  const next = found.length > PAGE_TPPS ? (summaries.at(-1)?.id ?? null) : null;
  return { listed: summaries, next };
}

/** Returns a TPP with its clients. Undefined if the directory never listed the organisation. */
export async function viewTpp({ store }: Parts, id: string): Promise<TppReport | undefined> {
  const tpp = await store.findTpp(id);
  if (tpp === undefined) return undefined;
  const clients = await store.clientsOfTpp(id, MAX_CLIENTS);
  const reports: ClientReport[] = [];
  for (const client of clients) reports.push(await reportOf(store, client));
  const isAdmitted =
    tpp.status === 'Active' && tpp.roles.includes('PISP') && tpp.suspension === null;
  return { ...tpp, isAdmitted, reports, omitted: tpp.clients - clients.length };
}

async function summaryOf(store: Parts['store'], tpp: Tpp): Promise<ListedTpp> {
  let [lastActivityAt, openConsents, failingCallbacks] = [null as number | null, 0, 0];
  for (const { clientId } of await store.clientsOfTpp(tpp.id, MAX_CLIENTS)) {
    const { consents, payments } = await store.activityOf(clientId, MAX_CLIENT_ACTIVITY);
    for (const newest of [consents[0], payments[0]]) {
      if (newest !== undefined) lastActivityAt = Math.max(lastActivityAt ?? 0, newest.createdAt);
    }
    openConsents += consents.filter(isOpen).length;
    const events = await store.endpointHealth(clientId);
    if (events !== undefined && events.unresponsiveSince !== null) failingCallbacks += 1;
  }
  return { ...tpp, lastActivityAt, openConsents, failingCallbacks };
}

async function reportOf(store: Parts['store'], client: TppClient): Promise<ClientReport> {
  const activity = await store.activityOf(client.clientId, MAX_CLIENT_ACTIVITY);
  const { consents, payments } = activity;
  const byStatus: Record<string, number> = {};
  for (const { status } of consents) byStatus[status] = (byStatus[status] ?? 0) + 1;
  const newest: (Payment | undefined)[] = [];
  for (const { id } of payments.slice(0, MAX_LISTED)) newest.push(await store.findPayment(id));
  return {
    ...client,
    consents: byStatus,
    openConsents: consents.filter(isOpen).slice(0, MAX_LISTED),
    payments: newest.filter((payment) => payment !== undefined).map(listed),
    days: daysOf(activity),
    isComplete: Math.max(consents.length, payments.length) < MAX_CLIENT_ACTIVITY,
    events: (await store.endpointHealth(client.clientId)) ?? null,
  };
}

/** Returns true for a consent whose status can still change. */
function isOpen({ status }: ListedConsent): boolean {
  return CONSENT_MOVES[status].length > 0;
}

/** Counts consents and payments by the day in London, and returns the newest days. */
function daysOf({ consents, payments }: ClientActivity): readonly DayActivity[] {
  const created = consents.map(({ createdAt }) => londonDate(createdAt));
  const paid = payments.map(({ createdAt, groupStatus }) => {
    return { day: londonDate(createdAt), isRejected: groupStatus === 'RJCT' };
  });
  const days = new Set([...created, ...paid.map(({ day }) => day)]);
  const newest = [...days].sort().reverse().slice(0, MAX_LISTED);
  return newest.map((day) => {
    const ofDay = paid.filter((one) => one.day === day);
    return {
      day,
      consents: created.filter((one) => one === day).length,
      payments: ofDay.length,
      rejected: ofDay.filter(({ isRejected }) => isRejected).length,
    };
  });
}
