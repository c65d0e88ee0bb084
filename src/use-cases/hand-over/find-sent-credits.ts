import { creditOf } from '../../domain/execution/single.ts';
import type { FileWorkers, PlaceInMessage } from '../../domain/ports/files.ts';
import type { MessageWriter } from '../../domain/ports/hub.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { SinglePayment } from '../../domain/records/payment.ts';
import type { AnswerSlice } from '../../domain/schemes/answers.ts';
import type { SentMessage } from '../../domain/schemes/hand-over.ts';
import {
  leftOutOf,
  parseCreditId,
  type AnsweredCredit,
  type Money,
} from '../../domain/schemes/messages.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { recallsNamedBy } from './match-recalls.ts';
import { creditNamedBy, type SentCredit, type SentCredits } from './match-answers.ts';

export interface FindParts extends Pick<UseCaseParts, 'holidays' | 'paymentSource'> {
  readonly store: Pick<
    Store,
    'findMessages' | 'findPayment' | 'findBatch' | 'findFile' | 'findRecalls'
  >;
  readonly workers: Pick<FileWorkers, 'findPayments'>;
  readonly writer: Pick<MessageWriter, 'endToEndId'>;
}

/**
 * The last credit that was found in each message, by the id of the message. The next slice of the
 * same document counts from there, because counting from the first credit for each slice would take
 * a time that grows with the square of the number of answers.
 */
export type Places = Map<string, PlaceInMessage>;

/** Loads the messages and credits that a slice of answers names, as they were handed over. */
export async function findSentCredits(
  parts: FindParts,
  slice: AnswerSlice,
  places: Places,
): Promise<Omit<SentCredits, 'instruments'>> {
  const messages = await findMessages(parts, slice);
  const answered = new Map<string, AnsweredCredit>();
  for (const answer of slice.answers) {
    const name = creditNamedBy(answer, messages);
    if (typeof name !== 'string') answered.set(keyOf(name), name);
  }
  const credits = new Map<string, SentCredit>();
  for (const message of messages.values()) {
    const ofMessage = [...answered.values()].filter(({ messageId }) => messageId === message.id);
    for (const numbering of ['index', 'sequence'] as const) {
      const numbers = ofMessage.filter((name) => name.numbering === numbering);
      const found = await creditsOf({ ...parts, places }, message, numbering, numbers);
      for (const { number, credit } of found) {
        credits.set(keyOf({ messageId: message.id, number, numbering }), credit);
      }
    }
  }
  const { ids, credits: recalled } = recallsNamedBy(slice);
  const isNamed = ids.length + recalled.length > 0;
  const recalls = isNamed ? await parts.store.findRecalls(ids, recalled) : [];
  return { messages, recalls, find: (name) => credits.get(keyOf(name)) };
}

const keyOf = ({ messageId, number, numbering }: AnsweredCredit): string =>
  `${messageId} ${numbering} ${String(number)}`;

async function findMessages(
  { store }: FindParts,
  { answers, groups }: AnswerSlice,
): Promise<ReadonlyMap<string, SentMessage>> {
  const ids = new Set(groups.map(({ messageId }) => messageId));
  for (const { messageId, instructionId, transactionId } of answers) {
    if (messageId !== null) ids.add(messageId);
    for (const id of [instructionId, transactionId]) {
      const name = id === null ? undefined : parseCreditId(id);
      if (name !== undefined) ids.add(name.messageId);
    }
  }
  const found = await store.findMessages([...ids]);
  return new Map(found.map((message) => [message.id, message]));
}

/** Returns a credit and its message. Returns undefined if no message contains the credit. */
export async function findSentCredit(
  parts: FindParts,
  name: AnsweredCredit,
): Promise<{ readonly message: SentMessage; readonly credit: SentCredit } | undefined> {
  const [message] = await parts.store.findMessages([name.messageId]);
  if (message === undefined) return undefined;
  const places: Places = new Map();
  const [found] = await creditsOf({ ...parts, places }, message, name.numbering, [name]);
  return found && { message, credit: found.credit };
}

/** Returns the credits with these numbers (from 1, ascending) in a Bacs submission. */
export function creditsByNumber(
  parts: FindParts,
  message: SentMessage,
  numbers: readonly number[],
  places: Places,
): ReturnType<typeof creditsOf> {
  const answered = numbers.map((number): AnsweredCredit => {
    return { messageId: message.id, number, numbering: 'sequence' };
  });
  return creditsOf({ ...parts, places }, message, 'sequence', answered);
}

/** Returns those of the named credits that a message contains. */
async function creditsOf(
  { store, workers, holidays, paymentSource, writer, places }: FindParts & { places: Places },
  message: SentMessage,
  numbering: AnsweredCredit['numbering'],
  answered: readonly AnsweredCredit[],
): Promise<readonly { readonly number: number; readonly credit: SentCredit }[]> {
  const { paymentId, instrument, date, total, firstIndex, lastIndex } = message;
  const numbers = answered.map(({ number }) => number).sort((one, other) => one - other);
  if (numbers.length === 0) return [];
  const payment = expectDefined(await store.findPayment(paymentId), paymentId);
  const instruction = paymentSource.ofPayment(payment);
  const sent = ({ index, endToEndIdentification }: SinglePayment, amount: Money): SentCredit => {
    return { index, amount, endToEndId: writer.endToEndId(instrument, endToEndIdentification) };
  };
  if (instruction.kind === 'order') {
    const batch = expectDefined(await store.findBatch(paymentId, message.number), paymentId);
    const credit = creditOf(instruction.order, batch, holidays);
    const number = numbering === 'index' ? firstIndex : 1;
    return numbers.includes(number) ? [{ number, credit: sent(credit.payment, total) }] : [];
  }
  const file = expectDefined(await store.findFile(payment.consentId), payment.consentId);
  const bankSortCodes = message.bankSortCodes.split(',');
  const first = { index: firstIndex, number: 1 };
  const place = places.get(message.id) ?? first;
  const countFrom = place.number <= (numbers[0] ?? 0) ? place : first;
  const leftOut = leftOutOf(message);
  const group = { instrument, date, countFrom, bankSortCodes, leftOut };
  const found = await workers.findPayments(file, { ...group, numbers, numbering });
  const last = found.at(-1);
  if (numbering === 'sequence' && last !== undefined) {
    places.set(message.id, { index: last.payment.index, number: last.number });
  }
  return found
    .filter((one) => one.payment.index >= firstIndex && one.payment.index <= lastIndex)
    .map(({ number, payment: paid }) => ({
      number,
      credit: sent(paid, { minor: paid.amountPence, currency: total.currency }),
    }));
}
