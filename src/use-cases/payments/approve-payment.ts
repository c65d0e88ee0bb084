import { timedOut, TIMED_OUT_STATUS } from '../../domain/lifecycle/payment-approvals.ts';
import type { ApprovalTaken, NewApproval } from '../../domain/ports/approval-store.ts';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { Payment, PaymentApproval, User } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal, refuse } from '../../shared/errors.ts';
import type { Instant } from '../../shared/time.ts';
import { approverProblems } from '../consents/approval-rules.ts';
import { debtorAccounts, namedDebtors } from '../consents/debtor-accounts.ts';
import { withContract } from './exchange-contracts.ts';
import type { EngineParts } from '../dependencies.ts';
import { planRelease, withReleased } from './plan-release.ts';

/** What a user decides about a payment that others have approved before. */
export interface PaymentDecision extends Omit<NewApproval, 'userId'> {
  readonly user: User;
}

/**
 * A further approval of a payment that needs more than one, or its rejection (rules, 5.15 to 5.18).
 * The last approval has the payment executed as if it had been submitted then; one rejection ends
 * it. Refused in words, and nothing changes, where the user may not approve it or did so before.
 */
export async function approvePayment(
  parts: EngineParts,
  found: Payment,
  { user, ...decision }: PaymentDecision,
  act: Act,
): Promise<PaymentApproval | Refusal> {
  const { store } = parts;
  const payment = await paymentNow(parts, found, act.at);
  if (payment.approval?.status !== 'waiting') return nothingWaits(payment.approval);
  const consent = expectDefined(await store.findConsent(payment.consentId), payment.consentId);
  const file = await store.findFile(consent.id);
  const account = payment.debtorAccount ?? consent.debtorAccount;
  const numbers = debtorAccounts(namedDebtors(file), account);
  const { required } = payment.approval;
  const asked = { consent, file, numbers, account, user, required };
  const problems = await approverProblems(parts, asked, act.at);
  // A user of its customer may stop it whatever it comes to.
  const isOwn = payment.customerId === user.customerId;
  if (!isOwn || (decision.decision === 'approve' && problems.length > 0)) {
    return notEntitled(isOwn ? problems.map(({ message }) => message) : [NOT_OWN]);
  }
  const { clientId, consentId } = payment;
  const parties = { clientId, consentId, customerId: user.customerId };
  const paymentInstruction = await withContract(
    parts,
    parts.paymentSource.ofPayment(payment),
    parties,
    act.at,
  );
  const taken = await withReleased(
    parts,
    payment,
    planRelease(parts, payment, { paymentInstruction, file }, act.at),
    (release) => store.approvePayment(payment.id, { ...decision, userId: user.id }, release, act),
    (result) => (result.kind === 'released' ? result.finished : undefined),
  );
  return answerTo(taken);
}

/**
 * A payment as it now stands: one that not all approved in time is ended when it is looked at, if
 * nobody did so before.
 */
export async function paymentNow(
  { store }: Pick<EngineParts, 'store'>,
  payment: Payment,
  now: Instant,
): Promise<Payment> {
  const approval = timedOut(payment.approval, now);
  if (approval === undefined) return payment;
  try {
    await store.expireApproval(payment.id, now);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    // A disk that takes nothing more does not give it more time.
    return { ...payment, ...TIMED_OUT_STATUS, approval, statusUpdatedAt: approval.updatedAt };
  }
  return expectDefined(await store.findPayment(payment.id), payment.id);
}

function answerTo(taken: ApprovalTaken): PaymentApproval | Refusal {
  switch (taken.kind) {
    case 'notWaiting':
    case 'expired':
      return nothingWaits(taken.approval);
    case 'notOwn':
      return notEntitled([NOT_OWN]);
    case 'twice':
      return refuse(400, 'fieldInvalid', 'This user has decided already, and counts once.', {
        path: 'user',
      });
    default:
      return taken.approval;
  }
}

const ENDS = {
  waiting: 'It waits for approvals.',
  approved: 'All approvals were given before.',
  rejected: 'An approver rejected it.',
  expired: 'The time for approving it is over.',
} as const satisfies Record<PaymentApproval['status'], string>;

function nothingWaits(approval: PaymentApproval | null): Refusal {
  const why = approval === null ? 'One approval sufficed.' : ENDS[approval.status];
  return refuse(400, 'fieldInvalid', `The payment waits for no approval. ${why}`);
}

const NOT_OWN = 'This payment belongs to another customer.';

function notEntitled(messages: readonly string[]): Refusal {
  return refuse(400, 'fieldInvalid', messages.join(' '), { path: 'user' });
}
