import { INITIATION_MOVES, PAYMENT_MOVES } from '../../src/domain/lifecycle/lifecycle.ts';
import { detailsOf } from '../helpers/orders.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { expectData } from './asking.ts';
import type { Story, Submission } from './story.ts';

/** Where a payment may stand before its end. */
const UNDER_WAY: ReadonlySet<unknown> = new Set(
  Object.entries({ ...PAYMENT_MOVES, ...INITIATION_MOVES })
    .filter(([, moves]) => moves.length > 0)
    .map(([status]) => status),
);

/** Whether a payment with that status has an end yet to come to. */
export function isUnderWay(status: unknown): boolean {
  return UNDER_WAY.has(status);
}

/** Whether every acknowledged approval counts, once, and none that nobody gave. */
export function auditApprovals(
  story: Story,
  { decisions: { answered, asked } }: Submission,
  data: Readonly<Record<string, unknown>>,
): void {
  const { approvers } = story.plan;
  if (approvers === undefined) return;
  const { NumberReceived: received } = data['MultiAuthorisation'] as { NumberReceived: number };
  // The first approval is the one of the consent.
  const givenBy = (first: number): number =>
    1 + approvers.slice(0, first).filter(({ decision }) => decision === 'approve').length;
  if (received >= givenBy(answered) && received <= givenBy(asked)) return;
  story.fail(`has ${String(received)} approvals, of ${String(answered)} to ${String(asked)} more`);
}

/** Looks whether a payment has come to its end, where it then stays. */
export async function look(story: Story, submission: Submission, tpp: Tpp): Promise<void> {
  const { finalStatus, family } = story.plan;
  const { isFinished: wasFinished, paymentId = '' } = submission;
  const reply = await tpp.family(family).readPayment(paymentId);
  const data = expectData(story, reply, 200);
  auditApprovals(story, submission, data);
  const { Status } = data;
  const isFinal = Status === finalStatus;
  submission.isFinished = isFinal && (await isPaidOut(story, paymentId, tpp));
  const isLost = wasFinished && !submission.isFinished;
  if (isLost || !(isFinal || isUnderWay(Status))) {
    story.fail(`a payment is ${String(Status)}, expected ${finalStatus}`);
  }
}

/** A standing order has its final status from the first of its payments on. */
async function isPaidOut(story: Story, paymentId: string, tpp: Tpp): Promise<boolean> {
  const { family, occurrences } = story.plan;
  if (occurrences === 1) return true;
  const details = await detailsOf(tpp, family, paymentId);
  if (details.length > occurrences) story.fail(`has ${String(details.length)} payments`);
  const paid = details.filter(({ StatusDetail }) => StatusDetail.Status === 'ACSC');
  return paid.length === occurrences;
}
