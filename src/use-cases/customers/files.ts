import type { User } from '../../domain/records/records.ts';
import type { Instant } from '../../shared/time.ts';
import { paymentNow } from '../payments/approve-payment.ts';
import { previousFile } from '../files/previous-file.ts';
import { progressOf, statusesOf } from '../files/file-statuses.ts';
import {
  searchFile,
  tabulateFile,
  type FilePageRequest,
  type FileSearchResult,
  type FileTableRequest,
  type SearchableFile,
} from '../files/search-file.ts';
import type { UseCaseParts } from '../dependencies.ts';

type Parts = Pick<UseCaseParts, 'store' | 'workers' | 'observe'>;

/**
 * Searches the payments of a file that users of the customer approved (rules, 14.15). New payees
 * and accounts are found by comparing it with the customer's previous file. Returns undefined if
 * the payment does not exist, belongs to another customer or has no file.
 */
export async function searchCustomerFile(
  parts: Parts,
  id: string,
  user: Pick<User, 'customerId'>,
  request: FilePageRequest,
  now: Instant,
): Promise<FileSearchResult | undefined> {
  const file = await findCustomerFile(parts, id, user, now);
  return file && searchFile(parts, file, request);
}

/**
 * Returns all matching payments of a file as CSV (rules, 14.15). Returns undefined if the user may
 * not upload files, and in all cases in which `searchCustomerFile` returns undefined.
 */
export async function tabulateCustomerFile(
  parts: Parts,
  id: string,
  user: Pick<User, 'customerId' | 'mayUploadFiles'>,
  request: FileTableRequest,
  now: Instant,
): Promise<Uint8Array | undefined> {
  const file = user.mayUploadFiles ? await findCustomerFile(parts, id, user, now) : undefined;
  return file && tabulateFile(parts, file, request);
}

async function findCustomerFile(
  parts: Parts,
  id: string,
  user: Pick<User, 'customerId'>,
  now: Instant,
): Promise<SearchableFile | undefined> {
  const { store } = parts;
  const found = await store.findPaymentOfCustomer(id, user.customerId);
  const facts = found && (await store.findFile(found.consentId));
  if (found === undefined || facts === undefined) return undefined;
  const payment = await paymentNow(parts, found, now);
  const { clientId, debtorAccount: account } = payment;
  const [progress, earlier] = await Promise.all([
    progressOf(store, payment, facts),
    previousFile(parts, { user, clientId, position: payment }),
  ]);
  return { facts, statuses: statusesOf(payment, facts, progress), earlier, account };
}
