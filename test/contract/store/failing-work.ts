import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import type { Work } from '../../../src/domain/records/records.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import {
  ACT,
  answerOf,
  BAKER,
  balanceOf,
  batchOf,
  bookingOf,
  debitOf,
  LATER,
  LATER_ACT,
  nextWork,
  NOW,
  POOR,
  POOR_PENCE,
  RICH,
  RICH_PENCE,
  sendWhole,
  submit,
  withStore,
  type OpenStore,
} from './fixtures.ts';
import { abandonWork } from '../../helpers/proposals.ts';

const PROBLEM = 'Error: the scheme is away';

async function park(store: Store, work: Work): Promise<Work> {
  await store.postponeWork(work, { at: NOW, problem: PROBLEM, tryAt: null });
  const [parked] = await store.listFailingWork(1, work.id);
  return expectDefined(parked, 'the parked step');
}

/** Returns the last statement entry of an account. */
async function lastEntry(store: Store, account: string) {
  return (await store.statement(account, 0, 20)).at(-1);
}

export function failingWorkSuite(open: OpenStore): void {
  describe('work that fails', () => {
    it(
      'is no longer listed as due but as work to retry, from its retry time on',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        const work = await nextWork(store);
        expect(work.attempts).toBe(0);
        await store.postponeWork(work, { at: NOW, problem: PROBLEM, tryAt: LATER });
        expect(await store.dueWork(LATER, 10)).toEqual([]);
        expect(await store.nextWorkAt()).toBeUndefined();
        expect(await store.workToRetry(LATER - 1, 10)).toEqual([]);
        expect(await store.workToRetry(LATER, 10)).toEqual([{ ...work, attempts: 1 }]);
        expect([await store.nextRetryAt(NOW), await store.nextRetryAt(LATER)]).toEqual([
          LATER,
          undefined,
        ]);
        expect(await store.summariseFailingWork()).toEqual({
          failing: 1,
          parked: 0,
          oldestDueAt: NOW,
        });
        expect(await store.listFailingWork(10)).toEqual([
          {
            ...{ ...work, attempts: 1, tryAt: LATER, problem: PROBLEM },
            ...{ family: 'file-payments', instrument: 'FPS', payments: 1, totalPence: 100 },
          },
        ]);
      }),
    );

    it(
      'names the batches of a payment with a parked step',
      withStore(open, async (store) => {
        for (const id of ['p', 'q']) await submit(store, id, [batchOf(1, 100), batchOf(1, 200)]);
        const steps = await store.dueWork(NOW, 10);
        const step = steps.find(({ paymentId, batch }) => paymentId === 'p' && batch === 1);
        await park(store, expectDefined(step, 'a step of the second batch'));
        expect(await store.parkedBatchesOf('p')).toEqual([1]);
        expect(await store.parkedBatchesOf('q')).toEqual([]);
      }),
    );

    it(
      'counts every failure and ends normally when it succeeds',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        await store.postponeWork(await nextWork(store), { at: NOW, problem: '1', tryAt: NOW });
        const [once] = await store.workToRetry(NOW, 1);
        const work = expectDefined(once, 'the step');
        await store.postponeWork(work, { at: NOW, problem: '2', tryAt: NOW });
        expect(await store.listFailingWork(1)).toMatchObject([{ attempts: 2, problem: '2' }]);
        await store.bookDebits(work, bookingOf([debitOf(null, 100)]), NOW);
        expect(await store.summariseFailingWork()).toMatchObject({ failing: 0, parked: 0 });
        expect(await nextWork(store)).toMatchObject({ step: 'send', attempts: 0 });
      }),
    );

    it(
      'counts all failures by an outage of the storage as one',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        const outage = { at: NOW, problem: 'away', tryAt: NOW, isOutage: true };
        await store.postponeWork(await nextWork(store), outage);
        for (const problem of ['away again', 'still away']) {
          const [work] = await store.workToRetry(NOW, 1);
          await store.postponeWork(expectDefined(work, 'the step'), { ...outage, problem });
          expect(await store.listFailingWork(1)).toMatchObject([{ attempts: 1, problem }]);
        }
        const [work] = await store.workToRetry(NOW, 1);
        const failure = { at: NOW, problem: 'a bug', tryAt: NOW };
        await store.postponeWork(expectDefined(work, 'the step'), failure);
        expect(await store.listFailingWork(1)).toMatchObject([{ attempts: 2 }]);
      }),
    );

    it(
      'and is parked waits for an operator and is then retried',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        await submit(store, 'q', [batchOf(1, 200)]);
        for (const work of await store.dueWork(NOW, 10)) await park(store, work);
        expect(await store.dueWork(LATER, 10)).toEqual([]);
        expect(await store.workToRetry(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
        expect(await store.nextRetryAt(0)).toBeUndefined();
        expect(await store.summariseFailingWork()).toEqual({
          failing: 0,
          parked: 2,
          oldestDueAt: null,
        });
        const [one, other] = await store.listFailingWork(10);
        expect([one?.tryAt, other?.tryAt]).toEqual([null, null]);

        const { id } = expectDefined(one, 'a parked step');
        expect(await store.resumeWork(id, 10, LATER_ACT)).toBe(1);
        expect(await store.resumeWork(id, 10, LATER_ACT)).toBe(0);
        expect(await store.workToRetry(LATER, 10)).toMatchObject([{ id, attempts: 1 }]);
        expect(await store.resumeWork(null, 10, LATER_ACT)).toBe(1);
        expect(await store.summariseFailingWork()).toMatchObject({ failing: 2, parked: 0 });
      }),
    );

    it(
      'is retried in the order of its retry times',
      withStore(open, async (store) => {
        for (const id of ['p', 'q', 'r']) await submit(store, id, [batchOf(1, 100)]);
        const tryAt = [NOW + 3, NOW + 1, NOW + 2];
        for (const [index, work] of (await store.dueWork(NOW, 10)).entries()) {
          await store.postponeWork(work, { at: NOW, problem: '', tryAt: tryAt[index] ?? null });
        }
        const found = await store.workToRetry(LATER, 2);
        expect(found.map(({ paymentId }) => paymentId)).toEqual(['q', 'r']);
      }),
    );
  });

  describe('abandoning a step', () => {
    it(
      'before its booking fails the payment and debits nothing',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(3, 600)]);
        const work = await park(store, await nextWork(store));
        const abandoned = { kind: 'done', returnedPence: 0, finished: 'RJCT' };
        expect(await abandonWork(store, work, null, LATER_ACT)).toEqual(abandoned);
        expect(await abandonWork(store, work, null, LATER_ACT)).toEqual({ kind: 'notPossible' });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        const batch = { state: 'failed', rejected: 3, abandonedAt: LATER };
        expect(await store.batchesOf('p')).toMatchObject([batch]);
        expect(await store.findPayment('p')).toMatchObject({
          groupStatus: 'RJCT',
          reason: 'NARR',
          statusUpdatedAt: LATER,
        });
        expect(await store.summariseFailingWork()).toMatchObject({ failing: 0, parked: 0 });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'after some debits returns each of them separately',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(4, 1100)]);
        const debits = [debitOf(0, 300), debitOf(1, 200, POOR), debitOf(2, 400, POOR)];
        const part = bookingOf(debits, { whole: false, nextCursor: 3 });
        await store.bookDebits(await nextWork(store), part, NOW);
        const work = await park(store, await nextWork(store));
        expect(await abandonWork(store, work, null, LATER_ACT)).toMatchObject({
          returnedPence: 500,
          finished: 'RJCT',
        });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await balanceOf(store, POOR)).toBe(POOR_PENCE);
        expect(await lastEntry(store, POOR)).toMatchObject({
          ...{ amountPence: 200, kind: 'returned-credit', bookedAt: LATER },
          ...{ reference: 'Returned NARR March payroll', counterparty: 'Several' },
        });
        // Three payments were abandoned, and one had no funds.
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'RJCT', reason: 'NARR' });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it.each(['send', 'collect'] as const)(
      'with the step %s pending returns the single debit of all payments',
      (step) =>
        withStore(open, async (store) => {
          await submit(store, 'p', [batchOf(3, 600)]);
          await store.bookDebits(await nextWork(store), bookingOf([debitOf(null, 600)]), NOW);
          if (step === 'collect') await store.markSent(await nextWork(store), LATER, NOW);
          const work = await park(store, await nextWork(store));
          expect(work.step).toBe(step);
          expect(await abandonWork(store, work, null, LATER_ACT)).toMatchObject({
            returnedPence: 600,
            finished: 'RJCT',
          });
          expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
          expect(await store.auditBooks()).toEqual([]);
        })(),
    );

    it(
      'with some credits pending returns only these',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 4);
        const exceptions = [
          answerOf(0, 'pending'),
          answerOf(1, 'own', { creditor: BAKER }),
          answerOf(3, 'pending'),
        ];
        const answers = { exceptions, nextCursor: null, askAgainAt: LATER };
        await store.applyAnswers(work, answers, NOW);
        const again = await park(store, await nextWork(store));
        expect(await abandonWork(store, again, null, LATER_ACT)).toEqual({
          kind: 'done',
          returnedPence: 200,
          finished: 'PART',
        });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 200);
        expect(await balanceOf(store, BAKER)).toBe(100);
        const rejected = { status: 'Rejected', reason: 'NARR', at: LATER };
        expect(await store.outcomes('p', 0, 10)).toEqual([
          { index: 0, ...rejected },
          { index: 3, ...rejected },
        ]);
        expect(await store.batchesOf('p')).toMatchObject([
          { state: 'answered', rejected: 2, pending: 0, abandonedAt: LATER },
        ]);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'in the middle of its answers is refused, because only the file lists the remaining credits',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 4);
        const answers = { exceptions: [answerOf(0, 'rejected')], nextCursor: 2, askAgainAt: null };
        await store.applyAnswers(work, answers, NOW);
        const rest = await park(store, await nextWork(store));
        expect(await abandonWork(store, rest, null, LATER_ACT)).toEqual({
          kind: 'partlyAnswered',
        });
        expect(await store.summariseFailingWork()).toMatchObject({ parked: 1 });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is refused unless the step is parked',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        const work = await nextWork(store);
        expect(await abandonWork(store, work, null, ACT)).toEqual({ kind: 'notPossible' });
        await store.postponeWork(work, { at: NOW, problem: PROBLEM, tryAt: NOW });
        expect(await abandonWork(store, work, null, ACT)).toEqual({ kind: 'notPossible' });
      }),
    );

    it(
      'of an order schedules the next payment',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        const work = await park(store, await nextWork(store));
        const next = batchOf(1, 100, { dueAt: LATER });
        expect(await abandonWork(store, work, next, ACT)).toMatchObject({ finished: null });
        expect(await nextWork(store)).toMatchObject({ step: 'book', batch: 1, dueAt: LATER });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );
  });
}
