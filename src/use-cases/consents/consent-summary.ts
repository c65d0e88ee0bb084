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

/**
 * A consent to decide about, the user who decides, and the account that this user chose, if any.
 */
export interface DecisionContext {
  readonly consent: Consent;
  readonly user: User;
  readonly chosenAccount: AccountNumber | null;
}

/**
 * Amount, payee and debtor accounts of an approval. Shown next to the input for an authentication
 * factor.
 */
export interface ApprovalSummary {
  readonly review: Review;
  readonly accounts: readonly Account[];
  /** Dynamic-linking hash: binds the factor to exactly this payment (SCA-RTS, article 5). */
  readonly dynamicLinkingHash: string;
}

type DescribeParts = Pick<EngineParts, 'store' | 'holidays' | 'settings'>;

/**
 * Describes a consent in words for the customer.
 *
 * @param agreedAt time of an earlier agreement. Undefined for a consent that is still to decide
 */
export async function describeConsent(
  parts: DescribeParts,
  consent: Consent,
  now: Instant,
  agreedAt?: Instant,
): Promise<Review> {
  const file = await parts.store.findFile(consent.id);
  return describeWith(
    parts,
    { consent, file },
    agreedAt === undefined ? { now } : { now, agreedAt },
  );
}

/** Describes a consent whose file was already looked up. */
export function describeWith(
  { holidays, settings: limits }: Omit<DescribeParts, 'store'>,
  {
    consent,
    file = null,
  }: { readonly consent: Consent; readonly file: FileFacts | null | undefined },
  when: Pick<ReviewContext, 'now' | 'agreedAt'>,
): Review {
  return familyNamed(consent.family).review(consent.data, { ...when, holidays, limits, file });
}

/** Returns the summary of an approval that is given now. */
export async function approvalSummaryOf(
  parts: DescribeParts,
  { consent, chosenAccount, user }: DecisionContext,
  now: Instant,
): Promise<ApprovalSummary> {
  const file = await parts.store.findFile(consent.id);
  const settled = consent.debtorAccount ?? chosenAccount;
  return {
    review: describeWith(parts, { consent, file }, { now }),
    accounts: await debitedAccounts(parts.store, file, settled, user),
    dynamicLinkingHash: dynamicLinkingHash(consent, settled, file),
  };
}

/**
 * Returns the debited accounts that belong to the user's customer. Leaves out the accounts of other
 * customers.
 *
 * @param settled account for payments that name none
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
