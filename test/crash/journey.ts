import {
  INITIATION_MOVES,
  PAYMENT_MOVES,
  type ConsentStatus,
} from '../../src/domain/lifecycle/lifecycle.ts';
import { detailsOf } from '../helpers/orders.ts';
import { dataOf, faultsOf, type Reply, type Tpp } from '../helpers/tpp.ts';
import { TurnedAway, Violation, type Story, type Submission } from './story.ts';

/** The service as each of its TPPs talks to it. */
export type Tpps = ReadonlyMap<string, Tpp>;

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

/**
 * Takes a story one request further, or looks whether its payments are finished. Throws a Violation
 * when the answer is not the one to expect, TurnedAway for a 503, and NoAnswer for none.
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
      return family.consumesConsent
        ? asking(story, 'Consumed', () => submit(story, story.unanswered, tpp))
        : pursue(story, tpp);
    case 'Consumed':
      return pursue(story, tpp);
    default:
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
  if (reply.status === 503) throw new TurnedAway(reply.text);
  story.fail(`answered ${String(reply.status)}, expected ${String(status)}. ${reply.text}`);
}

/** Remembers what is asked for until it is acknowledged. */
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
  await sendTwins(story, send, (reply) => {
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
  await sendTwins(story, send, (reply) => {
    expectStatus(story, reply, status);
  });
}

async function decide(story: Story, tpp: Tpp, decision: string): Promise<void> {
  const reply = await tpp.decide(consentOf(story), { ...story.plan.customer, decision });
  expectStatus(story, reply, 200);
  const token = reply.json?.['access_token'];
  if (typeof token === 'string') story.customerToken = token;
}

/** Submits what has no answer yet: the same request again tells one that was lost; then looks. */
async function pursue(story: Story, tpp: Tpp): Promise<void> {
  if (story.unanswered.length > 0) return submit(story, story.unanswered, tpp);
  const [waiting] = story.unapproved;
  if (waiting !== undefined) return approve(story, waiting, tpp);
  for (const one of story.taken) if (!one.isFinished) await look(story, one, tpp);
}

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

/** Has the next approver decide about a payment; whose answer was lost has decided already. */
async function approve(story: Story, submission: Submission, tpp: Tpp): Promise<void> {
  const { paymentId = '', decisions } = submission;
  const approver = story.askApprover(submission);
  const path = `/sandbox/payments/${paymentId}/approvals`;
  const send = (): Promise<Reply> => tpp.post(path, approver, { key: null });
  await sendTwins(story, send, (reply) => {
    if (reply.status !== 400) expectStatus(story, reply, 200);
  });
  const reply = await tpp.family(story.plan.family).readPayment(paymentId);
  decisions.answered = decisions.asked;
  auditApprovals(story, submission, expectData(story, reply, 200));
}

/** Whether every acknowledged approval counts, once, and none that nobody gave. */
function auditApprovals(
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

/** Once, or for some stories twice at the same moment: one of the two must do nothing. */
async function sendTwins(
  story: Story,
  send: () => Promise<Reply>,
  take: (reply: Reply) => void,
): Promise<void> {
  const sendAndTake = async (): Promise<void> => {
    take(await send());
  };
  await hearOut(story.hasTwins ? [sendAndTake(), sendAndTake()] : [sendAndTake()]);
}

/**
 * Waits for all of them: no answer is forgotten because another is lost. Throws what one of them
 * threw, a Violation before anything else.
 */
async function hearOut(sent: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(sent);
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (reasons.length === 0) return;
  throw reasons.find((reason) => reason instanceof Violation) ?? reasons[0];
}

function idIn(story: Story, reply: Reply, name: string): string {
  const id = expectData(story, reply, 201)[name];
  return typeof id === 'string' ? id : story.fail(`${name} is missing`);
}

function consentOf(story: Story): string {
  return story.consentId ?? story.fail('has no consent');
}
