import type { PlaceOfPayment } from '../../domain/ports/customer-store.ts';
import type { FoundPayment, FoundPayments } from '../../domain/ports/file-search.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Consent, User } from '../../domain/records/records.ts';
import { formatNumber } from '../../domain/messages/format.ts';
import type { ReviewLine } from '../../families/common/review.ts';
import type { Instant } from '../../shared/time.ts';
import { previousFile, formatNews, readBeside } from './previous-file.ts';
import { undecidedStatuses } from './file-statuses.ts';
import type { EngineParts } from '../dependencies.ts';

/** How many of the largest payments of a file are told. */
const LARGEST_TOLD = 5;

/** How a customer makes sure of what the bank cannot know. */
export const MAKE_SURE = 'Make sure by other means, such as a call to a number that you know,';

/** A file before it is decided about. */
export interface ReviewedFile extends Pick<FoundPayments, 'news'> {
  readonly facts: FileFacts;
  /** Its largest payments, largest first. */
  readonly largest: readonly FoundPayment[];
  /** When the file was submitted that it was compared with; null: there was none. */
  readonly since: Instant | null;
}

interface ToReview {
  readonly consent: Pick<Consent, 'clientId'>;
  readonly user: Pick<User, 'customerId'>;
  readonly place: PlaceOfPayment | null;
}

/** The largest payments of a file, and what is new in it since the last one (rules, 14.16). */
export async function reviewFile(
  parts: Pick<EngineParts, 'store' | 'workers' | 'observe'>,
  { consent: { clientId }, user, place }: ToReview,
  facts: FileFacts,
): Promise<ReviewedFile> {
  const last = await previousFile(parts, { user, clientId, place });
  const sought = { text: '', only: 'all', sort: 'amount', skip: 0, limit: LARGEST_TOLD } as const;
  const standings = undecidedStatuses(facts);
  const { result, since } = await readBeside(parts, last, (earlier) =>
    parts.workers.search(facts, { ...sought, standings, earlier }),
  );
  return { facts, largest: result.payments, news: result.news, since };
}

/** What is new in a file, as a line of its review. */
export function newsLine({ news, since }: ReviewedFile): ReviewLine {
  return { label: 'Since the last file', value: formatNews(news, since) };
}

/** Accounts that changed are how companies are defrauded most. */
export function newAccountWarning({ news: { newAccount } }: ReviewedFile): readonly string[] {
  if (newAccount === 0) return [];
  const what = newAccount === 1 ? '1 payment goes' : `${formatNumber(newAccount)} payments go`;
  return [
    `${what} to another account than the same payee had in the last file. ${MAKE_SURE} that the ` +
      'account is right.',
  ];
}
