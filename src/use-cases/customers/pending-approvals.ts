import { timedOut } from '../../domain/lifecycle/payment-approvals.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type {
  Approval,
  Consent,
  Payment,
  PaymentApproval,
  User,
} from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import { paymentNow } from '../payments/approve-payment.ts';
import { approverProblems } from '../consents/approval-rules.ts';
import { debtorAccounts, namedDebtors } from '../consents/debtor-accounts.ts';
import { dynamicLinkingHash } from '../consents/dynamic-linking.ts';
import { fileOf, type PaymentSummary, summaryOf } from './payment-summary.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { type ConsentReview, reviewWith } from '../consents/review.ts';

/** Maximum number of payments in the list. Others appear when some of these are decided. */
const MAX_WAITING = 100;

/** A payment that needs or needed several approvals, with the decisions that users have made. */
export interface WaitingPayment extends PaymentSummary {
  readonly approval: PaymentApproval;
  readonly decided: readonly Approval[];
  /** Decision of the user who views the payment. Undefined if that user has not decided. */
  readonly own: Approval | undefined;
}

/** Everything that a user sees before approving or rejecting a payment. */
export interface WaitingReview extends WaitingPayment {
  readonly read: ConsentReview;
  /** Messages that explain why the bank would refuse an approval by this user. */
  readonly problems: readonly string[];
  /** Dynamic-linking hash of an approval (SCA-RTS, article 5). */
  readonly dynamicLinkingHash: string;
}

/** Lists the payments of the customer that wait for approvals, earliest deadline first. */
export async function listWaiting(
  parts: UseCaseParts,
  user: User,
  now: Instant,
): Promise<readonly WaitingPayment[]> {
  const found = await parts.store.waitingPayments(user.customerId, MAX_WAITING);
  const waiting = found.filter(({ approval }) => timedOut(approval, now) === undefined);
  return Promise.all(
    waiting.map(async (payment) => waitingOf(parts, payment, await fileOf(parts, payment), user)),
  );
}

/**
 * Returns a payment that needs or needed several approvals, in its current state. Returns undefined
 * if it does not exist, belongs to another customer or needed only one approval.
 *
 * @param retry true to check names of payees again that could not be checked
 */
export async function reviewWaiting(
  parts: UseCaseParts,
  id: string,
  user: User,
  now: Instant,
  { retry = false } = {},
): Promise<WaitingReview | undefined> {
  const { store } = parts;
  const found = await store.findPaymentOfCustomer(id, user.customerId);
  if (found === undefined || found.approval === null) return undefined;
  const payment = await paymentNow(parts, found, now);
  const consent = expectDefined(await store.findConsent(payment.consentId), payment.consentId);
  const account = payment.debtorAccount ?? consent.debtorAccount;
  const file = await store.findFile(consent.id);
  const waiting = await waitingOf(parts, payment, file, user);
  const isOpen = waiting.approval.status === 'waiting' && waiting.own === undefined;
  const shown = { position: payment, isOpen, retry };
  const toReview = { consent, user, chosenAccount: account, file, ...shown };
  const [read, problems] = await Promise.all([
    reviewWith(parts, toReview, now),
    problemsOf(parts, { consent, file, account, user, required: found.approval.required }, now),
  ]);
  return {
    ...waiting,
    read,
    problems,
    dynamicLinkingHash: dynamicLinkingHash(consent, account, file, read.payeeCheck),
  };
}

async function waitingOf(
  parts: UseCaseParts,
  payment: Payment,
  file: FileFacts | undefined,
  user: User,
): Promise<WaitingPayment> {
  const decided = await parts.store.approvalsOf(payment.consentId);
  return {
    ...summaryOf(parts, payment, file),
    approval: expectDefined(payment.approval, 'the approvals of the payment'),
    decided,
    own: decided.find(({ userId }) => userId === user.id),
  };
}

interface ApprovalRequest {
  readonly consent: Consent;
  readonly file: FileFacts | undefined;
  readonly account: AccountNumber | null;
  readonly user: User;
  readonly required: number;
}

async function problemsOf(
  parts: UseCaseParts,
  request: ApprovalRequest,
  now: Instant,
): Promise<readonly string[]> {
  const numbers = debtorAccounts(namedDebtors(request.file), request.account);
  const problems = await approverProblems(parts, { ...request, numbers }, now);
  return problems.map(({ message }) => message);
}
