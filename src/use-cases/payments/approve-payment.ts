import { timedOut, TIMED_OUT_STATUS } from '../../domain/lifecycle/payment-approvals.ts';
import type { ApprovalResult, NewApproval } from '../../domain/ports/approval-store.ts';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { Payment, PaymentApproval, User } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal, refuse } from '../../shared/errors.ts';
import type { Instant } from '../../shared/time.ts';
import { approverProblems } from '../consents/approval-rules.ts';
import { debtorAccounts, namedDebtors } from '../consents/debtor-accounts.ts';
import { withContract } from './exchange-contracts.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { planRelease, storeRelease } from './plan-release.ts';

/** A user's decision about a payment that other users have already approved. */
export interface PaymentDecision extends Omit<NewApproval, 'userId'> {
  readonly user: User;
}

/**
 * Records that a user approves or rejects a payment that needs several approvals (rules, 5.15 to
 * 5.18). After the last approval the payment is released, and executed as if it had just been
 * submitted. One rejection ends the payment. If the user may not approve it or has already decided,
 * the decision is refused and nothing changes.
 */
export async function approvePayment(
  parts: UseCaseParts,
  found: Payment,
  { user, ...decision }: PaymentDecision,
  act: Act,
): Promise<PaymentApproval | Refusal> {
  const { store } = parts;
  const payment = await paymentNow(parts, found, act.at);
  if (payment.approval?.status !== 'waiting') return notWaiting(payment.approval);
  const consent = expectDefined(await store.findConsent(payment.consentId), payment.consentId);
  const file = await store.findFile(consent.id);
  const account = payment.debtorAccount ?? consent.debtorAccount;
  const numbers = debtorAccounts(namedDebtors(file), account);
  const { required } = payment.approval;
  const toApprove = { consent, file, numbers, account, user, required };
  const problems = await approverProblems(parts, toApprove, act.at);
  // Every user of the customer may reject a payment, whatever its amount.
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
  const release = planRelease(parts, payment, { paymentInstruction, file }, act.at);
  const result = await storeRelease(parts, { id: payment.id, ...release }, (planned) =>
    store.approvePayment(payment.id, { ...decision, userId: user.id }, planned, act),
  );
  return approvalOrRefusal(result);
}

/**
 * Returns a payment in its current state. If its approval period is over, ends the payment first.
 */
export async function paymentNow(
  { store }: Pick<UseCaseParts, 'store'>,
  payment: Payment,
  now: Instant,
): Promise<Payment> {
  const approval = timedOut(payment.approval, now);
  if (approval === undefined) return payment;
  try {
    await store.expireApproval(payment.id, now);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    // The store cannot write now, but the approval period is over nevertheless.
    return { ...payment, ...TIMED_OUT_STATUS, approval, statusUpdatedAt: approval.updatedAt };
  }
  return expectDefined(await store.findPayment(payment.id), payment.id);
}

function approvalOrRefusal(result: ApprovalResult): PaymentApproval | Refusal {
  switch (result.kind) {
    case 'notWaiting':
    case 'expired':
      return notWaiting(result.approval);
    case 'notOwn':
      return notEntitled([NOT_OWN]);
    case 'twice':
      return refuse(
        400,
        'fieldInvalid',
        'This user has already approved or rejected this payment.',
        {
          path: 'user',
        },
      );
    default:
      return result.approval;
  }
}

const ENDS = {
  waiting: 'It is waiting for approvals.',
  approved: 'All approvals were already given.',
  rejected: 'An approver rejected it.',
  expired: 'The time for its approval has ended.',
} as const satisfies Record<PaymentApproval['status'], string>;

function notWaiting(approval: PaymentApproval | null): Refusal {
  const why = approval === null ? 'It needed only one approval.' : ENDS[approval.status];
  return refuse(400, 'fieldInvalid', `This payment is not waiting for approval. ${why}`);
}

const NOT_OWN = 'This payment belongs to another customer.';

function notEntitled(messages: readonly string[]): Refusal {
  return refuse(400, 'fieldInvalid', messages.join(' '), { path: 'user' });
}
