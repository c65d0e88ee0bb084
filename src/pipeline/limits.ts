import type { AccountNumber } from '../domain/accounts.ts';
import type { ApprovalProblem } from '../domain/approval.ts';
import type { FileFacts } from '../domain/payment.ts';
import type { Account, Consent, User } from '../domain/records.ts';
import { numberInWords } from '../domain/words.ts';
import { refuse, type Refusal } from '../kernel/errors.ts';

/** Accounts that a message names one by one; the rest is counted. */
const MAX_ACCOUNTS_NAMED = 5;

/** An account that a payment names, or null: the consent's, or the one the customer chooses. */
export type NamedDebtor = AccountNumber | null;

/** The debtors that the payments of a consent name: those of its file, or nobody's. */
export function namedDebtors(file: Pick<FileFacts, 'groups'> | undefined): readonly NamedDebtor[] {
  if (file === undefined) return [null];
  return file.groups.flatMap(({ debtors }) => debtors.map(({ account }) => account));
}

/**
 * The account for payments that name none: the consent's, or the one the customer chose. A choice
 * where the consent names another, or none where one is needed, is the caller's fault, not the
 * bank's decision.
 */
export function settleDebtorAccount(
  consent: Pick<Consent, 'debtorAccount'>,
  chosen: AccountNumber | null,
  named: readonly NamedDebtor[],
): { account: AccountNumber | null } | Refusal {
  const ofConsent = consent.debtorAccount;
  if (ofConsent !== null && chosen !== null && chosen !== ofConsent) {
    const message = 'The consent names the account; the customer cannot choose another.';
    return refuse(400, 'fieldUnexpected', message, { path: 'debtorAccount' });
  }
  const account = ofConsent ?? chosen;
  if (account === null && named.includes(null)) {
    const message = 'The consent names no account to debit: the customer must choose one.';
    return refuse(400, 'fieldMissing', message, { path: 'debtorAccount' });
  }
  return { account };
}

/** The one account that will be debited; null when there are several (rules, 5.6). */
export function debtorOf(
  named: readonly NamedDebtor[],
  settled: AccountNumber | null,
): AccountNumber | null {
  if (named.includes(null)) return settled;
  const [only, ...others] = debtorAccounts(named, null);
  return others.length === 0 ? (only ?? null) : null;
}

/**
 * Every account that the payments, the consent or the customer name, once: what must be looked up
 * before `accountProblems`. The consent's counts even when every payment names its own.
 */
export function debtorAccounts(
  named: readonly NamedDebtor[],
  settled: AccountNumber | null,
): readonly AccountNumber[] {
  return [...new Set([settled, ...named])].filter((account) => account !== null);
}

/**
 * Why accounts cannot be debited by this customer (rules, 6.19 and 14.6): AG01. Of an account that
 * is not the customer's nothing is told, not even whether it exists.
 *
 * @param accounts those of `debtorAccounts` that exist at this bank, whoever owns them
 */
export function accountProblems(
  user: User,
  numbers: readonly AccountNumber[],
  accounts: ReadonlyMap<AccountNumber, Account>,
): readonly ApprovalProblem[] {
  const messages = numbers.flatMap((number) => {
    const message = accountMessage(number, accounts.get(number), user);
    return message === undefined ? [] : [message];
  });
  const unnamed = messages.length - MAX_ACCOUNTS_NAMED;
  const told = messages.slice(0, MAX_ACCOUNTS_NAMED);
  if (unnamed > 0) told.push(`And ${displayCount(unnamed)} cannot be debited.`);
  return told.map((message) => ({ reason: 'AG01', message }));
}

function accountMessage(
  number: AccountNumber,
  account: Account | undefined,
  user: User,
): string | undefined {
  if (account?.customerId !== user.customerId) {
    return `Account ${number} is not one of your accounts.`;
  }
  if (account.closed) return `Account ${number} is closed.`;
  if (account.kind !== 'current') {
    return `Account ${number} is not a current account: payments cannot be made from it.`;
  }
  return undefined;
}

function displayCount(count: number): string {
  return count === 1 ? 'one more account' : `${numberInWords(count)} more accounts`;
}
