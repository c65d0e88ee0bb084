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
import { fileOf, type PaymentSummary, summaryOf } from './payments.ts';
import type { EngineParts } from '../dependencies.ts';
import { type ConsentReview, reviewWith } from '../consents/review.ts';

/** Payments that wait and are told of; the rest is told once these are decided. */
const MAX_WAITING = 100;

/** A payment that needed, or needs, more than one approval, and who has decided. */
export interface WaitingPayment extends PaymentSummary {
  readonly approval: PaymentApproval;
  readonly decided: readonly Approval[];
  /** What the user who reads decided; undefined before. */
  readonly own: Approval | undefined;
}

/** All that somebody reads before deciding about it. */
export interface WaitingReview extends WaitingPayment {
  readonly read: ConsentReview;
  /** Why the bank would refuse this user's approval, in words. */
  readonly problems: readonly string[];
  /** What an approval of exactly this is linked to. */
  readonly dynamicLinkingHash: string;
}

/** Payments of the user's customer that wait for approvals, those with the least time first. */
export async function listWaiting(
  parts: EngineParts,
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
 * One that waits, or did until it was decided, as it now stands; undefined for another customer's
 * and for one that needed a single approval, as for one that there is not.
 */
export async function reviewWaiting(
  parts: EngineParts,
  id: string,
  user: User,
  now: Instant,
): Promise<WaitingReview | undefined> {
  const { store } = parts;
  const found = await store.findPaymentOfCustomer(id, user.customerId);
  if (found === undefined || found.approval === null) return undefined;
  const payment = await paymentNow(parts, found, now);
  const consent = expectDefined(await store.findConsent(payment.consentId), payment.consentId);
  const account = payment.debtorAccount ?? consent.debtorAccount;
  const file = await store.findFile(consent.id);
  const [waiting, read, problems] = await Promise.all([
    waitingOf(parts, payment, file, user),
    reviewWith(parts, { consent, user, chosenAccount: account, file, place: payment }, now),
    problemsOf(parts, { consent, file, account, user, required: found.approval.required }, now),
  ]);
  return {
    ...waiting,
    read,
    problems,
    dynamicLinkingHash: dynamicLinkingHash(consent, account, file),
  };
}

async function waitingOf(
  parts: EngineParts,
  payment: Payment,
  file: FileFacts | undefined,
  user: User,
): Promise<WaitingPayment> {
  const decided = await parts.store.approvalsOf(payment.consentId);
  return {
    ...summaryOf(parts, payment, file),
    approval: expectDefined(payment.approval, 'how it stands with its approvals'),
    decided,
    own: decided.find(({ userId }) => userId === user.id),
  };
}

interface TppRequest {
  readonly consent: Consent;
  readonly file: FileFacts | undefined;
  readonly account: AccountNumber | null;
  readonly user: User;
  readonly required: number;
}

async function problemsOf(
  parts: EngineParts,
  asked: TppRequest,
  now: Instant,
): Promise<readonly string[]> {
  const numbers = debtorAccounts(namedDebtors(asked.file), asked.account);
  const problems = await approverProblems(parts, { ...asked, numbers }, now);
  return problems.map(({ message }) => message);
}
