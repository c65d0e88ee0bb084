import type { FileStatuses } from '../../domain/lifecycle/file-statuses.ts';
import type {
  FoundPayments,
  SearchRequest,
  PaymentFilter,
} from '../../domain/ports/file-search.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Payment, User } from '../../domain/records/records.ts';
import type { Instant } from '../../shared/time.ts';
import { paymentNow } from '../payments/approve-payment.ts';
import { previousFile, readWithPrevious, type PreviousFile } from '../files/previous-file.ts';
import { progressOf, statusesOf } from '../files/file-statuses.ts';
import type { UseCaseParts } from '../dependencies.ts';

type Parts = Pick<UseCaseParts, 'store' | 'workers' | 'observe'>;

/**
 * Result of searching a file for payments. New payees and accounts were found by comparing it with
 * the customer's previous file.
 */
export interface CustomerFileSearchResult extends FoundPayments {
  /** Time at which the previous file was submitted. Null if there was none. */
  readonly since: Instant | null;
}

/**
 * Searches the payments of a file that users of the customer approved (rules, 14.15). Returns
 * undefined if the payment does not exist, belongs to another customer or has no file.
 */
export async function searchCustomerFile(
  parts: Parts,
  id: string,
  user: Pick<User, 'customerId'>,
  request: Omit<SearchRequest, 'statuses' | 'earlier'>,
  now: Instant,
): Promise<CustomerFileSearchResult | undefined> {
  const file = await findCustomerFile(parts, id, user, now);
  if (file === undefined) return undefined;
  const { facts, statuses } = file;
  const { result, since } = await readWithPrevious(parts, file.earlier, (earlier) =>
    parts.workers.search(facts, { ...request, statuses, earlier }),
  );
  return { ...result, since };
}

/**
 * Returns all matching payments of a file as CSV (rules, 14.15). Returns undefined if the user may
 * not upload files, and in all cases in which `searchCustomerFile` returns undefined.
 */
export async function tabulateCustomerFile(
  parts: Parts,
  id: string,
  user: Pick<User, 'customerId' | 'mayUploadFiles'>,
  request: Omit<PaymentFilter, 'statuses' | 'earlier'>,
  now: Instant,
): Promise<Uint8Array | undefined> {
  const file = user.mayUploadFiles ? await findCustomerFile(parts, id, user, now) : undefined;
  if (file === undefined) return undefined;
  const { payment, facts, statuses } = file;
  const account = payment.debtorAccount;
  const { result } = await readWithPrevious(parts, file.earlier, (earlier) =>
    parts.workers.tabulate(facts, { ...request, statuses, earlier, account }),
  );
  return result;
}

interface CustomerFile {
  readonly payment: Payment;
  readonly facts: FileFacts;
  readonly statuses: FileStatuses;
  readonly earlier: PreviousFile | null;
}

async function findCustomerFile(
  parts: Parts,
  id: string,
  user: Pick<User, 'customerId'>,
  now: Instant,
): Promise<CustomerFile | undefined> {
  const { store } = parts;
  const found = await store.findPaymentOfCustomer(id, user.customerId);
  const facts = found && (await store.findFile(found.consentId));
  if (found === undefined || facts === undefined) return undefined;
  const payment = await paymentNow(parts, found, now);
  const { clientId } = payment;
  const [progress, earlier] = await Promise.all([
    progressOf(store, payment, facts),
    previousFile(parts, { user, clientId, position: payment }),
  ]);
  return { payment, facts, statuses: statusesOf(payment, facts, progress), earlier };
}
