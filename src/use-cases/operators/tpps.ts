import {
  MAX_CLIENT_ACTIVITY,
  type ClientActivity,
  type ClientReport,
  type DayActivity,
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
  const listed = found.slice(0, PAGE_TPPS);
  return { listed, next: found.length > PAGE_TPPS ? (listed.at(-1)?.id ?? null) : null };
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

async function reportOf(store: Parts['store'], client: TppClient): Promise<ClientReport> {
  const activity = await store.activityOf(client.clientId, MAX_LISTED);
  const { consents, openConsents, payments, hours } = activity;
  const counted = (kind: 'consents' | 'payments') => hours.reduce((sum, one) => sum + one[kind], 0);
  return {
    ...client,
    consents: Object.fromEntries(consents.map(({ status, count }) => [status, count])),
    openConsents,
    payments: payments.map(listed),
    days: daysOf(hours),
    isComplete: Math.max(counted('consents'), counted('payments')) < MAX_CLIENT_ACTIVITY,
    events: (await store.endpointHealth(client.clientId)) ?? null,
  };
}

/** Returns the newest days in London. Each of them begins at a full hour. */
function daysOf(hours: ClientActivity['hours']): readonly DayActivity[] {
  const days = new Map<string, DayActivity>();
  for (const { at, consents, payments, rejected } of hours) {
    const day = londonDate(at);
    const sum = days.get(day) ?? { day, consents: 0, payments: 0, rejected: 0 };
    days.set(day, {
      day,
      consents: sum.consents + consents,
      payments: sum.payments + payments,
      rejected: sum.rejected + rejected,
    });
  }
  return [...days.values()].slice(0, MAX_LISTED);
}
