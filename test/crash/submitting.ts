import { faultsOf, type Reply, type Tpp } from '../helpers/tpp.ts';
import { consentOf, hearOut, idIn, sendTwins } from './asking.ts';
import type { Story, Submission } from './story.ts';

/** Sends submissions at once. */
export async function submit(
  story: Story,
  submissions: readonly Submission[],
  tpp: Tpp,
): Promise<void> {
  await hearOut(submissions.map((one) => submitOne(story, one, tpp)));
  story.auditLimit();
}

async function submitOne(story: Story, submission: Submission, tpp: Tpp): Promise<void> {
  const { consent, family, limitPence } = story.plan;
  const { Initiation } = consent.Data;
  const token = story.customerToken ?? story.fail('submitted without a token');
  const Data = { ...submission.planned.data, ConsentId: consentOf(story), Initiation };
  const body = JSON.stringify({ ...consent, Data });
  const send = (): Promise<Reply> =>
    tpp.family(family).createPayment(body, token, { key: submission.key });
  await sendTwins(story, send, (reply) => {
    if (limitPence !== undefined && isOverLimit(reply)) story.refuse(submission);
    else story.take(submission, idIn(story, reply, family.paymentIdName));
  });
}

function isOverLimit(reply: Reply): boolean {
  const [fault = '', ...others] = faultsOf(reply);
  return fault.startsWith('Rules.FailsControlParameters') && others.length === 0;
}
