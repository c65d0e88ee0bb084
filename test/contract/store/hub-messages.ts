import { actorOf } from '../../../src/domain/records/audit.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import type { Arrival, MatchedSlice, NewMessage } from '../../../src/domain/schemes/hand-over.ts';
import { INSTRUMENTS, type Instrument } from '../../../src/domain/schemes/schemes.ts';
import { DAY_MS, type Instant } from '../../../src/shared/time.ts';
import { batchOf, bookingOf, debitOf, LATER, nextWork, NOW, submit } from './fixtures.ts';

/* Messages to a payment hub, and documents from it, for tests of the store. */

/** The act of an operator. */
export const BY_OLGA = { at: LATER, by: actorOf({ kind: 'operator', id: 'claimed:olga/1000' }) };

/** The SHA-256 of a document, from a letter. */
export const documentOf = (letter: string): string => letter.repeat(64);

/** Returns the id of a message from the name of its payment, for example `p`. */
export const messageIdOf = (payment: string): string => `M${payment.toUpperCase().padEnd(23, '0')}`;

/** A message with the only batch of a payment. Each credit is 1.00. */
export function messageOf(payment: string, transactions: number): NewMessage {
  return {
    ...{ id: messageIdOf(payment), instrument: 'FPS', createdAt: NOW, transactions },
    ...{ settlementDate: '2026-03-02', total: { minor: transactions * 100, currency: 'GBP' } },
    ...{ part: 0, firstIndex: 0, lastIndex: transactions - 1 },
    bankSortCodes: '112800',
    leftOut: '',
    handOver: { from: NOW, by: NOW + DAY_MS },
    content: { kind: 'text', text: `<Document for="${payment}"/>` },
  };
}

/** Books and sends a payment of one batch, whose message then waits to be handed over. */
export async function sendMessage(
  store: Store,
  payment: string,
  credits: number,
  message = messageOf(payment, credits),
): Promise<void> {
  await submit(store, payment, [batchOf(credits, credits * 100)]);
  await store.bookDebits(await nextWork(store), bookingOf([debitOf(null, credits * 100)]), NOW);
  await store.addMessages({ paymentId: payment, number: 0 }, [message]);
  await store.markSent(await nextWork(store), LATER, NOW);
}

/** The arrival of a document through an exchange of all schemes, or of some. */
export function arrivalOf(
  name: string,
  exchange = 'default',
  instruments: readonly Instrument[] = INSTRUMENTS,
): Arrival {
  return { name, exchange, instruments };
}

/** Receives a document and reads its header. */
export async function beginDocument(store: Store, letter: string): Promise<void> {
  await store.addDelivery(
    { sha256: documentOf(letter), bytes: 10 },
    arrivalOf(`${letter}.xml`),
    NOW,
  );
  await store.beginDelivery(documentOf(letter), { kind: 'pacs.002', id: `id of ${letter}` });
}

/** A slice of a document that contains nothing, to which parts are added. */
export function sliceOf(rest: Partial<MatchedSlice>): MatchedSlice {
  return {
    from: 0,
    to: 1,
    answers: [],
    groups: [],
    recalls: [],
    unusable: [],
    isLast: true,
    ...rest,
  };
}

/** Takes a document that leaves the first credit of a payment pending. */
export async function leavePending(
  store: Store,
  payment: string,
  letter: string,
  now: Instant,
): Promise<void> {
  await beginDocument(store, letter);
  const credit = { messageId: messageIdOf(payment), index: 0, amount: 100 };
  const answer = { ...credit, position: 0, meaning: 'pending', reason: 'NARR' } as const;
  const slice = sliceOf({ answers: [{ ...answer, returned: null }] });
  await store.takeAnswers(documentOf(letter), slice, now);
}

/** Takes a document with the return of the first credit of a payment. It is not booked yet. */
export async function bringBack(store: Store, payment: string, letter: string): Promise<void> {
  await beginDocument(store, letter);
  const returned = { id: `return of ${payment}`, amount: 100 };
  const credit = { messageId: messageIdOf(payment), index: 0, amount: 100 };
  const answer = { ...credit, position: 0, meaning: 'accepted', reason: 'AC04', returned } as const;
  await store.takeAnswers(documentOf(letter), sliceOf({ answers: [answer] }), NOW);
}
