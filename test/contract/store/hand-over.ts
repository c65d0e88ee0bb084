import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import type { CreditStateCounts } from '../../../src/domain/schemes/credit-states.ts';
import type {
  MatchedAnswer,
  MatchedSlice,
  NewMessage,
} from '../../../src/domain/schemes/hand-over.ts';
import { INSTRUMENTS } from '../../../src/domain/schemes/schemes.ts';
import { CREDITS_PER_PAGE } from '../../../src/domain/schemes/message-credits.ts';
import { DAY_MS } from '../../../src/shared/time.ts';
import {
  ACT,
  answerOf,
  batchOf,
  bookingOf,
  debitOf,
  LATER,
  nextWork,
  NOW,
  sendWhole,
  submit,
  withStore,
  type OpenStore,
} from './fixtures.ts';
import { arrivalOf } from './hub-messages.ts';
import { abandonWork } from '../../helpers/proposals.ts';

export const BATCH = { paymentId: 'p', number: 0 };
export const [ONE, TWO] = ['M00000000000000000000001', 'M00000000000000000000002'];
const DOCUMENT = { sha256: 'd'.repeat(64), bytes: 10 };
const OTHER = { sha256: 'b'.repeat(64), bytes: 20 };
const HEADER = { kind: 'pacs.002', id: 'HUB-1' } as const;
const ALL = { from: 0, limit: 100, only: null };

function message(id: string, part: number, first: number, last: number): NewMessage {
  const transactions = last - first + 1;
  return {
    ...{ id, part, instrument: 'FPS', createdAt: NOW, settlementDate: '2026-03-02' },
    ...{ transactions, firstIndex: first, lastIndex: last },
    total: { minor: transactions * 100, currency: 'GBP' },
    ...{ bankSortCodes: '112800', leftOut: '' },
    handOver: { from: NOW, by: NOW + DAY_MS },
    content: { kind: 'text', text: `<Document>${id}</Document>` },
  };
}

export function answer(
  position: number,
  messageId: string,
  index: number,
  meaning: MatchedAnswer['meaning'],
): MatchedAnswer {
  return { position, messageId, index, amount: 100, meaning, reason: 'AC04', returned: null };
}

export function sliceOf(
  answers: readonly MatchedAnswer[],
  rest: Partial<MatchedSlice> = {},
): MatchedSlice {
  const common = { groups: [], recalls: [], unusable: [], isLast: true };
  return { from: 0, to: answers.length, answers, ...common, ...rest };
}

/** Sends a payment with three credits in two messages. */
export async function handOver(store: Store): Promise<void> {
  await sendWhole(store, 'p', 3);
  await store.addMessages(BATCH, [message(ONE, 0, 0, 1), message(TWO, 1, 2, 2)]);
}

/** Takes a document that consists of one slice. */
export async function take(
  store: Store,
  slice: MatchedSlice,
  id = 'HUB-1',
): Promise<number | null> {
  const sha256 = id.padEnd(64, '0');
  await store.addDelivery({ sha256, bytes: 10 }, arrivalOf(`${id}.xml`), NOW);
  await store.beginDelivery(sha256, { kind: 'pacs.002', id });
  return store.takeAnswers(sha256, slice, LATER);
}

/** Returns the numbers of credits by their states, for each message of the payment. */
async function countsOf(store: Store): Promise<readonly CreditStateCounts[]> {
  const messages = await store.listMessages({ by: 'payment', id: BATCH.paymentId }, 10);
  return messages.map(({ credits }) => credits);
}

export function handOverSuite(open: OpenStore): void {
  describe('the messages of a batch', () => {
    it(
      'are added once, and handed over in turn after the batch was sent',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(3, 300)]);
        await store.bookDebits(await nextWork(store), bookingOf([debitOf(null, 300)]), NOW);
        expect(await store.hasMessages(BATCH)).toBe(false);
        await store.addMessages(BATCH, [message(ONE, 0, 0, 1), message(TWO, 1, 2, 2)]);
        await store.addMessages(BATCH, [message('M00000000000000000000003', 0, 0, 2)]);
        expect(await store.hasMessages(BATCH)).toBe(true);
        expect(await store.messagesToHandOver(INSTRUMENTS, NOW, 10)).toEqual([]);
        expect(await store.awaitsHub()).toBe(false);

        await store.markSent(await nextWork(store), LATER, NOW);
        const content = { kind: 'text', text: `<Document>${ONE}</Document>` };
        expect(await store.awaitsHub()).toBe(true);
        const handOverBy = NOW + DAY_MS;
        const first = { id: ONE, ...BATCH, instrument: 'FPS', content, attempts: 0, handOverBy };
        expect(await store.messagesToHandOver(INSTRUMENTS, NOW, 1)).toEqual([first]);
        await store.markHandedOver(ONE, NOW);
        await store.postponeMessage(TWO, { problem: 'away', tryAt: LATER, refusedAt: null });
        expect(await store.messagesToHandOver(INSTRUMENTS, NOW, 10)).toEqual([]);
        const later = await store.messagesToHandOver(INSTRUMENTS, LATER, 10);
        expect(later).toMatchObject([{ id: TWO, attempts: 1 }]);
        expect(await store.findMessages([TWO, 'none'])).toEqual([
          {
            ...{ id: TWO, ...BATCH, instrument: 'FPS', date: null, transactions: 1 },
            ...{ total: { minor: 100, currency: 'GBP' }, firstIndex: 2, lastIndex: 2 },
            ...{ bankSortCodes: '112800', leftOut: '' },
          },
        ]);
      }),
    );

    it(
      'can be files, which are then kept',
      withStore(open, async (store) => {
        await sendWhole(store, 'p', 1);
        const content = { kind: 'file', file: DOCUMENT } as const;
        expect(await store.isFileStored(DOCUMENT.sha256)).toBe(false);
        await store.addMessages(BATCH, [{ ...message(ONE, 0, 0, 0), content }]);
        expect(await store.isFileStored(DOCUMENT.sha256)).toBe(true);
        expect(await store.messagesToHandOver(INSTRUMENTS, NOW, 10)).toMatchObject([{ content }]);
      }),
    );

    it(
      'cannot be abandoned once the batch is sent',
      withStore(open, async (store) => {
        await handOver(store);
        const work = await nextWork(store);
        await store.postponeWork(work, { at: NOW, problem: 'The file is damaged.', tryAt: null });
        const refused = { kind: 'handedOver' };
        expect(await abandonWork(store, work, null, ACT)).toEqual(refused);
      }),
    );
  });

  describe('a delivered document', () => {
    it(
      'is recorded once by its content, and kept',
      withStore(open, async (store) => {
        expect(await store.addDelivery(DOCUMENT, arrivalOf('one.xml'), NOW)).toBe(true);
        expect(await store.addDelivery(DOCUMENT, arrivalOf('again.xml'), LATER)).toBe(false);
        expect(await store.addDelivery(OTHER, arrivalOf('two.xml'), LATER)).toBe(true);
        expect(await store.deliveriesToRead(1)).toMatchObject([
          { ...DOCUMENT, ...arrivalOf('one.xml'), nextPosition: 0, isInDatabase: false },
        ]);
        expect(await store.isFileStored(OTHER.sha256)).toBe(true);
      }),
    );

    it(
      'is set aside if the hub used its id for other content, or if it is malformed',
      withStore(open, async (store) => {
        for (const one of [DOCUMENT, OTHER])
          await store.addDelivery(one, arrivalOf(one.sha256), NOW);
        expect(await store.beginDelivery(DOCUMENT.sha256, HEADER)).toBe(true);
        expect(await store.beginDelivery(DOCUMENT.sha256, HEADER)).toBe(true);
        expect(await store.beginDelivery(OTHER.sha256, HEADER)).toBe(false);
        expect(await store.deliveriesToRead(10)).toMatchObject([DOCUMENT]);
        await store.setDeliveryAside(DOCUMENT.sha256, { code: 'malformed', problem: 'It ends.' });
        expect(await store.deliveriesToRead(10)).toEqual([]);
        expect(await store.takeAnswers(DOCUMENT.sha256, sliceOf([]), NOW)).toBeNull();
      }),
    );
  });

  describe('the answers to a batch', () => {
    it(
      'make its step due when no credit is open any more',
      withStore(open, async (store) => {
        await handOver(store);
        const waiting = await nextWork(store);
        await store.deferWork(waiting.id, LATER + 1000);
        expect(await take(store, sliceOf([answer(0, ONE, 1, 'rejected')]))).toBe(0);
        expect((await nextWork(store)).dueAt).toBe(LATER + 1000);

        const groups = [
          { position: -1, messageId: ONE, meaning: 'accepted', reason: 'NARR' },
          { position: -2, messageId: TWO, meaning: 'rejected', reason: 'AC01' },
        ] as const;
        expect(await take(store, sliceOf([], { groups }), 'HUB-2')).toBe(0);
        const due = await nextWork(store);
        expect(due).toMatchObject({ step: 'collect', dueAt: LATER, cursor: 0 });
        expect(due.id).not.toBe(waiting.id);
        expect(await store.applyAnswers(waiting, NOTHING, LATER)).toEqual({ done: false });
        const answers = [{ index: 1, answer: 'rejected', reason: 'AC04' }];
        const rejected = [{ first: 2, last: 2, reason: 'AC01' }];
        const found = { open: 0, pending: 0, bankSortCodes: '112800', rejected, answers };
        expect(await store.answersOf(BATCH, ALL)).toEqual(found);
        const later = { from: 3, limit: 100, only: null };
        const none = { ...found, rejected: [], answers: [] };
        expect(await store.answersOf(BATCH, later)).toEqual(none);
        expect(await countsOf(store)).toEqual([
          { open: 0, pending: 0, accepted: 1, rejected: 1 },
          { open: 0, pending: 0, accepted: 0, rejected: 1 },
        ]);
      }),
    );

    it(
      'are set aside if a final status of the message leaves one of its credits pending',
      withStore(open, async (store) => {
        await handOver(store);
        await take(store, sliceOf([answer(0, ONE, 0, 'pending')]));
        const status = { messageId: ONE, reason: 'NARR' } as const;
        const groups = [
          { ...status, position: -1, meaning: 'rejected' },
          { ...status, position: -2, meaning: 'accepted' },
        ] as const;
        // The first answer repeats what is known, and must count as named in this document.
        const slices = [answer(0, ONE, 0, 'pending')];
        expect(await take(store, sliceOf(slices, { groups }), 'HUB-2')).toBe(2);
        const problems = await store.listHubProblems('open', 10);
        expect(problems.map(({ code }) => code)).toEqual(['groupDisagrees', 'groupDisagrees']);
        const found = { open: 2, pending: 1, rejected: [] };
        expect(await store.answersOf(BATCH, ALL)).toMatchObject(found);
        expect((await countsOf(store))[0]).toMatchObject({ open: 1, pending: 1 });
      }),
    );

    it(
      'that arrive during a round start the next one at once',
      withStore(open, async (store) => {
        await handOver(store);
        const pending = [answer(0, ONE, 0, 'pending'), answer(1, ONE, 1, 'pending')];
        const accepted = [{ ...ACCEPTED, messageId: TWO }];
        await take(store, sliceOf(pending, { groups: accepted }));
        const askAgainAt = LATER + 3_600_000;
        const part = { exceptions: [answerOf(0, 'pending')], nextCursor: 1, askAgainAt };
        await store.applyAnswers(await nextWork(store), part, LATER);
        await take(store, sliceOf([], { groups: [{ ...ACCEPTED, messageId: ONE }] }), 'HUB-2');
        const rest = { exceptions: [], nextCursor: null, askAgainAt: null };
        await store.applyAnswers(await nextWork(store), rest, LATER);
        expect(await nextWork(store)).toMatchObject({ step: 'collect', dueAt: LATER });
      }),
    );

    it(
      'confirm that the hub has the message',
      withStore(open, async (store) => {
        await handOver(store);
        await take(store, sliceOf([answer(0, ONE, 1, 'rejected')]));
        expect(await store.messagesToHandOver(INSTRUMENTS, NOW, 10)).toMatchObject([{ id: TWO }]);
      }),
    );

    it(
      'are taken once, slice by slice',
      withStore(open, async (store) => {
        await handOver(store);
        const first = sliceOf([answer(0, ONE, 0, 'pending')], { isLast: false });
        expect(await take(store, first)).toBe(0);
        expect(await take(store, first)).toBeNull();
        expect(await store.deliveriesToRead(10)).toMatchObject([{ nextPosition: 1 }]);
        const last = sliceOf([answer(1, ONE, 0, 'accepted')], { from: 1, to: 2 });
        expect(await take(store, last)).toBe(0);
        expect(await store.deliveriesToRead(10)).toEqual([]);
        expect((await store.answersOf(BATCH, ALL)).answers).toEqual([]);
        expect(await countsOf(store)).toMatchObject([{ open: 1, pending: 0, accepted: 1 }, {}]);
      }),
    );

    it(
      'are stored on both sides of a page, and are returned from an index on or by index',
      withStore(open, async (store) => {
        const [before, after] = [CREDITS_PER_PAGE - 1, CREDITS_PER_PAGE];
        await sendWhole(store, 'p', after + 1);
        await store.addMessages(BATCH, [message(ONE, 0, 0, after)]);
        const answers = [0, before, after].map((index, at) => answer(at, ONE, index, 'rejected'));
        await take(store, sliceOf(answers));
        const contradiction = [0, before, after].map((index, at) =>
          answer(at, ONE, index, 'accepted'),
        );
        expect(await take(store, sliceOf(contradiction), 'HUB-2')).toBe(3);
        const indexesOf = async (which: Parameters<Store['answersOf']>[1]) =>
          (await store.answersOf(BATCH, which)).answers.map(({ index }) => index);
        expect(await indexesOf(ALL)).toEqual([0, before, after]);
        expect(await indexesOf({ from: 1, limit: 1, only: null })).toEqual([before]);
        expect(await indexesOf({ from: 0, limit: 9, only: [after, 7] })).toEqual([after]);
        expect(await countsOf(store)).toMatchObject([{ open: after - 2, rejected: 3 }]);
      }),
    );
  });
}

const ACCEPTED = { position: -1, meaning: 'accepted', reason: 'NARR' } as const;
export const NOTHING = { exceptions: [], nextCursor: null, askAgainAt: null };
