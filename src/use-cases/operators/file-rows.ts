import type { Instant } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { progressOf, undecidedStatuses } from '../files/file-statuses.ts';
import {
  searchFile,
  tabulateFile,
  type FilePageRequest,
  type FileSearchResult,
  type FileTableRequest,
  type SearchableFile,
} from '../files/search-file.ts';
import { paymentNow } from '../payments/approve-payment.ts';
import { operatorStatusesOf } from './operator-statuses.ts';

type Parts = Pick<UseCaseParts, 'store' | 'workers' | 'observe'>;

/**
 * Searches the payments of any customer's file by the id of its payment or consent. Payees are not
 * compared with an earlier file. Returns undefined if there is no such id or no file.
 */
export async function searchFileRows(
  parts: Parts,
  id: string,
  request: FilePageRequest,
  now: Instant,
): Promise<FileSearchResult | undefined> {
  const file = await findFile(parts, id, now);
  return file && searchFile(parts, file, request);
}

/**
 * Returns all matching payments of a file as CSV. Returns undefined in all cases in which
 * `searchFileRows` returns undefined.
 */
export async function tabulateFileRows(
  parts: Parts,
  id: string,
  request: FileTableRequest,
  now: Instant,
): Promise<Uint8Array | undefined> {
  const file = await findFile(parts, id, now);
  return file && tabulateFile(parts, file, request);
}

async function findFile(
  parts: Parts,
  id: string,
  now: Instant,
): Promise<SearchableFile | undefined> {
  const { store } = parts;
  const found = (await store.findPayment(id)) ?? (await store.findPaymentOf(id));
  const consentId = found?.consentId ?? id;
  const facts = await store.findFile(consentId);
  if (facts === undefined) return undefined;
  if (found === undefined) {
    const account = (await store.findConsent(consentId))?.debtorAccount ?? null;
    return { facts, statuses: undecidedStatuses(facts), earlier: null, account };
  }
  const payment = await paymentNow(parts, found, now);
  const progress = await progressOf(store, payment, facts);
  const statuses = await operatorStatusesOf(parts, payment, facts, progress);
  return { facts, statuses, earlier: null, account: payment.debtorAccount };
}
