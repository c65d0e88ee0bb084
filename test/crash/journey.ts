import type { ConsentStatus } from '../../src/domain/lifecycle.ts';
import { dataOf, type Reply, type Tpp } from '../helpers/tpp.ts';
import { shapeNamed } from './shapes.ts';
import type { Story } from './story.ts';

/** The service as each of its TPPs talks to it. */
export type Tpps = ReadonlyMap<string, Tpp>;

export const CONSENTS = '/file-payment-consents';
export const PAYMENTS = '/file-payments';

/**
 * Takes a story one request further, or looks whether its payment is finished. Throws a Violation
 * when the answer is not the one to expect, and what `fetch` throws when there is no answer.
 */
export async function advance(story: Story, tpps: Tpps): Promise<void> {
  const tpp = tppOf(story, tpps);
  const { ending } = shapeNamed(story.shape);
  switch (story.status) {
    case undefined:
      return asking(story, 'AwaitingUpload', () => register(story, tpp));
    case 'AwaitingUpload':
      return ending === 'refused'
        ? asking(story, 'Rejected', () => upload(story, tpp, 400))
        : asking(story, 'AwaitingAuthorisation', () => upload(story, tpp, 200));
    case 'AwaitingAuthorisation':
      return ending === 'declined'
        ? asking(story, 'Rejected', () => decide(story, tpp, 'reject'))
        : asking(story, 'Authorised', () => decide(story, tpp, 'approve'));
    case 'Authorised':
      return asking(story, 'Consumed', () => submit(story, tpp));
    case 'Consumed':
      // Submitted, and the answer was lost: the same request again tells the payment's id.
      if (story.paymentId === undefined) return submit(story, tpp);
      return look(story, tpp);
    case 'Rejected':
      return;
  }
}

export function tppOf(story: Story, tpps: Tpps): Tpp {
  return tpps.get(story.client) ?? story.fail(`${story.client} is not signed in`);
}

/** The answer's data, when its status is the one to expect. */
export function expectData(story: Story, reply: Reply, status: number): Record<string, unknown> {
  expectStatus(story, reply, status);
  return dataOf(reply);
}

export function expectStatus(story: Story, reply: Reply, status: number): void {
  if (reply.status === status) return;
  story.fail(`answered ${String(reply.status)}, expected ${String(status)}. ${reply.text}`);
}

/** Remembers what is asked for until it is acknowledged. */
async function asking(story: Story, to: ConsentStatus, ask: () => Promise<void>): Promise<void> {
  story.asked = to;
  await ask();
  story.status = to;
  story.asked = undefined;
}

async function register(story: Story, tpp: Tpp): Promise<void> {
  const send = (): Promise<Reply> =>
    tpp.call('POST', CONSENTS, { body: story.consentRequest, key: story.key('consent') });
  for (const reply of await twins(story, send)) {
    setOnce(story, 'consentId', expectData(story, reply, 201)['ConsentId']);
  }
}

async function upload(story: Story, tpp: Tpp, status: 200 | 400): Promise<void> {
  const { bytes } = story;
  const send = (): Promise<Reply> =>
    tpp.upload(consentOf(story), bytes, { key: story.key('upload') });
  for (const reply of await twins(story, send)) expectStatus(story, reply, status);
}

async function decide(story: Story, tpp: Tpp, decision: string): Promise<void> {
  const reply = await tpp.decide(consentOf(story), { decision });
  expectStatus(story, reply, 200);
  const token = reply.json?.['access_token'];
  if (typeof token === 'string') story.customerToken = token;
}

async function submit(story: Story, tpp: Tpp): Promise<void> {
  const token = story.customerToken ?? story.fail('submitted without a token');
  const { Data } = JSON.parse(story.consentRequest) as { Data: object };
  const body = JSON.stringify({ Data: { ...Data, ConsentId: consentOf(story) } });
  const send = (): Promise<Reply> =>
    tpp.call('POST', PAYMENTS, { body, token, key: story.key('payment') });
  for (const reply of await twins(story, send)) {
    setOnce(story, 'paymentId', expectData(story, reply, 201)['FilePaymentId']);
  }
}

async function look(story: Story, tpp: Tpp): Promise<void> {
  const reply = await tpp.get(`${PAYMENTS}/${story.paymentId ?? ''}`);
  const { Status } = expectData(story, reply, 200);
  if (Status === story.finalStatus) story.isFinished = true;
  else if (Status !== 'InitiationPending') {
    story.fail(`is ${String(Status)}, expected ${story.finalStatus}`);
  }
}

/** Once, or for some stories twice at the same moment: one of the two must do nothing. */
function twins(story: Story, send: () => Promise<Reply>): Promise<Reply[]> {
  return Promise.all(story.hasTwins ? [send(), send()] : [send()]);
}

/** The same key must always tell the same id. */
function setOnce(story: Story, name: 'consentId' | 'paymentId', id: unknown): void {
  if (typeof id !== 'string') story.fail(`${name} is missing`);
  else if (story[name] !== undefined && story[name] !== id) {
    story.fail(`${name} was ${story[name]} and is ${id} for the same key`);
  } else story[name] = id;
}

export function consentOf(story: Story): string {
  return story.consentId ?? story.fail('has no consent');
}
