import { creditOf } from '../../domain/execution/single.ts';
import type { FileWorkers } from '../../domain/ports/files.ts';
import type { MessageWriter } from '../../domain/ports/hub.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { AnswerSlice } from '../../domain/schemes/answers.ts';
import type { SentMessage } from '../../domain/schemes/hand-over.ts';
import { parseCreditId } from '../../domain/schemes/messages.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { creditNamedBy, type SentCredit, type SentCredits } from './match-answers.ts';

export interface FindParts extends Pick<UseCaseParts, 'holidays' | 'paymentSource'> {
  readonly store: Pick<Store, 'findMessages' | 'findPayment' | 'findBatch' | 'findFile'>;
  readonly workers: Pick<FileWorkers, 'findPayments'>;
  readonly writer: Pick<MessageWriter, 'endToEndId'>;
}

/** Loads the messages and credits that a slice of answers names, as they were handed over. */
export async function findSentCredits(parts: FindParts, slice: AnswerSlice): Promise<SentCredits> {
  const messages = await findMessages(parts, slice);
  const indexes = new Map<string, Set<number>>();
  for (const answer of slice.answers) {
    const name = creditNamedBy(answer, messages);
    if (typeof name === 'string') continue;
    const ofMessage = indexes.get(name.messageId) ?? new Set();
    indexes.set(name.messageId, ofMessage.add(name.index));
  }
  const credits = new Map<string, SentCredit>();
  for (const message of messages.values()) {
    const named = [...(indexes.get(message.id) ?? [])].filter(
      (index) => index >= message.firstIndex && index <= message.lastIndex,
    );
    if (named.length === 0) continue;
    const found = await creditsOf(
      parts,
      message,
      named.sort((one, other) => one - other),
    );
    for (const credit of found) credits.set(keyOf(message.id, credit.index), credit);
  }
  return {
    messages,
    find: ({ messageId, index }) => credits.get(keyOf(messageId, index)),
  };
}

const keyOf = (messageId: string, index: number): string => `${messageId} ${String(index)}`;

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

async function creditsOf(
  { store, workers, holidays, paymentSource, writer }: FindParts,
  message: SentMessage,
  indexes: readonly number[],
): Promise<readonly SentCredit[]> {
  const { paymentId, number, instrument, date, total } = message;
  const payment = expectDefined(await store.findPayment(paymentId), paymentId);
  const instruction = paymentSource.ofPayment(payment);
  if (instruction.kind === 'order') {
    const batch = expectDefined(await store.findBatch(paymentId, number), paymentId);
    const credit = creditOf(instruction.order, batch, holidays);
    const { index, endToEndIdentification } = credit.payment;
    return [
      { index, amount: total, endToEndId: writer.endToEndId(instrument, endToEndIdentification) },
    ];
  }
  const file = expectDefined(await store.findFile(payment.consentId), payment.consentId);
  const payments = await workers.findPayments(file, { instrument, date, indexes });
  return payments.map(({ index, amountPence: minor, endToEndIdentification }) => ({
    index,
    amount: { minor, currency: total.currency },
    endToEndId: writer.endToEndId(instrument, endToEndIdentification),
  }));
}
