import type {
  FileStatuses,
  FoundPayments,
  SearchRequest,
  SoughtPayments,
} from '../../domain/ports/file-search.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Payment, User } from '../../domain/records/records.ts';
import type { Instant } from '../../shared/time.ts';
import { paymentNow } from '../payments/approve-payment.ts';
import { previousFile, readBeside, type PreviousFile } from '../files/previous-file.ts';
import { progressOf, statusesOf } from '../files/file-statuses.ts';
import type { EngineParts } from '../dependencies.ts';

type Parts = Pick<EngineParts, 'store' | 'workers' | 'observe'>;

/** What was found in a file, and since when what is new in it is. */
export interface CustomerFileSearchResult extends FoundPayments {
  /** When the file was submitted that it was compared with; null: there was none. */
  readonly since: Instant | null;
}

/**
 * Payments of a file that the users of a customer approved (rules, 14.15). Undefined for another
 * customer's file, and for a payment that is none, as for one that there is not.
 */
export async function searchCustomerFile(
  parts: Parts,
  id: string,
  user: Pick<User, 'customerId'>,
  asked: Omit<SearchRequest, 'standings' | 'earlier'>,
  now: Instant,
): Promise<CustomerFileSearchResult | undefined> {
  const own = await ownFile(parts, id, user, now);
  if (own === undefined) return undefined;
  const { facts, standings } = own;
  const { result, since } = await readBeside(parts, own.earlier, (earlier) =>
    parts.workers.search(facts, { ...asked, standings, earlier }),
  );
  return { ...result, since };
}

/**
 * The same as a table, all that are sought, for a user with the right to files (rules, 14.15). For
 * others there is none.
 */
export async function tabulateCustomerFile(
  parts: Parts,
  id: string,
  user: Pick<User, 'customerId' | 'mayUploadFiles'>,
  asked: Omit<SoughtPayments, 'standings' | 'earlier'>,
  now: Instant,
): Promise<Uint8Array | undefined> {
  const own = user.mayUploadFiles ? await ownFile(parts, id, user, now) : undefined;
  if (own === undefined) return undefined;
  const { payment, facts, standings } = own;
  const account = payment.debtorAccount;
  const { result } = await readBeside(parts, own.earlier, (earlier) =>
    parts.workers.tabulate(facts, { ...asked, standings, earlier, account }),
  );
  return result;
}

interface OwnFile {
  readonly payment: Payment;
  readonly facts: FileFacts;
  readonly standings: FileStatuses;
  readonly earlier: PreviousFile | null;
}

async function ownFile(
  parts: Parts,
  id: string,
  user: Pick<User, 'customerId'>,
  now: Instant,
): Promise<OwnFile | undefined> {
  const { store } = parts;
  const found = await store.findPaymentOfCustomer(id, user.customerId);
  const facts = found && (await store.findFile(found.consentId));
  if (found === undefined || facts === undefined) return undefined;
  const payment = await paymentNow(parts, found, now);
  const { clientId } = payment;
  const [progress, earlier] = await Promise.all([
    progressOf(store, payment, facts),
    previousFile(parts, { user, clientId, place: payment }),
  ]);
  return { payment, facts, standings: statusesOf(payment, facts, progress), earlier };
}
