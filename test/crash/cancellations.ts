import { expectDefined } from '../../src/shared/assert.ts';
import type { Reply, Tpp } from '../helpers/tpp.ts';
import { consentOf, expectStatus, settleAll, sendTwice } from './requests.ts';
import { look } from './statuses.ts';
import type { Story, Submission } from './story.ts';
import { submitOne } from './submitting.ts';

/**
 * Cancellations of payments and revocations of consents by the stories' customers, concurrent with
 * other events.
 */

/**
 * Cancels a payment as its customer. If the service acknowledges the cancellation, no debit may
 * follow.
 */
export async function cancel(story: Story, submission: Submission, tpp: Tpp): Promise<void> {
  const isRepeated = submission.cancellation === 'asked';
  submission.cancellation = 'asked';
  const statuses: number[] = [];
  await sendTwice(story, askToCancel(story, submission, tpp), (reply) => {
    statuses.push(statusOf(story, reply));
  });
  if (statuses.includes(200)) submission.cancellation = 'done';
  else if (!isRepeated) submission.cancellation = 'late';
  await look(story, submission, tpp);
  // An earlier request without a response may have cancelled the payment. If it did not, this one
  // came too late.
  if (submission.cancellation === 'asked') submission.cancellation = 'late';
}

/**
 * Sends the last approval and another user's cancellation at the same time. Only one may succeed,
 * unless the core has not debited the approved payment yet.
 */
export async function approveAndCancel(
  story: Story,
  submission: Submission,
  tpp: Tpp,
): Promise<void> {
  const { paymentId = '', decisions, cancellation } = submission;
  const isFirst = cancellation === 'no' && decisions.asked === decisions.answered;
  const approver = story.askApprover(submission);
  submission.cancellation = 'asked';
  const path = `/sandbox/payments/${paymentId}/approvals`;
  const done = { approved: false, cancelled: false };
  await settleAll([
    tpp.post(path, approver, { key: null }).then((reply) => {
      done.approved = statusOf(story, reply) === 200;
    }),
    askToCancel(story, submission, tpp)().then((reply) => {
      done.cancelled = statusOf(story, reply) === 200;
    }),
  ]);
  const { approved, cancelled } = done;
  if (approved && cancelled && !story.hasCore) story.fail('was approved and cancelled');
  if (isFirst && !approved && !cancelled) story.fail('was neither approved nor cancelled');
  decisions.answered = decisions.asked;
  if (cancelled) submission.cancellation = 'done';
  await look(story, submission, tpp);
  // If both requests came too late, an earlier one, sent before a kill, has succeeded. The payment
  // shows which one.
  if (submission.cancellation === 'asked') submission.cancellation = 'late';
}

function askToCancel(story: Story, { paymentId = '' }: Submission, tpp: Tpp) {
  const { user } = expectDefined(story.plan.cancels, 'who cancels');
  const path = `/sandbox/payments/${paymentId}/cancellation`;
  return (): Promise<Reply> => tpp.post(path, { user }, { key: null });
}

function statusOf(story: Story, reply: Reply): number {
  if (reply.status !== 400) expectStatus(story, reply, 200);
  return reply.status;
}

/**
 * Submits all payments that have no response yet. At the same time, revokes the consent as the
 * customer.
 */
export async function submitAndRevoke(story: Story, tpp: Tpp): Promise<void> {
  const user = expectDefined(story.plan.revokedBy, 'who revokes');
  const path = `/sandbox/consents/${consentOf(story)}/revocation`;
  const revoke = async (): Promise<void> => {
    expectStatus(story, await tpp.post(path, { user }, { key: null }), 200);
  };
  const [first, ...others] = story.unanswered.map((one) => () => submitOne(story, one, tpp));
  // Some submissions are sent before the revocation and some after it.
  const all = [...(first === undefined ? [] : [first]), revoke, ...others];
  await settleAll(all.map((ask) => ask()));
}

/**
 * Checks that the service refuses submissions after it acknowledged a revocation, and that payments
 * which it accepted before continue.
 */
export async function pursueRevoked(story: Story, tpp: Tpp): Promise<void> {
  for (const one of story.unanswered) {
    await expectRefused(story, one, one.key, tpp);
    story.lose(one);
  }
  const [any] = story.submissions;
  if (any !== undefined && !story.isRevocationSeen) {
    await expectRefused(story, any, `${any.key}-late`, tpp);
    story.isRevocationSeen = true;
  }
  for (const one of story.taken) if (!one.isFinished) await look(story, one, tpp);
}

async function expectRefused(
  story: Story,
  { planned }: Submission,
  key: string,
  tpp: Tpp,
): Promise<void> {
  const { consent, family } = story.plan;
  const { Initiation } = consent.Data;
  const Data = { ...planned.data, ConsentId: consentOf(story), Initiation };
  const token = expectDefined(story.customerToken, 'the token of the approval');
  const body = JSON.stringify({ ...consent, Data });
  const reply = await tpp.family(family).createPayment(body, token, { key });
  expectStatus(story, reply, 401);
}
