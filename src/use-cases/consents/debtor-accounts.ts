import { payeeOf } from '../../contract/self-payment.ts';
import type { ApprovalProblem } from '../../domain/lifecycle/approval.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { FileWorkers, Slice } from '../../domain/ports/files.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Account, Consent, User } from '../../domain/records/records.ts';
import { formatNumber } from '../../domain/messages/format.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';

/** Maximum number of accounts that a message lists. The message only counts the others. */
const MAX_ACCOUNTS_NAMED = 5;

/** Number of payments that are read from a file at a time. */
const SLICE_PAYMENTS = 1000;

/**
 * The debtor account that a payment names. Null if it names none. Such a payment debits the account
 * that the consent names or that the customer chooses.
 */
export type RequestedDebtor = AccountNumber | null;

/**
 * Returns the debtor accounts that the payments of a consent name. For a consent without a file,
 * the result is a single null.
 */
export function namedDebtors(
  file: Pick<FileFacts, 'groups'> | undefined,
): readonly RequestedDebtor[] {
  if (file === undefined) return [null];
  return file.groups.flatMap(({ debtors }) => debtors.map(({ account }) => account));
}

/**
 * Returns the account for payments that name no debtor account. It is the account that the consent
 * names or, if it names none, the one that the customer chose. Refuses if the choice is missing or
 * differs from the consent. In both cases the caller made a mistake, which is no reason to reject
 * the consent.
 */
export function settleDebtorAccount(
  consent: Pick<Consent, 'debtorAccount'>,
  chosen: AccountNumber | null,
  requested: readonly RequestedDebtor[],
): { account: AccountNumber | null } | Refusal {
  const ofConsent = consent.debtorAccount;
  if (ofConsent !== null && chosen !== null && chosen !== ofConsent) {
    const message = 'The consent names the account; the customer cannot choose another.';
    return refuse(400, 'fieldUnexpected', message, { path: 'debtorAccount' });
  }
  const account = ofConsent ?? chosen;
  if (account === null && requested.includes(null)) {
    const message = 'The consent names no account to debit: the customer must choose one.';
    return refuse(400, 'fieldMissing', message, { path: 'debtorAccount' });
  }
  return { account };
}

/** Returns the account that will be debited. Null if there are several (rules, 5.6). */
export function debtorOf(
  requested: readonly RequestedDebtor[],
  settled: AccountNumber | null,
): AccountNumber | null {
  if (requested.includes(null)) return settled;
  const [only, ...others] = debtorAccounts(requested, null);
  return others.length === 0 ? (only ?? null) : null;
}

/**
 * Returns all accounts that the payments, the consent or the customer name, without duplicates. The
 * account that the consent names is included even if every payment names its own. The caller looks
 * these accounts up and passes them to `accountProblems`.
 */
export function debtorAccounts(
  requested: readonly RequestedDebtor[],
  settled: AccountNumber | null,
): readonly AccountNumber[] {
  return [...new Set([settled, ...requested])].filter((account) => account !== null);
}

/**
 * Returns the reasons why this customer cannot pay from these accounts (rules, 6.19 and 14.6):
 * AC06 if an account is blocked, and AG01 otherwise. The reasons do not reveal that an account of
 * another customer exists.
 *
 * @param accounts the accounts from `debtorAccounts` that exist at this bank, with any owner
 */
export function accountProblems(
  user: User,
  numbers: readonly AccountNumber[],
  accounts: ReadonlyMap<AccountNumber, Account>,
): readonly ApprovalProblem[] {
  const problems = numbers.flatMap(
    (number) => accountProblem(number, accounts.get(number), user) ?? [],
  );
  const unnamed = problems.length - MAX_ACCOUNTS_NAMED;
  const shown = problems.slice(0, MAX_ACCOUNTS_NAMED);
  if (unnamed > 0) shown.push(ineligible(`And ${formatCount(unnamed)} cannot be debited.`));
  return shown;
}

/** Returns the problem (AG01) of a debtor account that is also the payee (rules, 10.10). */
export function selfPaymentProblem(number: AccountNumber): ApprovalProblem {
  return ineligible(`Account ${number} is the payee, so it cannot also be debited.`);
}

/**
 * Returns the accounts that receive a payment which names no debtor account. The customer cannot
 * choose them as debtor account, because such a payment would go from an account to itself.
 */
export async function selfPayments(
  workers: Pick<FileWorkers, 'slice'>,
  { data }: Pick<Consent, 'data'>,
  file: FileFacts | undefined,
  accounts: readonly AccountNumber[],
): Promise<ReadonlySet<AccountNumber>> {
  const paid = new Set<AccountNumber | undefined>();
  if (file === undefined) paid.add(payeeOf(data));
  let cursor: number | null = file === undefined ? null : 0;
  while (file !== undefined && cursor !== null) {
    const slice: Slice = await workers.slice(file, { cursor, limit: SLICE_PAYMENTS, group: null });
    for (const { debtor, creditor } of slice.payments) if (debtor === null) paid.add(creditor);
    cursor = slice.nextCursor;
  }
  return new Set(accounts.filter((number) => paid.has(number)));
}

function accountProblem(
  number: AccountNumber,
  account: Account | undefined,
  user: User,
): ApprovalProblem | undefined {
  if (account?.customerId !== user.customerId) {
    return ineligible(`Account ${number} is not one of your accounts.`);
  }
  if (account.state === 'closed') return ineligible(`Account ${number} is closed.`);
  if (account.kind !== 'current') {
    const message = `Account ${number} is not a current account: payments cannot be made from it.`;
    return ineligible(message);
  }
  if (account.state === 'open') return undefined;
  const message = `Account ${number} is blocked: payments cannot be made from it at the moment.`;
  return { reason: 'AC06', message };
}

function ineligible(message: string): ApprovalProblem {
  return { reason: 'AG01', message };
}

function formatCount(count: number): string {
  return count === 1 ? 'one more account' : `${formatNumber(count)} more accounts`;
}
