import type { PaymentPosition } from '../../domain/ports/customer-store.ts';
import type { FoundPayments } from '../../domain/ports/file-search.ts';
import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { User } from '../../domain/records/records.ts';
import { formatCount, dayOfInstant } from '../../domain/messages/format.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';

/**
 * The previous file of the same customer and TPP. A new file is compared with it (docs/decisions,
 * 99).
 */
export interface PreviousFile {
  readonly facts: FileFacts;
  /** Time at which the payment of this file was submitted. */
  readonly at: Instant;
}

/**
 * The customer and the TPP that a file belongs to, and its position in the list of the customer's
 * payments.
 */
export interface FileOwner {
  readonly user: Pick<User, 'customerId'>;
  readonly clientId: string;
  /** Null if the file has not been submitted yet. */
  readonly position: PaymentPosition | null;
}

/**
 * Returns the last file that the same customer and TPP submitted before this one. Null if there is
 * none.
 */
export async function previousFile(
  { store }: Pick<UseCaseParts, 'store'>,
  { user, clientId, position }: FileOwner,
): Promise<PreviousFile | null> {
  const payment = await store.findPreviousFile(user.customerId, clientId, position);
  if (payment === undefined) return null;
  const facts = expectDefined(await store.findFile(payment.consentId), `the file of ${payment.id}`);
  return { facts, at: payment.createdAt };
}

/**
 * Reads a file and compares it with the previous one. If the previous file is damaged, the
 * comparison is left out, so that one damaged file does not delay the payments of another.
 */
export async function readWithPrevious<Result>(
  { observe }: Pick<UseCaseParts, 'observe'>,
  earlier: PreviousFile | null,
  read: (earlier: FileFacts | null) => Promise<Result>,
): Promise<{ readonly result: Result; readonly since: Instant | null }> {
  try {
    return { result: await read(earlier?.facts ?? null), since: earlier?.at ?? null };
  } catch (error) {
    const isEarlier = error instanceof StoredFileDamaged && error.sha256 === earlier?.facts.sha256;
    if (!isEarlier) throw error;
    observe({ kind: 'failure', what: 'comparing with the previous file', error });
    return { result: await read(null), since: null };
  }
}

/** Describes to the customer what is new in a file. */
export function formatNews(
  news: FoundPayments['news'],
  since: Instant | null,
): readonly [string, ...string[]] {
  if (since === null) return ['There is no earlier file of this provider to compare it with'];
  const { newPayee, newAccount } = news;
  const day = dayOfInstant(since);
  const toNew = `${formatCount(newPayee, 'payment')} to payees who were not in the file of ${day}`;
  const toOther = `${formatCount(newAccount, 'payment')} to another account than the payee’s in `;
  if (newPayee > 0 && newAccount > 0) return [toNew, `${toOther}it`];
  if (newPayee > 0) return [toNew];
  if (newAccount > 0) return [`${toOther}the file of ${day}`];
  return [`All payees and accounts were in the file of ${day}, too`];
}
