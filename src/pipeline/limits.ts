import type { AccountNumber } from '../domain/accounts.ts';
import type { FileFacts, ReasonCode } from '../domain/payment.ts';
import type { Account, Consent, User } from '../domain/records.ts';
import { refuse, type Refusal } from '../kernel/errors.ts';
import { displayAmount, type Pence } from '../kernel/money.ts';

/** Accounts that a message names one by one; the rest is counted. */
const MAX_ACCOUNTS_NAMED = 5;

/** What the customer's journey knows of a file when the customer is about to decide. */
export interface FileJourney {
  readonly user: User;
  readonly file: Pick<FileFacts, 'totalPence' | 'groups'>;
  /** The consent's, or the one the customer chose, for payments that name none. */
  readonly debtorAccount: AccountNumber | null;
  /** The accounts of `debtorAccounts` that exist at this bank, whoever owns them. */
  readonly accounts: ReadonlyMap<AccountNumber, Account>;
}

export type LimitsDecision =
  | { readonly accepted: true }
  | {
      readonly accepted: false;
      /** Of the first problem found. */
      readonly reason: ReasonCode;
      /** Every problem, in words for the customer. */
      readonly message: string;
    };

interface Problem {
  readonly reason: ReasonCode;
  readonly message: string;
}

/**
 * The account for payments that name none: the consent's, or the one the customer chose. A choice
 * where the consent names another, or none where one is needed, is the caller's fault, not the
 * bank's decision.
 */
export function settleDebtorAccount(
  consent: Consent,
  chosen: AccountNumber | null,
  file: FileJourney['file'],
): { account: AccountNumber | null } | Refusal {
  const named = consent.debtorAccount;
  if (named !== null && chosen !== null && chosen !== named) {
    const message = 'The consent names the account; the customer cannot choose another.';
    return refuse(400, 'fieldUnexpected', message, { path: 'debtorAccount' });
  }
  const account = named ?? chosen;
  if (account === null && namesNoAccount(file)) {
    const message = 'The consent names no account to debit: the customer must choose one.';
    return refuse(400, 'fieldMissing', message, { path: 'debtorAccount' });
  }
  return { account };
}

/** The one account that a file will debit; null when there are several (rules, 5, `Debtor`). */
export function debtorOf(
  file: FileJourney['file'],
  settled: AccountNumber | null,
): AccountNumber | null {
  // Payments that name none are booked from this account, whatever others name.
  if (namesNoAccount(file)) return settled;
  const [only, ...others] = debtorAccounts({ file, debtorAccount: null });
  return others.length === 0 ? (only ?? null) : null;
}

/**
 * Every account that the file, the consent or the customer names, once: what must be looked up
 * before `checkLimits`. The consent's counts even when every payment names its own.
 */
export function debtorAccounts({
  file,
  debtorAccount,
}: Pick<FileJourney, 'file' | 'debtorAccount'>): readonly AccountNumber[] {
  const named = file.groups.flatMap(({ debtors }) => debtors.map(({ account }) => account));
  return [...new Set([debtorAccount, ...named])].filter((account) => account !== null);
}

/**
 * Whether this customer may authorise this file (specification, 1, "The file is rejected on the
 * consent journey"; rules, 6). All problems are told together; the first gives the reason: AG08
 * not entitled, AM14 over a limit, AG01 an account that cannot be debited. Of an account that is
 * not the customer's nothing is told, not even whether it exists.
 */
export function checkLimits(journey: FileJourney): LimitsDecision {
  const problems = [
    ...entitlementProblems(journey.user),
    ...amountProblems(journey.user, journey.file.totalPence),
    ...accountProblems(journey),
  ];
  const [first] = problems;
  if (first === undefined) return { accepted: true };
  const message = problems.map((problem) => problem.message).join(' ');
  return { accepted: false, reason: first.reason, message };
}

function entitlementProblems(user: User): Problem[] {
  const problems: Problem[] = [];
  if (user.segment === 'retail') {
    problems.push({
      reason: 'AG08',
      message: 'Payment files are for business customers; personal customers cannot use them.',
    });
  }
  if (!user.mayUploadFiles) {
    problems.push({ reason: 'AG08', message: 'You are not entitled to create file payments.' });
  }
  return problems;
}

function amountProblems(user: User, totalPence: Pence): Problem[] {
  const limits = [
    { whose: 'your', limitPence: user.userLimitPence },
    { whose: 'your company’s', limitPence: user.companyLimitPence },
  ];
  return limits.flatMap(({ whose, limitPence }): Problem[] =>
    limitPence === null || totalPence <= limitPence
      ? []
      : [
          {
            reason: 'AM14',
            message:
              `The file comes to £${displayAmount(totalPence)}; ` +
              `${whose} limit for one file is £${displayAmount(limitPence)}.`,
          },
        ],
  );
}

function accountProblems({ user, file, debtorAccount, accounts }: FileJourney): Problem[] {
  const messages = debtorAccounts({ file, debtorAccount }).flatMap((number) => {
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

function namesNoAccount(file: FileJourney['file']): boolean {
  return file.groups.some(({ debtors }) => debtors.some(({ account }) => account === null));
}

function displayCount(count: number): string {
  return count === 1 ? 'one more account' : `${String(count)} more accounts`;
}
