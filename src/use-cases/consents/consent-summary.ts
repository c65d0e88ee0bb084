import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Account, Consent, User } from '../../domain/records/records.ts';
import type { Review, ReviewContext } from '../../families/common/review.ts';
import { familyNamed } from '../../families/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import { debtorAccounts, namedDebtors } from './debtor-accounts.ts';
import { dynamicLinkingHash } from './dynamic-linking.ts';
import type { EngineParts } from '../dependencies.ts';

/** A consent, who decides about it, and the account that this customer chose, if any. */
export interface Deciding {
  readonly consent: Consent;
  readonly user: User;
  readonly chosenAccount: AccountNumber | null;
}

/** How much goes to whom, and from where: what stands beside the field for a factor. */
export interface ApprovalSummary {
  readonly review: Review;
  readonly accounts: readonly Account[];
  /** What a factor for exactly this is given for (SCA-RTS, article 5). */
  readonly dynamicLinkingHash: string;
}

type DescribeParts = Pick<EngineParts, 'store' | 'holidays' | 'settings'>;

/**
 * What a consent means in words, by all that is known of it today.
 *
 * @param agreedAt when it was agreed to, where that is told afterwards
 */
export async function describeConsent(
  parts: DescribeParts,
  consent: Consent,
  now: Instant,
  agreedAt?: Instant,
): Promise<Review> {
  const file = await parts.store.findFile(consent.id);
  return inWords(parts, { consent, file }, agreedAt === undefined ? { now } : { now, agreedAt });
}

/** The same where the file was found already. */
export function inWords(
  { holidays, settings: limits }: Omit<DescribeParts, 'store'>,
  {
    consent,
    file = null,
  }: { readonly consent: Consent; readonly file: FileFacts | null | undefined },
  when: Pick<ReviewContext, 'now' | 'agreedAt'>,
): Review {
  return familyNamed(consent.family).review(consent.data, { ...when, holidays, limits, file });
}

/** What exactly a factor would be given for now. */
export async function approvalSummaryOf(
  parts: DescribeParts,
  { consent, chosenAccount, user }: Deciding,
  now: Instant,
): Promise<ApprovalSummary> {
  const file = await parts.store.findFile(consent.id);
  const settled = consent.debtorAccount ?? chosenAccount;
  return {
    review: inWords(parts, { consent, file }, { now }),
    accounts: await debitedAccounts(parts.store, file, settled, user),
    dynamicLinkingHash: dynamicLinkingHash(consent, settled, file),
  };
}

/**
 * The accounts of the user's customer that are debited: nothing is shown of another customer's.
 *
 * @param settled the account for payments that name none
 */
export async function debitedAccounts(
  store: EngineParts['store'],
  file: Pick<FileFacts, 'groups'> | undefined,
  settled: AccountNumber | null,
  { customerId }: Pick<User, 'customerId'>,
): Promise<readonly Account[]> {
  const numbers = debtorAccounts(namedDebtors(file), settled);
  const accounts = await Promise.all(
    numbers.map(async (number) =>
      expectDefined(await store.findAccount(number), `account ${number}`),
    ),
  );
  return accounts.filter((account) => account.customerId === customerId);
}
