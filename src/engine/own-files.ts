import type {
  FileStandings,
  FoundPayments,
  SearchRequest,
  SoughtPayments,
} from '../domain/ports/file-search.ts';
import type { FileFacts } from '../domain/records/payment.ts';
import type { Payment, User } from '../domain/records/records.ts';
import type { Instant } from '../kernel/time.ts';
import { paymentNow } from './approve-payment.ts';
import { standingsOf } from './file-standings.ts';
import type { EngineParts } from './parts.ts';

type Parts = Pick<EngineParts, 'store' | 'workers'>;

/**
 * Payments of a file that the users of a customer approved (rules, 14.15). Undefined for another
 * customer's file, and for a payment that is none, as for one that there is not.
 */
export async function searchOwnFile(
  parts: Parts,
  id: string,
  user: Pick<User, 'customerId'>,
  asked: Omit<SearchRequest, 'standings'>,
  now: Instant,
): Promise<FoundPayments | undefined> {
  const own = await ownFile(parts, id, user, now);
  if (own === undefined) return undefined;
  const { facts, standings } = own;
  return parts.workers.search(facts, { ...asked, standings });
}

/**
 * The same as a table, all that are sought, for a user with the right to files (rules, 14.15). For
 * others there is none.
 */
export async function tabulateOwnFile(
  parts: Parts,
  id: string,
  user: Pick<User, 'customerId' | 'mayUploadFiles'>,
  asked: Omit<SoughtPayments, 'standings'>,
  now: Instant,
): Promise<Uint8Array | undefined> {
  const own = user.mayUploadFiles ? await ownFile(parts, id, user, now) : undefined;
  if (own === undefined) return undefined;
  const { payment, facts, standings } = own;
  return parts.workers.tabulate(facts, { ...asked, standings, account: payment.debtorAccount });
}

interface OwnFile {
  readonly payment: Payment;
  readonly facts: FileFacts;
  readonly standings: FileStandings;
}

async function ownFile(
  parts: Parts,
  id: string,
  { customerId }: Pick<User, 'customerId'>,
  now: Instant,
): Promise<OwnFile | undefined> {
  const { store } = parts;
  const found = await store.findPaymentOfCustomer(id, customerId);
  const facts = found && (await store.findFile(found.consentId));
  if (found === undefined || facts === undefined) return undefined;
  const payment = await paymentNow(parts, found, now);
  return { payment, facts, standings: await standingsOf(store, payment, facts) };
}
