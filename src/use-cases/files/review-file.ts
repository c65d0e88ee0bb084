import type { PaymentPosition } from '../../domain/ports/customer-store.ts';
import type { FoundPayment, FoundPayments } from '../../domain/ports/file-search.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Consent, User } from '../../domain/records/records.ts';
import { formatCount, formatNumber } from '../../domain/messages/format.ts';
import type { ReviewLine } from '../../families/common/review.ts';
import type { Instant } from '../../shared/time.ts';
import { previousFile, formatNews, readWithPrevious } from './previous-file.ts';
import { undecidedStatuses } from './file-statuses.ts';
import type { UseCaseParts } from '../dependencies.ts';

/** Maximum number of payments that a review shows. It shows the largest ones. */
const LARGEST_SHOWN = 5;

/** Start of the warnings about facts that the bank cannot verify. */
export const MAKE_SURE = 'Make sure by other means, such as a call to a number that you know,';

/** The data about a file that the review of its consent shows. */
export interface ReviewedFile extends Pick<FoundPayments, 'news' | 'cut'> {
  readonly facts: FileFacts;
  /** The largest payments of the file, largest first. */
  readonly largest: readonly FoundPayment[];
  /** Time at which the previous file was submitted. Null if there is none. */
  readonly since: Instant | null;
}

interface ToReview {
  readonly consent: Pick<Consent, 'clientId'>;
  readonly user: Pick<User, 'customerId'>;
  readonly position: PaymentPosition | null;
}

/**
 * Returns the largest payments of a file, and what is new compared with the previous file (rules,
 * 14.16).
 */
export async function reviewFile(
  parts: Pick<UseCaseParts, 'store' | 'workers' | 'observe'>,
  { consent: { clientId }, user, position }: ToReview,
  facts: FileFacts,
): Promise<ReviewedFile> {
  const previous = await previousFile(parts, { user, clientId, position });
  const query = { text: '', only: 'all', sort: 'amount', skip: 0, limit: LARGEST_SHOWN } as const;
  const statuses = undecidedStatuses(facts);
  const { result, since } = await readWithPrevious(parts, previous, (earlier) =>
    parts.workers.search(facts, { ...query, statuses, earlier, countsCut: true }),
  );
  const { payments: largest, news, cut } = result;
  return { facts, largest, news, cut, since };
}

/** Returns the line of a review that describes what is new in a file. */
export function newsLine({ news, since }: ReviewedFile): ReviewLine {
  return { label: 'Since the last file', value: formatNews(news, since) };
}

/**
 * Warns that the accounts of some payees have changed, which is a common fraud against companies.
 */
export function newAccountWarning({ news: { newAccount } }: ReviewedFile): readonly string[] {
  if (newAccount === 0) return [];
  const subject = newAccount === 1 ? '1 payment goes' : `${formatNumber(newAccount)} payments go`;
  return [
    `${subject} to another account than the same payee had in the last file. ${MAKE_SURE} that the ` +
      'account is right.',
  ];
}

/** Warns that payees will not read the whole reference or name of some payments. */
export function cutTextsWarning({ cut }: ReviewedFile): readonly string[] {
  if (cut === 0) return [];
  return [
    `The names or references of ${formatCount(cut, 'payment')} will be cut, because their scheme ` +
      'carries fewer characters.',
  ];
}
