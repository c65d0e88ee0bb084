import { faultsOf, type Reply, type Tpp } from '../helpers/tpp.ts';
import { consentOf, settleAll, idIn, sendTwice } from './requests.ts';
import type { Story, Submission } from './story.ts';

/** Sends several submissions of a story at the same time. */
export async function submit(
  story: Story,
  submissions: readonly Submission[],
  tpp: Tpp,
): Promise<void> {
  await settleAll(submissions.map((one) => submitOne(story, one, tpp)));
  story.auditLimit();
}

/** Sends one submission and records the service's response to it. */
export async function submitOne(story: Story, submission: Submission, tpp: Tpp): Promise<void> {
  const { consent, family, limitPence } = story.plan;
  const { Initiation } = consent.Data;
  const token = story.customerToken ?? story.fail('submitted without a token');
  const Data = { ...submission.planned.data, ConsentId: consentOf(story), Initiation };
  const body = JSON.stringify({ ...consent, Data });
  const send = (): Promise<Reply> =>
    tpp.family(family).createPayment(body, token, { key: submission.key });
  await sendTwice(story, send, (reply) => {
    const isTooMuch = limitPence !== undefined && isOverLimit(reply);
    if (isTooMuch || isRevoked(story, reply)) story.refuse(submission);
    else story.take(submission, idIn(story, reply, family.paymentIdName));
  });
}

/** Returns true if the service refused a submission because the consent was revoked. */
function isRevoked(story: Story, reply: Reply): boolean {
  if (story.plan.revokedBy === undefined) return false;
  const [fault = ''] = faultsOf(reply);
  return reply.status === 401 || fault.startsWith('Resource.InvalidConsentStatus');
}

function isOverLimit(reply: Reply): boolean {
  const [fault = '', ...others] = faultsOf(reply);
  return fault.startsWith('Rules.FailsControlParameters') && others.length === 0;
}
