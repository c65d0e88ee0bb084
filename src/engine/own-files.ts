import type { FoundPayments, SearchRequest } from '../domain/ports/file-search.ts';
import type { FileFacts } from '../domain/records/payment.ts';
import type { Payment, User } from '../domain/records/records.ts';
import type { Instant } from '../kernel/time.ts';
import { paymentNow } from './approve-payment.ts';
import { standingsOf } from './file-standings.ts';
import type { EngineParts } from './parts.ts';

/** What a customer asks of a file of his own. */
export type AskedOfFile = Omit<SearchRequest, 'standings'>;

type Parts = Pick<EngineParts, 'store' | 'workers'>;

/**
 * Payments of a file that the users of a customer approved (rules, 14.13). Undefined for another
 * customer's file, and for a payment that is none, as for one that there is not.
 */
export async function searchOwnFile(
  parts: Parts,
  id: string,
  { customerId }: Pick<User, 'customerId'>,
  asked: AskedOfFile,
  now: Instant,
): Promise<FoundPayments | undefined> {
  const { store, workers } = parts;
  const own = await ownFile(parts, id, customerId, now);
  if (own === undefined) return undefined;
  const { payment, facts } = own;
  return workers.search(facts, { ...asked, standings: await standingsOf(store, payment, facts) });
}

async function ownFile(
  parts: Parts,
  id: string,
  customerId: string,
  now: Instant,
): Promise<{ payment: Payment; facts: FileFacts } | undefined> {
  const { store } = parts;
  const found = await store.findPaymentOfCustomer(id, customerId);
  const facts = found && (await store.findFile(found.consentId));
  if (found === undefined || facts === undefined) return undefined;
  return { payment: await paymentNow(parts, found, now), facts };
}
