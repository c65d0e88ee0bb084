import type { AccountNumber } from '../../domain/parties/accounts.ts';
import { formatPayeeCheck } from '../../domain/messages/payee-text.ts';
import type { PayeeCheck } from '../../domain/parties/payee-check.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Account, Consent, User } from '../../domain/records/records.ts';
import {
  destinationLines,
  NAME_CHECK,
  type Review,
  type ReviewContext,
} from '../../families/common/review.ts';
import { familyNamed } from '../../families/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import { debtorAccounts, namedDebtors } from './debtor-accounts.ts';
import { checkPayees } from './payee-check.ts';
import { dynamicLinkingHash } from './dynamic-linking.ts';
import type { UseCaseParts } from '../dependencies.ts';

/**
 * A consent to decide about, the user who decides, and the account that this user chose, if any.
 */
export interface DecisionContext {
  readonly consent: Consent;
  readonly user: User;
  readonly chosenAccount: AccountNumber | null;
}

/**
 * Amount, payee and debtor accounts of an approval. The page shows them next to the field for the
 * second factor.
 */
export interface ApprovalSummary {
  readonly review: Review;
  readonly accounts: readonly Account[];
  /**
   * Dynamic-linking hash. It links the second factor to exactly this payment (SCA-RTS, article 5).
   */
  readonly dynamicLinkingHash: string;
  /** The name checks that the page shows. Null if there are none. */
  readonly payeeCheck: PayeeCheck | null;
}

type DescribeParts = Pick<UseCaseParts, 'store' | 'holidays' | 'settings'>;

/**
 * Describes a consent in words for the customer.
 *
 * @param agreedAt time at which the customer agreed earlier. Undefined if the customer has not
 * decided
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

/**
 * Describes a consent like `describeConsent`, with a file that the caller has already looked up.
 */
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

/** Returns a summary with the result of the name checks after the payee's account and bank. */
export function withPayeeCheck(review: Review, check: PayeeCheck | null, isFile: boolean): Review {
  if (check === null) return review;
  const { lines } = review;
  const [last] = destinationLines(review).slice(-1);
  const after = last === undefined ? lines.length : lines.indexOf(last) + 1;
  const line = { label: NAME_CHECK, value: formatPayeeCheck(check, isFile) };
  return { ...review, lines: [...lines.slice(0, after), line, ...lines.slice(after)] };
}

/** Returns the summary of an approval that the user is about to give. */
export async function approvalSummaryOf(
  parts: UseCaseParts,
  { consent, chosenAccount, user }: DecisionContext,
  now: Instant,
): Promise<ApprovalSummary> {
  const file = await parts.store.findFile(consent.id);
  const settled = consent.debtorAccount ?? chosenAccount;
  // Names are not checked if the consent was decided in the meantime.
  const isOpen = consent.status === 'AwaitingAuthorisation';
  const toCheck = { consent, user, file, position: null };
  const payeeCheck = isOpen ? await checkPayees(parts, toCheck, now) : null;
  const review = describeWith(parts, { consent, file }, { now });
  return {
    review: withPayeeCheck(review, payeeCheck, file !== undefined),
    payeeCheck,
    accounts: await debitedAccounts(parts.store, file, settled, user),
    dynamicLinkingHash: dynamicLinkingHash(consent, settled, file, payeeCheck),
  };
}

/**
 * Returns those debited accounts that belong to the user's customer. Accounts of other customers
 * are left out.
 *
 * @param settled account that is debited for payments that name no debtor account
 */
export async function debitedAccounts(
  store: UseCaseParts['store'],
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
