import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import type { MatchedRecallAnswer, NewRecall } from '../../../src/domain/schemes/recalls.ts';
import { INSTRUMENTS } from '../../../src/domain/schemes/schemes.ts';
import { CREDITS_PER_PAGE } from '../../../src/domain/schemes/message-credits.ts';
import { LATER, NOW, withStore, type OpenStore } from './fixtures.ts';
import {
  beginDocument,
  bringBack,
  BY_OLGA,
  documentOf,
  messageIdOf,
  messageOf,
  sendMessage,
  sliceOf,
} from './hub-messages.ts';
import { resumeScheme } from '../../helpers/proposals.ts';

const P = messageIdOf('p');
const OPEN = { by: 'open' } as const;
const NEWEST = { by: 'newest' } as const;

/** Returns a recall of a credit. */
export function recallOf(id: string, index = 0, payment = 'p'): NewRecall {
  const name = { messageId: messageIdOf(payment), index, instrument: 'FPS' } as const;
  const credit = { ...name, endToEndId: 'E2E', uetr: 'the UETR' };
  return {
    ...{ id, reason: 'DUPL', note: 'paid twice', content: `<Document>${id}</Document>` },
    credit: { ...credit, amount: { minor: 100, currency: 'GBP' } },
  };
}

/** Hands over a message whose first credits are accepted. */
export async function accept(
  store: Store,
  accepted: number,
  credits = 2,
  payment = 'p',
): Promise<void> {
  await sendMessage(store, payment, credits);
  await store.markHandedOver(messageIdOf(payment), NOW);
  const name = {
    messageId: messageIdOf(payment),
    reason: 'NARR',
    returned: null,
    amount: 100,
  } as const;
  const answers = Array.from({ length: accepted }, (_, index) => {
    return { ...name, index, position: index, meaning: 'accepted' } as const;
  });
  await beginDocument(store, payment);
  await store.takeAnswers(documentOf(payment), sliceOf({ answers, to: accepted }), LATER);
}

/** Takes a document with the answer to a recall. Returns the number of answers set aside. */
export async function answer(
  store: Store,
  letter: string,
  recallId: string,
  meaning: MatchedRecallAnswer['meaning'],
  code: string | null = null,
): Promise<number | null> {
  await beginDocument(store, letter);
  const recall = { position: 0, recallId, messageId: P, index: 0, meaning, code };
  return store.takeAnswers(documentOf(letter), sliceOf({ recalls: [recall] }), LATER);
}

/** Returns the ids and states of all recalls, the newest first. */
export const statesOf = async (store: Store) =>
  (await store.listRecalls(NEWEST, 10)).map(({ id, state }) => `${id} ${state}`);

const due = async (store: Store, at: number) =>
  (await store.recallsToHandOver(INSTRUMENTS, at, 10)).map(({ id }) => id);

function requestSuite(open: OpenStore): void {
  describe('a request to recall a credit', () => {
    it(
      'finds the message of the credit by its batch and index',
      withStore(open, async (store) => {
        await accept(store, 1);
        const batch = { paymentId: 'p', number: 0 };
        expect(await store.findMessageOfCredit(batch, 1)).toEqual({
          ...{ id: P, createdAt: NOW, settlementDate: '2026-03-02', bankSortCodes: '112800' },
          total: { minor: 200, currency: 'GBP' },
          content: { kind: 'text', text: '<Document for="p"/>' },
        });
        expect(await store.findMessageOfCredit(batch, 2)).toBeUndefined();
        expect(await store.findMessageOfCredit({ ...batch, number: 1 }, 0)).toBeUndefined();
      }),
    );

    it(
      'is stored with its document, and audited',
      withStore(open, async (store) => {
        await accept(store, 1);
        expect(await store.addRecall(recallOf('R1'), BY_OLGA)).toBe('stored');
        const { credit, ...recall } = recallOf('R1');
        const { messageId, index, instrument, amount } = credit;
        const named = { id: 'R1', messageId, index, instrument };
        expect(await store.recallsToHandOver(INSTRUMENTS, LATER, 10)).toEqual([
          { ...named, content: recall.content, attempts: 0 },
        ]);
        expect(await store.listRecalls(OPEN, 10)).toEqual([
          {
            ...{ ...named, paymentId: 'p', amount, reason: 'DUPL', note: 'paid twice' },
            ...{ requestedAt: LATER, requestedBy: 'claimed:olga/1000', handedOverAt: null },
            ...{ attempts: 0, problem: null, state: 'open', answerCode: null, answeredAt: null },
            ...{ requestedByKind: 'operator', creditedAt: null, returnReason: null },
          },
        ]);
        expect(await store.findMessageContent('R1')).toEqual({
          ...{ kind: 'text', text: recall.content },
        });
        expect(await store.countRecalls()).toEqual([
          { instrument: 'FPS', state: 'open', recalls: 1, oldestAt: LATER },
        ]);
      }),
    );

    it(
      'is refused unless the credit was accepted, did not come back, and has no other recall',
      withStore(open, async (store) => {
        await accept(store, 1, 3);
        await accept(store, 0, 1, 'q');
        const add = (recall: NewRecall) => store.addRecall(recall, BY_OLGA);
        expect(await add(recallOf('R1', 1))).toBe('notAccepted');
        expect(await add(recallOf('R1', 0, 'q'))).toBe('notAccepted');
        const rejected = { messageId: P, index: 2, position: 0, reason: 'AC01' } as const;
        await beginDocument(store, 'x');
        const answers = [
          { ...rejected, amount: 100, meaning: 'rejected', returned: null },
        ] as const;
        await store.takeAnswers(documentOf('x'), sliceOf({ answers }), LATER);
        expect(await add(recallOf('R1', 2))).toBe('rejected');
        expect(await add(recallOf('R1'))).toBe('stored');
        expect(await add(recallOf('R2'))).toBe('recalled');
        await answer(store, 'a', 'R1', 'pending');
        expect(await add(recallOf('R2'))).toBe('recalled');
        await answer(store, 'b', 'R1', 'accepted');
        expect(await add(recallOf('R2'))).toBe('recalled');
        await bringBack(store, 'p', 'c');
        expect(await add(recallOf('R2'))).toBe('cameBack');
        expect(await statesOf(store)).toEqual(['R1 returned']);
      }),
    );

    it(
      'of two operators at the same time is stored once, and again after a refusal',
      withStore(open, async (store) => {
        await accept(store, 1);
        const ids = ['R1', 'R2', 'R3', 'R4'];
        const results = await Promise.all(ids.map((id) => store.addRecall(recallOf(id), BY_OLGA)));
        expect([...results].sort()).toEqual(['recalled', 'recalled', 'recalled', 'stored']);
        const stored = ids[results.indexOf('stored')] ?? '';
        await answer(store, 'a', stored, 'refused', 'CUST');
        expect(await store.listRecalls(OPEN, 10)).toEqual([]);
        expect(await store.addRecall(recallOf('R5'), BY_OLGA)).toBe('stored');
        expect(await statesOf(store)).toHaveLength(2);
        expect(await store.findRecalls([stored], [{ messageId: P, index: 0 }])).toHaveLength(2);
      }),
    );

    it(
      'reads the state of a credit on a later page, and of a message answered as a whole',
      withStore(open, async (store) => {
        const credits = CREDITS_PER_PAGE + 1;
        await sendMessage(store, 'p', credits, messageOf('p', credits));
        const group = { messageId: P, position: -1, meaning: 'accepted', reason: 'NARR' } as const;
        const rejected = { messageId: P, index: CREDITS_PER_PAGE, position: 0 } as const;
        const answers = [
          { ...rejected, amount: 100, meaning: 'rejected', reason: 'AC01', returned: null },
        ] as const;
        await beginDocument(store, 'a');
        await store.takeAnswers(documentOf('a'), sliceOf({ answers }), LATER);
        await beginDocument(store, 'b');
        // A message with rejected credits is not accepted as a whole, but its rest is.
        await store.takeAnswers(documentOf('b'), sliceOf({ groups: [group] }), LATER);
        const last = recallOf('R1', CREDITS_PER_PAGE);
        expect(await store.addRecall(last, BY_OLGA)).toBe('rejected');
        expect(await store.addRecall(recallOf('R1', 5), BY_OLGA)).toBe('stored');
      }),
    );
  });
}

function handOverSuite(open: OpenStore): void {
  describe('a stored recall', () => {
    it(
      'is due until it is handed over, and not while the scheme is stopped',
      withStore(open, async (store) => {
        await accept(store, 2);
        await store.addRecall(recallOf('R1', 0), BY_OLGA);
        await store.addRecall(recallOf('R2', 1), { ...BY_OLGA, at: LATER + 1 });
        expect(await due(store, LATER - 1)).toEqual([]);
        expect(await due(store, LATER + 1)).toEqual(['R1', 'R2']);
        expect(await store.recallsToHandOver(INSTRUMENTS, LATER + 1, 1)).toHaveLength(1);
        expect(await store.recallsToHandOver(['SEPA'], LATER + 1, 10)).toEqual([]);
        await store.stopScheme('FPS', 'maintenance', BY_OLGA);
        expect(await due(store, LATER + 1)).toEqual([]);
        await resumeScheme(store, 'FPS', BY_OLGA);

        await store.postponeRecall('R1', { problem: 'away', tryAt: LATER + 10 });
        expect(await due(store, LATER + 9)).toEqual(['R2']);
        const failed = { id: 'R1', attempts: 1, problem: 'away', handedOverAt: null };
        expect(await store.listRecalls(OPEN, 1)).toMatchObject([failed]);
        await store.markRecallHandedOver('R1', LATER + 10);
        // A repeated command after a crash changes nothing.
        await store.markRecallHandedOver('R1', LATER + 20);
        await store.postponeRecall('R1', { problem: 'too late', tryAt: LATER });
        const done = { problem: null, handedOverAt: LATER + 10, attempts: 1 };
        expect(await store.listRecalls(OPEN, 1)).toMatchObject([done]);
        expect(await due(store, LATER + 30)).toEqual(['R2']);
      }),
    );

    it(
      'is not handed over any more after its answer or its return',
      withStore(open, async (store) => {
        await accept(store, 2);
        await store.addRecall(recallOf('R1', 0), BY_OLGA);
        await store.postponeRecall('R1', { problem: 'away', tryAt: LATER });
        await answer(store, 'a', 'R1', 'pending');
        expect(await due(store, LATER)).toEqual([]);
        const confirmed = { handedOverAt: LATER, problem: null, state: 'pending' };
        expect(await store.listRecalls(OPEN, 1)).toMatchObject([confirmed]);
        await answer(store, 'b', 'R1', 'refused', 'CUST');
        await store.addRecall(recallOf('R2', 0), { ...BY_OLGA, at: LATER + 1 });
        await bringBack(store, 'p', 'c');
        expect(await due(store, LATER + 1)).toEqual([]);
        expect(await statesOf(store)).toEqual(['R2 returned', 'R1 refused']);
      }),
    );
  });
}

function answerSuite(open: OpenStore): void {
  describe('the answer to a recall', () => {
    it(
      'is taken once, and set aside if it contradicts an earlier one',
      withStore(open, async (store) => {
        await accept(store, 1);
        await store.addRecall(recallOf('R1'), BY_OLGA);
        expect(await answer(store, 'a', 'R1', 'refused', 'LEGL')).toBe(0);
        expect(await answer(store, 'a', 'R1', 'refused', 'LEGL')).toBeNull();
        expect(await answer(store, 'b', 'R1', 'refused', 'CUST')).toBe(0);
        expect(await answer(store, 'c', 'R1', 'pending')).toBe(0);
        expect(await answer(store, 'd', 'R1', 'accepted')).toBe(1);
        const [one] = await store.listRecalls({ by: 'payment', id: 'p' }, 10);
        expect(one).toMatchObject({ state: 'refused', answerCode: 'LEGL', answeredAt: LATER });
        expect(await store.listRecalls({ by: 'payment', id: 'q' }, 10)).toEqual([]);
        expect(await store.listHubProblems('open', 10)).toMatchObject([
          { code: 'recallAcceptedAfterRefusal', messageId: P, paymentId: 'p', index: 0 },
        ]);
        expect(await store.countRecalls()).toEqual([]);
      }),
    );

    it(
      'after the return changes nothing, and a refusal is set aside',
      withStore(open, async (store) => {
        await accept(store, 1);
        await store.addRecall(recallOf('R1'), BY_OLGA);
        await bringBack(store, 'p', 'a');
        expect(await answer(store, 'b', 'R1', 'accepted')).toBe(0);
        expect(await answer(store, 'c', 'R1', 'refused', 'LEGL')).toBe(1);
        expect(await statesOf(store)).toEqual(['R1 returned']);
        expect(await store.listHubProblems('open', 10)).toMatchObject([
          { code: 'recallRefusedAfterReturn' },
        ]);
      }),
    );
  });
}

export function hubRecallsSuite(open: OpenStore): void {
  requestSuite(open);
  handOverSuite(open);
  answerSuite(open);
}
