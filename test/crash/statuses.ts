import type { InitiationStatus, PaymentStatus } from '../../src/domain/lifecycle/lifecycle.ts';
import { detailsOf } from '../helpers/orders.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { expectData } from './requests.ts';
import type { Story, Submission } from './story.ts';

/** The statuses of a payment before it is executed. The campaign returns no credits later. */
const UNDER_WAY: ReadonlySet<unknown> = new Set<PaymentStatus | InitiationStatus>([
  'Pending',
  'AcceptedSettlementInProcess',
  'InitiationPending',
]);

/** Returns true if a payment is not executed yet. */
export function isUnderWay(status: unknown): boolean {
  return UNDER_WAY.has(status);
}

/** Final statuses of a payment whose credits were accepted, rejected or returned. */
const EXECUTED: ReadonlySet<unknown> = new Set<PaymentStatus | InitiationStatus>([
  'AcceptedCreditSettlementCompleted',
  'AcceptedSettlementCompleted',
  'Rejected',
  'InitiationCompleted',
  'InitiationFailed',
]);

interface MultiAuthorisation {
  readonly NumberReceived: number;
  readonly Status: string;
}

/**
 * Checks that the payment counts each acknowledged approval once, and none that was not requested.
 */
export function auditApprovals(
  story: Story,
  { decisions: { answered, asked: request } }: Submission,
  data: Readonly<Record<string, unknown>>,
): void {
  const { approvers, cancels } = story.plan;
  if (approvers === undefined) return;
  const { NumberReceived: received, Status } = data['MultiAuthorisation'] as MultiAuthorisation;
  // A cancelled payment must lack at least its last approval.
  if (cancels !== undefined && Status === 'Rejected') {
    if (received > approvers.length) story.fail('was cancelled after its last approval');
    return;
  }
  // The approval of the consent counts as the first approval.
  const givenBy = (first: number): number =>
    1 + approvers.slice(0, first).filter(({ decision }) => decision === 'approve').length;
  if (received >= givenBy(answered) && received <= givenBy(request)) return;
  story.fail(
    `has ${String(received)} approvals, of ${String(answered)} to ${String(request)} more`,
  );
}

/** Checks if a payment has reached its final status. After that, its status must not change. */
export async function look(story: Story, submission: Submission, tpp: Tpp): Promise<void> {
  const { finalStatus, family } = story.plan;
  const { isFinished: wasFinished, paymentId = '' } = submission;
  const reply = await tpp.family(family).readPayment(paymentId);
  const data = expectData(story, reply, 200);
  auditApprovals(story, submission, data);
  const { Status } = data;
  if (isCancelled(story, submission, data)) {
    await lookAtCancelled(story, submission, tpp);
    return;
  }
  if (submission.cancellation === 'done') story.fail(`was cancelled, and is ${String(Status)}`);
  const isFinal = Status === finalStatus || (story.isHubHostile && EXECUTED.has(Status));
  submission.isFinished = isFinal && (await isPaidOut(story, paymentId, tpp));
  const isLost = wasFinished && !submission.isFinished;
  if (isLost || !(isFinal || isUnderWay(Status))) {
    story.fail(`a payment is ${String(Status)}, expected ${finalStatus}`);
  }
}

/**
 * Returns true if a payment has the status of a cancelled one. It may have the same status because
 * its creditor's bank rejected or returned the credit.
 */
function isCancelled(
  { plan: { cancels, approvers }, isHubHostile }: Story,
  { cancellation }: Submission,
  data: Readonly<Record<string, unknown>>,
): boolean {
  if (cancels === undefined || data['Status'] !== cancels.status) return false;
  const isUnique = !isHubHostile || cancels.status === 'Cancelled';
  const isByOperators = cancels.when === 'abandoned' || cancels.when === 'held';
  if (isUnique && !isByOperators) return true;
  if (approvers === undefined) return cancellation !== 'no' && cancellation !== 'late';
  return (data['MultiAuthorisation'] as MultiAuthorisation).Status === 'Rejected';
}

/**
 * Records that a payment was cancelled. It counts as finished when the entries of the payments that
 * it made before have appeared.
 */
async function lookAtCancelled(story: Story, submission: Submission, tpp: Tpp): Promise<void> {
  const { family, occurrences } = story.plan;
  if (occurrences === 1) {
    story.takeCancelled(submission, 0);
    submission.isFinished = true;
    return;
  }
  const details = await detailsOf(tpp, family, submission.paymentId ?? '');
  const made = details.filter(({ StatusDetail }) => StatusDetail.Status !== 'DS02');
  if (made.length === details.length) story.fail('is cancelled, but none of its payments');
  story.takeCancelled(submission, made.length);
  submission.isFinished = made.every((detail) => isPaid(story, detail.StatusDetail.Status));
}

/**
 * Returns true if all payments of a standing order were executed. The order's own status is final
 * after the first one.
 */
async function isPaidOut(story: Story, paymentId: string, tpp: Tpp): Promise<boolean> {
  const { family, occurrences } = story.plan;
  if (occurrences === 1) return true;
  const details = await detailsOf(tpp, family, paymentId);
  if (details.length > occurrences) story.fail(`has ${String(details.length)} payments`);
  const paid = details.filter((detail) => isPaid(story, detail.StatusDetail.Status));
  return paid.length === occurrences;
}

/** Reasons of returned credits: the account is closed, or the credit was recalled. */
const RETURNED = new Set(['AC04', 'FOCR']);

/** Returns true if a payment of a standing order was made. A hub may return it later. */
function isPaid({ isHubHostile }: Story, status: string): boolean {
  return status === 'ACSC' || (isHubHostile && RETURNED.has(status));
}
