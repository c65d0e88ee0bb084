import { describe, expect, it } from 'vitest';
import type { ReadyStep } from '../../../src/domain/ports/store.ts';
import type { Work } from '../../../src/domain/records/records.ts';
import { Bug } from '../../../src/shared/assert.ts';
import {
  answerOf,
  BAKER,
  balanceOf,
  batchOf,
  bookingOf,
  debitOf,
  LATER,
  NOW,
  POOR,
  POOR_PENCE,
  RICH,
  RICH_PENCE,
  submit,
  withStore,
  type OpenStore,
  type TestStore,
} from './fixtures.ts';

const BATCH = batchOf(1, 300, { source: 'order' });
const ACCEPTED = { exceptions: [], nextCursor: null, askAgainAt: null };

/** Submits payments of one batch each, all due, and returns their steps. */
async function due(store: TestStore, ids: readonly string[]): Promise<readonly Work[]> {
  for (const id of ids) await submit(store, id, [BATCH]);
  return store.dueWork(NOW, 10);
}

function bookFrom(account: string): (work: Work) => ReadyStep {
  return (work) => ({ step: 'book', work, booking: bookingOf([debitOf(0, 300, account)]) });
}

const send = (work: Work): ReadyStep => ({ step: 'send', work, answersAt: LATER });

export function groupsSuite(open: OpenStore): void {
  describe('steps of several payments', () => {
    it(
      'are executed together until the payments are finished',
      withStore(open, async (store) => {
        const book = await due(store, ['p', 'q', 'r']);
        const moved = { done: true, finished: null };
        expect(await store.executeSteps(book.map(bookFrom(RICH)), NOW)).toEqual([
          moved,
          moved,
          moved,
        ]);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 900);
        await store.executeSteps((await store.dueWork(NOW, 10)).map(send), NOW);
        const [one, other, last] = (await store.dueWork(LATER, 10)).map((work): ReadyStep => {
          return { step: 'collect', work, answers: ACCEPTED };
        });
        if (one === undefined || other?.step !== 'collect' || last?.step !== 'collect') return;
        const rejected = [answerOf(0, 'rejected', { amountPence: 300 })];
        const own = [answerOf(0, 'own', { amountPence: 300, creditor: BAKER })];
        const answered = [
          one,
          { ...other, answers: { ...ACCEPTED, exceptions: rejected } },
          { ...last, answers: { ...ACCEPTED, exceptions: own } },
        ];
        expect(await store.executeSteps(answered, LATER)).toEqual([
          { done: true, finished: 'ACSC' },
          { done: true, finished: 'RJCT' },
          { done: true, finished: 'ACSC' },
        ]);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 600);
        expect(await balanceOf(store, BAKER)).toBe(300);
        expect(await store.nextWorkAt()).toBeUndefined();
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'belong to batches whose payments are counted in total',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(2, 200), batchOf(3, 300)]);
        expect(await store.countPayments('p')).toBe(5);
        expect(await store.countPayments('none')).toBe(0);
      }),
    );

    it(
      'of different kinds are executed together',
      withStore(open, async (store) => {
        const [first] = await due(store, ['p']);
        if (first !== undefined) await store.executeSteps([bookFrom(RICH)(first)], NOW);
        await submit(store, 'q', [BATCH]);
        const [toSend, toBook] = (await store.dueWork(NOW, 10)).toSorted((one, two) =>
          two.step.localeCompare(one.step),
        );
        if (toSend === undefined || toBook === undefined) throw new Error('Two steps were due.');
        const results = await store.executeSteps([bookFrom(RICH)(toBook), send(toSend)], NOW);
        expect(results).toMatchObject([{ done: true }, { done: true }]);
        expect(await store.findBatch('p', 0)).toMatchObject({ state: 'sent' });
        expect(await store.findBatch('q', 0)).toMatchObject({ state: 'booked' });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'of one payer are booked in order as long as funds suffice',
      withStore(open, async (store) => {
        const book = await due(store, ['p', 'q']);
        expect(POOR_PENCE).toBeLessThan(600);
        const results = await store.executeSteps(book.map(bookFrom(POOR)), NOW);
        expect(results).toEqual([
          { done: true, finished: null },
          { done: true, finished: 'RJCT' },
        ]);
        expect(await balanceOf(store, POOR)).toBe(POOR_PENCE - 300);
        expect(await store.findPayment('q')).toMatchObject({ reason: 'AM04' });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'are skipped if another caller executed them, and the others are executed',
      withStore(open, async (store) => {
        const book = (await due(store, ['p', 'q'])).map(bookFrom(RICH));
        const both = [store.executeSteps(book.slice(0, 1), NOW), store.executeSteps(book, NOW)];
        expect(await Promise.all(both)).toEqual([
          [{ done: true, finished: null }],
          [{ done: false }, { done: true, finished: null }],
        ]);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 600);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'are rolled back if one of them is inconsistent, and can then be executed one by one',
      withStore(open, async (store) => {
        const [one, other] = await due(store, ['p', 'q']);
        if (one === undefined || other === undefined) throw new Error('Two steps were due.');
        const wrong: ReadyStep = {
          step: 'book',
          work: one,
          booking: bookingOf([debitOf(0, 299)]),
        };
        const right = bookFrom(RICH)(other);
        await expect(store.executeSteps([right, wrong], NOW)).rejects.toBeInstanceOf(Bug);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await store.dueWork(NOW, 10)).toEqual([one, other]);
        expect(await store.executeSteps([right], NOW)).toMatchObject([{ done: true }]);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'are found with their payments and batches unless they are done',
      withStore(open, async (store) => {
        const [one, other] = await due(store, ['p', 'q']);
        if (one === undefined || other === undefined) throw new Error('Two steps were due.');
        await store.executeSteps([bookFrom(RICH)(one)], NOW);
        const found = await store.findSteps([one, other]);
        expect(found).toMatchObject([
          {
            work: other,
            payment: { id: 'q', family: 'file-payments', debtorAccount: RICH, releasedAt: NOW },
            batch: { paymentId: 'q', number: 0, totalPence: 300, state: 'waiting' },
          },
        ]);
        expect(found[0]?.batch).toEqual(await store.findBatch('q', 0));
      }),
    );
  });
}
