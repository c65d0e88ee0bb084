import type { ConsentStatus } from '../../src/domain/lifecycle/lifecycle.ts';
import { Tpp, type Reply } from '../helpers/tpp.ts';
import { consentOf, expectData, expectStatus, idIn, sendTwice } from './requests.ts';
import { approveAndCancel, cancel, pursueRevoked, submitAndRevoke } from './cancellations.ts';
import { auditApprovals, look } from './statuses.ts';
import type { Story, Submission } from './story.ts';
import { submit } from './submitting.ts';

/** The TPPs of the campaign by name. */
export type Tpps = ReadonlyMap<string, Tpp>;

/** Signs in the TPPs that the stories use. */
export async function signIn(origin: string): Promise<Tpps> {
  const names = ['tpp-one', 'tpp-two'] as const;
  const signedIn = names.map(async (name) => [name, await Tpp.signIn(origin, name)] as const);
  return new Map(await Promise.all(signedIn));
}

/**
 * Sends the next request of a story, or checks if its payments are finished. Throws a Violation for
 * an unexpected response, TurnedAway for a 503 and for too many concurrent uploads or downloads,
 * and NoAnswer if there is no response.
 */
export async function advance(story: Story, tpps: Tpps): Promise<void> {
  const tpp = tppOf(story, tpps);
  const { ending, family } = story.plan;
  switch (story.status) {
    case undefined:
      return asking(story, family.firstStatus, () => register(story, tpp));
    case 'AwaitingUpload':
      return ending === 'refused'
        ? asking(story, 'Rejected', () => upload(story, tpp, 400))
        : asking(story, 'AwaitingAuthorisation', () => upload(story, tpp, 200));
    case 'AwaitingAuthorisation':
      return ending === 'declined'
        ? asking(story, 'Rejected', () => decide(story, tpp, 'reject'))
        : asking(story, 'Authorised', () => decide(story, tpp, 'approve'));
    case 'Authorised':
      if (family.consumesConsent) {
        return asking(story, 'Consumed', () => submit(story, story.unanswered, tpp));
      }
      return story.plan.revokedBy === undefined
        ? pursue(story, tpp)
        : asking(story, 'Revoked', () => submitAndRevoke(story, tpp));
    case 'Consumed':
      return pursue(story, tpp);
    case 'Revoked':
      return pursueRevoked(story, tpp);
    default:
      return;
  }
}

export function tppOf(story: Story, tpps: Tpps): Tpp {
  return tpps.get(story.client) ?? story.fail(`${story.client} is not signed in`);
}

/** Stores the status that a request asks for, until the response acknowledges it. */
async function asking(story: Story, to: ConsentStatus, ask: () => Promise<void>): Promise<void> {
  story.asked = to;
  await ask();
  story.status = to;
  story.asked = undefined;
}

export async function register(story: Story, tpp: Tpp): Promise<void> {
  const { consent, family } = story.plan;
  const body = JSON.stringify(consent);
  const send = (): Promise<Reply> =>
    tpp.family(family).createConsent(body, { key: story.key('consent') });
  await sendTwice(story, send, (reply) => {
    const id = idIn(story, reply, 'ConsentId');
    if ((story.consentId ?? id) !== id) {
      story.fail(`the consent was ${story.consentId ?? ''} and is ${id} for the same key`);
    }
    story.consentId = id;
  });
}

export async function upload(story: Story, tpp: Tpp, status: 200 | 400): Promise<void> {
  const bytes = story.writeFile();
  const send = (): Promise<Reply> =>
    tpp.upload(consentOf(story), bytes, { key: story.key('upload') });
  await sendTwice(story, send, (reply) => {
    expectStatus(story, reply, status);
  });
}

async function decide(story: Story, tpp: Tpp, decision: string): Promise<void> {
  const reply = await tpp.decide(consentOf(story), { ...story.plan.customer, decision });
  expectStatus(story, reply, 200);
  const token = reply.json?.['access_token'];
  if (typeof token === 'string') story.customerToken = token;
}

/**
 * Performs the next step after the consent: repeats submissions without a response, requests
 * missing approvals, or reads the payments.
 */
async function pursue(story: Story, tpp: Tpp): Promise<void> {
  if (story.unanswered.length > 0) return submit(story, story.unanswered, tpp);
  const [waiting] = story.unapproved;
  if (waiting !== undefined) {
    const isRaced = story.toCancel('approved').includes(waiting);
    return (isRaced ? approveAndCancel : approve)(story, waiting, tpp);
  }
  const [unwanted] = story.toCancel('taken');
  if (unwanted !== undefined) return cancel(story, unwanted, tpp);
  for (const one of story.taken) if (!one.isFinished) await look(story, one, tpp);
}

/**
 * Sends the decision of a payment's next approver. A 400 is allowed, because an earlier request
 * without a response may already have stored the decision.
 */
async function approve(story: Story, submission: Submission, tpp: Tpp): Promise<void> {
  const { paymentId = '', decisions } = submission;
  const approver = story.askApprover(submission);
  const path = `/sandbox/payments/${paymentId}/approvals`;
  const send = (): Promise<Reply> => tpp.post(path, approver, { key: null });
  await sendTwice(story, send, (reply) => {
    if (reply.status !== 400) expectStatus(story, reply, 200);
  });
  const reply = await tpp.family(story.plan.family).readPayment(paymentId);
  decisions.answered = decisions.asked;
  auditApprovals(story, submission, expectData(story, reply, 200));
}
