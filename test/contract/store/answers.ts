import { describe, expect, it } from 'vitest';
import type { CreditAnswer, CreditAnswers } from '../../../src/domain/execution/credit-pass.ts';
import {
  answerOf,
  BAKER,
  balanceOf,
  batchOf,
  bookingOf,
  debitOf,
  LATER,
  nextWork,
  NOW,
  POOR,
  POOR_PENCE,
  RICH,
  RICH_PENCE,
  sendWhole,
  SHUT,
  submit,
  withStore,
  type OpenStore,
} from './fixtures.ts';

function answers(exceptions: CreditAnswer[], rest?: Partial<CreditAnswers>): CreditAnswers {
  return { exceptions, nextCursor: null, askAgainAt: null, ...rest };
}

export function answersSuite(open: OpenStore): void {
  describe('the answers of a scheme', () => {
    it(
      'complete a payment once if every credit is accepted',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 3);
        expect(await store.applyAnswers(work, answers([]), LATER)).toEqual({
          done: true,
          finished: 'ACSC',
        });
        expect(await store.applyAnswers(work, answers([]), LATER)).toEqual({ done: false });
        expect(await store.batchesOf('p')).toMatchObject([{ state: 'answered', rejected: 0 }]);
        expect(await store.findPayment('p')).toMatchObject({
          groupStatus: 'ACSC',
          reason: null,
          version: 3,
        });
        expect(await store.nextWorkAt()).toBeUndefined();
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'return each rejected credit as an entry of its own',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 3);
        const exceptions = [answerOf(0, 'rejected'), answerOf(2, 'rejected', { reason: 'AC04' })];
        await store.applyAnswers(work, answers(exceptions), LATER);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 100);
        const [, debit, first, second] = await store.statement(RICH, 0, 10);
        expect(debit).toMatchObject({ amountPence: -300, kind: 'debit' });
        const returned = { amountPence: 100, counterparty: 'Fresco Ltd', kind: 'returned-credit' };
        expect(first).toMatchObject({ ...returned, reference: 'Returned AC01 FRESCO-12' });
        expect(second).toMatchObject({ ...returned, reference: 'Returned AC04 FRESCO-12' });
        expect(await store.findPayment('p')).toMatchObject({
          groupStatus: 'PART',
          reason: 'NARR',
        });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'fail a payment if every credit is rejected',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 2);
        const exceptions = [
          answerOf(0, 'rejected', { debtor: null }),
          answerOf(1, 'rejected', { debtor: null }),
        ];
        await store.applyAnswers(work, answers(exceptions), LATER);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await store.findPayment('p')).toMatchObject({
          groupStatus: 'RJCT',
          reason: 'AC01',
        });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'credit an account at this bank and leave other accounts to the scheme',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 2);
        const exceptions = [answerOf(0, 'own', { creditor: BAKER }), answerOf(1, 'own')];
        await store.applyAnswers(work, answers(exceptions), LATER);
        expect(await balanceOf(store, BAKER)).toBe(100);
        expect(await store.statement(BAKER, 0, 10)).toMatchObject([
          { amountPence: 100, reference: 'FRESCO-12', counterparty: 'Northwind', kind: 'credit' },
        ]);
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'ACSC' });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'reject a credit to a closed account at this bank, once',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 2);
        const toShut = answerOf(1, 'own', { creditor: SHUT });
        const pending = answers([answerOf(0, 'pending'), toShut], { askAgainAt: LATER });
        expect(await store.applyAnswers(work, pending, NOW)).toEqual({
          done: true,
          finished: null,
        });
        expect(await store.batchesOf('p')).toMatchObject([{ rejected: 1, pending: 1 }]);
        await store.applyAnswers(await nextWork(store), answers([toShut]), LATER);

        expect(await balanceOf(store, SHUT)).toBe(700);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 100);
        const [, , returned, ...rest] = await store.statement(RICH, 0, 10);
        expect(returned).toMatchObject({
          amountPence: 100,
          reference: 'Returned AC04 FRESCO-12',
          kind: 'returned-credit',
        });
        expect(rest).toEqual([]);
        expect(await store.outcomes('p', 0, 2)).toEqual([
          { index: 1, status: 'Rejected', reason: 'AC04', at: NOW },
        ]);
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'PART', reason: 'AC04' });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'can be applied in portions',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 4);
        const first = answers([answerOf(0, 'pending')], { nextCursor: 2, askAgainAt: LATER + 5 });
        await store.applyAnswers(work, first, LATER);
        expect(await nextWork(store)).toMatchObject({ step: 'collect', cursor: 2, dueAt: LATER });
        expect(await store.auditBooks()).toEqual([]);
        await store.applyAnswers(await nextWork(store), answers([]), LATER);
        expect(await nextWork(store)).toMatchObject({ cursor: 0, dueAt: LATER + 5 });
        expect(await store.pendingCredits('p', 0)).toEqual([0]);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'keep pending credits open until each is accepted, rejected or credited at this bank',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 5);
        const pending = [0, 1, 2, 3].map((index) => answerOf(index, 'pending'));
        await store.applyAnswers(work, answers(pending, { askAgainAt: LATER }), NOW);
        expect(await store.pendingCredits('p', 0)).toEqual([0, 1, 2, 3]);
        expect(await store.batchesOf('p')).toMatchObject([{ state: 'sent', pending: 4 }]);
        expect(await store.outcomes('p', 3, 5)).toEqual([
          { index: 3, status: 'Pending', reason: 'NARR', at: NOW },
        ]);
        expect(await store.auditBooks()).toEqual([]);

        const second = [
          answerOf(0, 'pending'),
          answerOf(1, 'rejected'),
          answerOf(2, 'own', { creditor: BAKER }),
        ];
        const again = answers(second, { askAgainAt: LATER + 1 });
        await store.applyAnswers(await nextWork(store), again, LATER);
        expect(await store.pendingCredits('p', 0)).toEqual([0]);
        expect(await store.batchesOf('p')).toMatchObject([{ rejected: 1, pending: 1 }]);
        expect(await balanceOf(store, BAKER)).toBe(100);
        expect(await store.auditBooks()).toEqual([]);

        await store.applyAnswers(await nextWork(store), answers([]), LATER + 1);
        expect(await store.outcomes('p', 0, 5)).toEqual([
          { index: 1, status: 'Rejected', reason: 'AC01', at: LATER },
        ]);
        expect(await store.batchesOf('p')).toMatchObject([{ state: 'answered', pending: 0 }]);
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'PART', reason: 'AC01' });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'are ignored for credits that were not funded',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(2, POOR_PENCE + 100)]);
        const debits = [debitOf(0, POOR_PENCE, POOR), debitOf(1, 100, POOR)];
        await store.bookDebits(await nextWork(store), bookingOf(debits, { whole: false }), NOW);
        await store.markSent(await nextWork(store), LATER, NOW);
        const received = answers([answerOf(1, 'rejected', { debtor: POOR })]);
        await store.applyAnswers(await nextWork(store), received, LATER);
        expect(await balanceOf(store, POOR)).toBe(0);
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'PART', reason: 'AM04' });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'finish a payment only with its last batch',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100), batchOf(1, 900, { dueAt: LATER })]);
        const booking = bookingOf([debitOf(null, 100)]);
        await store.bookDebits(await nextWork(store), booking, NOW);
        await store.markSent(await nextWork(store), NOW, NOW);
        const first = await store.applyAnswers(await nextWork(store), answers([]), NOW);
        expect(first).toEqual({ done: true, finished: null });
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'ACSP' });

        const unfunded = bookingOf([debitOf(null, 900, POOR)]);
        const last = await store.bookDebits(await nextWork(store), unfunded, LATER);
        expect(last).toEqual({ done: true, finished: 'PART' });
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'PART', reason: 'AM04' });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'finish a payment once if two batches end concurrently',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100), batchOf(1, 200)]);
        for (const work of await store.dueWork(NOW, 2)) {
          const debits = [debitOf(null, 100 * (work.batch + 1))];
          await store.bookDebits(work, bookingOf(debits), NOW);
        }
        for (const work of await store.dueWork(NOW, 2)) await store.markSent(work, NOW, NOW);
        const due = await store.dueWork(NOW, 2);
        const ends = due.map((work) => store.applyAnswers(work, answers([]), NOW));
        expect(await Promise.all(ends)).toEqual([
          { done: true, finished: null },
          { done: true, finished: 'ACSC' },
        ]);
      }),
    );
  });

  describe('a statement', () => {
    it(
      'continues after an entry, oldest first, up to the limit',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 3);
        const exceptions = [0, 1, 2].map((index) => answerOf(index, 'rejected'));
        await store.applyAnswers(work, answers(exceptions), LATER);
        const all = await store.statement(RICH, 0, 10);
        expect(all.map((entry) => entry.amountPence)).toEqual([RICH_PENCE, -300, 100, 100, 100]);
        const two = await store.statement(RICH, all[0]?.id ?? 0, 2);
        expect(two).toEqual(all.slice(1, 3));
        expect(await store.statement(RICH, all[4]?.id ?? 0, 2)).toEqual([]);
      }),
    );
  });
}
