import { lastDayIfOver, overduePayments } from '../../domain/calendar/last-days.ts';
import type { PaymentInstruction } from '../../domain/execution/order.ts';
import { limitProblems, type ApprovalProblem } from '../../domain/lifecycle/approval.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import { needsMoreThanOne } from '../../domain/parties/mandates.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Account, Consent, User } from '../../domain/records/records.ts';
import { formatCount, formatDay } from '../../domain/messages/format.ts';
import { familyNamed } from '../../families/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import { memberString } from '../../shared/json/json.ts';
import type { Pence } from '../../shared/money.ts';
import { londonDate, type Instant, type LocalDate } from '../../shared/time.ts';
import { accountProblems } from './debtor-accounts.ts';
import { contractProblems, withContract } from '../payments/exchange-contracts.ts';
import { requiredFor, sharesOf, totalOf } from '../payments/mandates.ts';
import type { UseCaseParts } from '../dependencies.ts';

/**
 * An approval that a user is about to give. It concerns a consent, or a payment that other users
 * have already approved.
 */
export interface ToApprove {
  readonly consent: Pick<Consent, 'id' | 'family' | 'data' | 'clientId'>;
  readonly file: FileFacts | undefined;
  /** All debtor accounts: those that the payments name, and the one that the customer chose. */
  readonly numbers: readonly AccountNumber[];
  /**
   * Account that is debited for payments that name no debtor account. Null if it is not known yet
   * or not needed.
   */
  readonly account: AccountNumber | null;
  readonly user: User;
  /**
   * Number of approvals that was required when the payment was submitted. Undefined before the
   * submission, because the mandates of the accounts then determine the number.
   */
  readonly required?: number;
}

/**
 * Returns all reasons for which the bank must refuse an approval by this user. Each approver must
 * be entitled individually (rules, 5.17 and 6.19).
 */
export async function approverProblems(
  parts: UseCaseParts,
  toApprove: ToApprove,
  now: Instant,
): Promise<readonly ApprovalProblem[]> {
  const { store } = parts;
  const { consent, file, numbers, user } = toApprove;
  const found = await Promise.all(numbers.map((number) => store.findAccount(number)));
  const existing = found.filter((account) => account !== undefined);
  const accounts = new Map(existing.map((account) => [account.number, account]));
  const filePence = file?.totalPence ?? null;
  const approval = { user, data: consent.data, filePence, now };
  const ofAccounts = accountProblems(user, numbers, accounts);
  const parties = {
    clientId: consent.clientId,
    consentId: consent.id,
    customerId: user.customerId,
  };
  const paymentInstruction = await withContract(
    parts,
    parts.paymentSource.ofConsent(consent),
    parties,
    now,
  );
  return [
    ...familyNamed(consent.family).refusals(approval),
    ...contractProblems(paymentInstruction),
    ...dayProblems(parts, consent, file, londonDate(now)),
    ...ofAccounts,
    // Do not reveal anything about an account of another customer, not even its mandate.
    ...(ofAccounts.length === 0
      ? mandateProblems(parts, { ...toApprove, paymentInstruction }, existing, now)
      : []),
  ];
}

/**
 * Returns why the mandates of these accounts do not allow the payment, or do not allow this user to
 * approve it (rules, 5.17 to 5.19).
 */
export function mandateProblems(
  parts: Pick<UseCaseParts, 'rates'>,
  {
    consent,
    paymentInstruction,
    file,
    account,
    user,
    required: settled,
  }: Omit<ToApprove, 'numbers'> & { readonly paymentInstruction: PaymentInstruction },
  accounts: readonly Account[],
  now: Instant,
): readonly ApprovalProblem[] {
  const isFree = accounts.every(({ mandate }) => mandate.length === 0);
  if (settled === undefined && isFree) return [];
  if (paymentInstruction.kind === 'none')
    return recurringProblems(paymentInstruction.maxPence, accounts);
  if (paymentInstruction.kind === 'order' && account === null) return [];
  const shares = sharesOf(parts, { paymentInstruction, file, account }, now);
  const required = settled ?? requiredFor(shares, accounts);
  if (required === 1) return [];
  if (asksForSingle(consent)) return [singleProblem(required)];
  return file === undefined ? limitProblems(user, totalOf(shares), 'payment') : [];
}

/**
 * Returns a problem for each account whose mandate requires several approvals for some payments
 * under the consent. Recurring payments are approved once in advance (rules, 5.19), so they cannot
 * get several approvals.
 */
function recurringProblems(
  maxPence: Pence | null,
  accounts: readonly Account[],
): readonly ApprovalProblem[] {
  return accounts
    .filter(({ mandate }) => needsMoreThanOne(mandate, maxPence))
    .map(({ number }) => ({ reason: 'AG01', message: recurringMessage(number) }));
}

/** Returns the message for an account whose mandate does not allow recurring payments. */
export function recurringMessage(number: AccountNumber): string {
  return (
    `Account ${number} needs more than one approval for some payments that this would allow: ` +
    'variable recurring payments cannot be made from it.'
  );
}

/**
 * Returns true if the consent has the AuthorisationType Single, so that one person must approve
 * alone.
 */
export function asksForSingle({ data }: Pick<Consent, 'data'>): boolean {
  return memberString(data, ['Authorisation', 'AuthorisationType']) === 'Single';
}

function singleProblem(required: number): ApprovalProblem {
  const message =
    `This needs ${formatCount(required, 'approval')}, and the provider asked for one that a ` +
    'single person can give.';
  return { reason: 'AG01', message, error: 'invalid_request' };
}

/**
 * Returns a problem if the last possible execution day has passed. For a file, checks every
 * execution day (rules, 11.10).
 */
function dayProblems(
  { holidays, paymentSource }: Pick<UseCaseParts, 'holidays' | 'paymentSource'>,
  consent: ToApprove['consent'],
  file: FileFacts | undefined,
  today: LocalDate,
): readonly ApprovalProblem[] {
  const late = (message: string): ApprovalProblem[] => [{ reason: 'DT01', message }];
  const paymentInstruction = paymentSource.ofConsent(consent);
  switch (paymentInstruction.kind) {
    case 'order': {
      const last = lastDayIfOver(paymentInstruction.order, today, holidays);
      if (last === null) return [];
      return late(`This was to be paid by ${formatDay(last)}, and that day is over.`);
    }
    case 'file': {
      const overdue = overduePayments(expectDefined(file, 'the file of the consent'), today);
      if (overdue === null) return [];
      return late(
        `The file has ${formatCount(overdue.payments, 'payment')} for days that are over, ` +
          `the first for ${formatDay(overdue.first)}.`,
      );
    }
    case 'none':
      return [];
  }
}
