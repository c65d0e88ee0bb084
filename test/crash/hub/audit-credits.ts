import { createHash } from 'node:crypto';
import { parseAmount } from '../../../src/shared/money.ts';
import type { Submission, Story } from '../story.ts';
import { Violation } from '../story.ts';
import type { HubCredit, HubMessage } from './hub-books.ts';
import type { SentCredit } from './sent-credits.ts';
import { keyOf, type ServiceBooks, type ServiceMessage } from './service-books.ts';

/** A credit that the hub executed, with the payment to which it belongs. */
export interface ExecutedCredit {
  readonly message: HubMessage;
  readonly paymentId: string;
  readonly index: number;
  readonly credit: HubCredit;
}

type Credits = ReadonlyMap<string, ReadonlyMap<number, ExecutedCredit>>;

/**
 * Checks that the hub has each message of the service exactly once, with the stored content, and
 * that it could read and execute each of them. The same applies to enquiries.
 */
export function auditMessages(
  received: readonly HubMessage[],
  { messages: sent, enquiries }: ServiceBooks,
): void {
  for (const message of received.filter(isEnquiry)) auditEnquiry(message, enquiries);
  const messages = received.filter(hasCredits);
  const ofHub = new Map(messages.map((message) => [message.id, message]));
  for (const message of sent) {
    const { id, batchState, handedOverAt } = message;
    const executed = ofHub.get(id);
    ofHub.delete(id);
    const isSent = message.isDue === 1 && ['sent', 'answered'].includes(batchState);
    const isDue = handedOverAt !== null || isSent;
    if (executed === undefined && isDue) throw new Violation(`The hub does not have ${id}.`);
    if (executed !== undefined) auditMessage(executed, message);
  }
  const [unknown] = ofHub.keys();
  if (unknown !== undefined) throw new Violation(`The service does not know message ${unknown}.`);
}

/** Returns false for an enquiry or a recall, which the hub lists like a message. */
export const hasCredits = ({ state }: HubMessage): boolean =>
  state !== 'enquiry' && state !== 'recall';

const isEnquiry = ({ state }: HubMessage): boolean => state === 'enquiry';

/** Checks that the service stored an enquiry before the hub received it, with the same content. */
function auditEnquiry(
  { id, sha256, conflicts }: HubMessage,
  enquiries: ServiceBooks['enquiries'],
): void {
  const content = enquiries.get(id);
  if (content === undefined) throw new Violation(`The service does not know enquiry ${id}.`);
  if (conflicts > 0 || createHash('sha256').update(content).digest('hex') !== sha256) {
    throw new Violation(`Enquiry ${id} has another content at the hub.`);
  }
}

function auditMessage(executed: HubMessage, message: ServiceMessage): void {
  const { id, instrument, currency, transactions, totalMinor, content } = message;
  const fail = (what: string): never => {
    throw new Violation(`Message ${id} (${instrument}): ${what}`);
  };
  if (executed.conflicts > 0) fail('was handed over with two contents');
  if (executed.state !== 'decided') fail(`is ${executed.state} at the hub`);
  const sha256 =
    content === null ? message.sha256 : createHash('sha256').update(content).digest('hex');
  if (executed.sha256 !== sha256) fail('has another content at the hub');
  const total = minorOf(executed.total);
  const isSame =
    executed.instrument === instrument &&
    executed.currency === currency &&
    executed.credits.length === transactions &&
    total === totalMinor;
  if (!isSame) fail(`the hub executed ${String(executed.credits.length)} credits`);
}

/**
 * Finds the payment of each credit that the hub executed. Throws a Violation if a credit was handed
 * over twice, for example in two messages.
 */
export function creditsByPayment(
  messages: readonly HubMessage[],
  { messages: sent }: ServiceBooks,
  stories: readonly Story[],
): Credits {
  const ofService = new Map(sent.map((message) => [message.id, message]));
  const submissions = new Map(
    stories.flatMap(({ taken }) => taken.map((one) => [one.paymentId, one] as const)),
  );
  const credits = new Map<string, Map<number, ExecutedCredit>>();
  for (const message of messages) {
    const known = ofService.get(message.id);
    if (known === undefined) continue;
    const { paymentId } = known;
    const ofPayment = credits.get(paymentId) ?? new Map<number, ExecutedCredit>();
    credits.set(paymentId, ofPayment);
    const indexes = indexesIn(message, known, submissions.get(paymentId));
    for (const [position, credit] of message.credits.entries()) {
      const index = indexes[position] ?? -1;
      const other = ofPayment.get(index)?.message.id;
      if (other !== undefined) {
        const where = `in ${other} and ${message.id}`;
        throw new Violation(
          `Credit ${String(index)} of ${paymentId} was handed over twice, ${where}.`,
        );
      }
      ofPayment.set(index, { message, paymentId, index, credit });
    }
  }
  return credits;
}

/** Returns the index of each credit of a message. A Bacs submission contains only their order. */
function indexesIn(
  message: HubMessage,
  { firstIndex, lastIndex }: ServiceMessage,
  submission: Submission | undefined,
): readonly number[] {
  if (message.instrument !== 'BACS') {
    return message.credits.map(({ id }) => Number(id.slice(id.lastIndexOf('-') + 1)));
  }
  const sent = submission?.planned.sent() ?? [];
  return sent
    .filter(({ instrument }) => instrument === 'BACS')
    .map(({ index }) => index)
    .filter((index) => index >= firstIndex && index <= lastIndex);
}

/**
 * Checks that the hub executed the credits of the stories' payments and no others, with the amounts
 * that the TPPs requested. A finished payment has all its credits, unless a customer cancelled it.
 */
export function auditStories(credits: Credits, stories: readonly Story[]): void {
  for (const story of stories) {
    const { approvers = [], ending } = story.plan;
    const isApproved = approvers.every(({ decision }) => decision === 'approve');
    for (const submission of story.taken) {
      const { planned, paymentId = '', cancellation, isFinished } = submission;
      const isPaid = isApproved && ending === undefined;
      const expected = new Map((isPaid ? planned.sent() : []).map((one) => [one.index, one]));
      const executed = credits.get(paymentId) ?? new Map<number, ExecutedCredit>();
      for (const [index, one] of executed) auditCredit(story, expected.get(index), one);
      const isComplete = isFinished && cancellation !== 'done';
      if (isComplete && executed.size !== expected.size) {
        const counts = `${String(executed.size)} of ${String(expected.size)} credits`;
        story.fail(`the hub executed ${counts} of ${paymentId}`);
      }
    }
  }
}

function auditCredit(
  story: Story,
  expected: SentCredit | undefined,
  { message, index, credit }: ExecutedCredit,
): void {
  const where = `credit ${String(index)} in message ${message.id}`;
  if (expected === undefined) story.fail(`${where} should not have been handed over`);
  const { instrument, currency, amount } = expected;
  const isSame =
    message.instrument === instrument &&
    message.currency === currency &&
    minorOf(credit.amount) === minorOf(amount);
  if (!isSame) story.fail(`${where} is ${credit.amount}, expected ${amount} ${currency}`);
}

/** Returns the number of minor units in an amount with two decimal places. */
export function minorOf(amount: string): number {
  return parseAmount(amount, 2) ?? Number.NaN;
}

/** Returns the key of a credit in the books of the service. */
export function creditKey({ paymentId, index }: ExecutedCredit): string {
  return keyOf(paymentId, index);
}
