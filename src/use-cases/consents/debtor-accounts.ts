import { payeeOf } from '../../contract/self-payment.ts';
import type { ApprovalProblem } from '../../domain/lifecycle/approval.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { FileWorkers, Slice } from '../../domain/ports/files.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Account, Consent, User } from '../../domain/records/records.ts';
import { formatNumber } from '../../domain/messages/format.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';

/** Accounts that a message names one by one; the rest is counted. */
const MAX_ACCOUNTS_NAMED = 5;

/** Payments of a file that are looked through together. */
const SLICE_PAYMENTS = 1000;

/** An account that a payment names, or null: the consent's, or the one the customer chooses. */
export type RequestedDebtor = AccountNumber | null;

/** The debtors that the payments of a consent name: those of its file, or nobody's. */
export function namedDebtors(
  file: Pick<FileFacts, 'groups'> | undefined,
): readonly RequestedDebtor[] {
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
  named: readonly RequestedDebtor[],
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
  named: readonly RequestedDebtor[],
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
  named: readonly RequestedDebtor[],
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

/** Why an account cannot be debited that is itself to be paid (rules, 10.10): AG01. */
export function selfPaymentProblem(number: AccountNumber): ApprovalProblem {
  const message = `Account ${number} is to be paid itself: it cannot pay as well.`;
  return { reason: 'AG01', message };
}

/**
 * Those of the accounts that a consent pays, by payments that name no account to debit: none of
 * them can be chosen for that.
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
  return count === 1 ? 'one more account' : `${formatNumber(count)} more accounts`;
}
