import { describe, expect, it } from 'vitest';
import type { AccountState } from '../../../src/domain/parties/accounts.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import {
  BAKER,
  balanceOf,
  BANK,
  batchOf,
  bookingOf,
  debitOf,
  ELSEWHERE,
  LATER,
  nextWork,
  NOW,
  POOR,
  RICH,
  RICH_PENCE,
  SHUT,
  submit,
  withStore,
  type OpenStore,
} from './fixtures.ts';

export function bookingSuite(open: OpenStore): void {
  describe('booking a batch as a whole', () => {
    it(
      'books the debit once and schedules the sending',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(3, 600)]);
        const work = await nextWork(store);
        const booking = bookingOf([debitOf(null, 600)]);
        const both = [
          store.bookDebits(work, booking, LATER),
          store.bookDebits(work, booking, LATER),
        ];
        expect(await Promise.all(both)).toEqual([{ done: true, finished: null }, { done: false }]);

        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 600);
        expect(await store.batchesOf('p')).toMatchObject([{ state: 'booked', rejected: 0 }]);
        expect(await store.findPayment('p')).toMatchObject({
          groupStatus: 'ACSP',
          version: 2,
          statusUpdatedAt: LATER,
        });
        expect(await nextWork(store)).toMatchObject({ step: 'send', cursor: 0, dueAt: LATER });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'books nothing and fails with AM04 if one of several debits is not funded',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(2, 1100)]);
        const debits = [debitOf(null, 599, RICH), debitOf(null, 501, POOR)];
        const booking = bookingOf(debits);
        expect(await store.bookDebits(await nextWork(store), booking, LATER)).toEqual({
          done: true,
          finished: 'RJCT',
        });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await store.batchesOf('p')).toMatchObject([{ state: 'failed', rejected: 2 }]);
        expect(await store.findPayment('p')).toMatchObject({
          groupStatus: 'RJCT',
          reason: 'AM04',
          version: 2,
        });
        expect(await store.outcomes('p', 0, 10)).toEqual([]);
        expect(await store.nextWorkAt()).toBeUndefined();
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'never overdraws an account when two files are booked concurrently',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 300)]);
        await submit(store, 'q', [batchOf(1, 300)]);
        const booking = bookingOf([debitOf(null, 300, POOR)]);
        const due = await store.dueWork(NOW, 10);
        await Promise.all(due.map((work) => store.bookDebits(work, booking, NOW)));
        expect(await balanceOf(store, POOR)).toBe(200);
        const states = [...(await store.batchesOf('p')), ...(await store.batchesOf('q'))];
        expect(states.map((batch) => batch.state)).toEqual(['booked', 'failed']);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );
  });

  describe('booking debits one by one', () => {
    it(
      'rejects each debit that the ones before it leave without funds',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(4, 1201)]);
        const debits = [300, 201, 200, 500].map((pence, index) => debitOf(index, pence, POOR));
        const booking = bookingOf(debits, { whole: false });
        await store.bookDebits(await nextWork(store), booking, LATER);

        expect(await balanceOf(store, POOR)).toBe(0);
        const unfunded = { status: 'Refused', reason: 'AM04', at: LATER };
        expect(await store.outcomes('p', 0, 4)).toEqual([
          { index: 1, ...unfunded },
          { index: 3, ...unfunded },
        ]);
        expect(await store.outcomes('p', 2, 3)).toEqual([]);
        expect(await store.batchesOf('p')).toMatchObject([{ state: 'booked', rejected: 2 }]);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'continues at the cursor, and the payment is ACSP from the first debit',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(2, 200)]);
        const first = bookingOf([debitOf(0, 100)], { whole: false, nextCursor: 7 });
        await store.bookDebits(await nextWork(store), first, NOW);
        expect(await nextWork(store)).toMatchObject({ step: 'book', cursor: 7, dueAt: NOW });
        expect(await store.batchesOf('p')).toMatchObject([{ state: 'waiting' }]);
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'ACSP', version: 2 });
        expect(await store.auditBooks()).toEqual([]);

        const second = bookingOf([debitOf(7, 100)], { whole: false });
        await store.bookDebits(await nextWork(store), second, LATER);
        expect(await nextWork(store)).toMatchObject({ step: 'send', cursor: 0 });
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'ACSP', version: 2 });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'fails if no debit can be booked: another owner, closed account, account at another bank',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(3, 300)]);
        const debits = [BAKER, SHUT, ELSEWHERE].map((from, index) => debitOf(index, 100, from));
        const booking = bookingOf(debits, { whole: false });
        await store.bookDebits(await nextWork(store), booking, NOW);
        expect(await store.batchesOf('p')).toMatchObject([{ state: 'failed', rejected: 3 }]);
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'RJCT', reason: 'AC04' });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );
  });

  describe('a booking that debits a blocked account', () => {
    it(
      'fails with AC06, and is booked again after the account is unblocked',
      withStore(open, async (store) => {
        const setState = async (state: AccountState) => {
          const found = BANK.accounts.find(({ number }) => number === RICH);
          const account = { ...expectDefined(found, RICH), state };
          const data = { customers: [], users: [], accounts: [account] };
          expect(await store.adoptBank(data, NOW)).toEqual([]);
          expect(await store.findAccount(RICH)).toMatchObject({ state });
        };
        await setState('blocked');
        await submit(store, 'p', [batchOf(1, 300)]);
        await store.bookDebits(await nextWork(store), bookingOf([debitOf(null, 300)]), NOW);
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'RJCT', reason: 'AC06' });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);

        await submit(store, 'file', [batchOf(2, 300)]);
        const separate = bookingOf([debitOf(0, 100), debitOf(1, 200, POOR)], { whole: false });
        await store.bookDebits(await nextWork(store), separate, NOW);
        expect(await store.outcomes('file', 0, 2)).toMatchObject([{ index: 0, reason: 'AC06' }]);

        await setState('open');
        await submit(store, 'later', [batchOf(1, 300)]);
        const due = await store.dueWork(Number.MAX_SAFE_INTEGER, 10);
        const work = due.find(({ paymentId }) => paymentId === 'later');
        const booking = bookingOf([debitOf(null, 300)]);
        await store.bookDebits(expectDefined(work, 'its work'), booking, NOW);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 300);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );
  });

  describe('refusing a booking', () => {
    it(
      'books nothing, fails once with the reason and schedules the next payment',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 300)]);
        const work = await nextWork(store);
        const next = batchOf(1, 400, { dueAt: LATER });
        const refused = { step: 'refuse', reason: 'DT01' } as const;
        const both = [0, 1].map(() => store.executeSteps([{ ...refused, work, next }], NOW));
        const [one, other] = await Promise.all(both);
        expect([one, other]).toEqual([[{ done: true, finished: null }], [{ done: false }]]);
        expect(await store.batchesOf('p')).toMatchObject([
          { state: 'failed', rejected: 1 },
          { state: 'waiting' },
        ]);
        const outcome = { status: 'Refused', reason: 'DT01', at: NOW };
        expect(await store.outcomes('p', 0, 2)).toEqual([{ index: 0, ...outcome }]);
        expect(await store.auditBooks()).toEqual([]);

        const last = { ...refused, work: await nextWork(store), next: null };
        expect(await store.executeSteps([last], LATER)).toEqual([{ done: true, finished: 'RJCT' }]);
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'RJCT', reason: 'DT01' });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await store.nextWorkAt()).toBeUndefined();
        expect(await store.auditBooks()).toEqual([]);
      }),
    );
  });

  describe('sending a batch', () => {
    it(
      'happens once and schedules the collection of answers',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        const booking = bookingOf([debitOf(null, 100)]);
        await store.bookDebits(await nextWork(store), booking, NOW);
        const work = await nextWork(store);
        expect(await store.markSent(work, LATER, NOW)).toBe(true);
        expect(await store.markSent(work, LATER, NOW)).toBe(false);
        expect(await store.batchesOf('p')).toMatchObject([{ state: 'sent', sentAt: NOW }]);
        expect(await nextWork(store)).toMatchObject({ step: 'collect', cursor: 0, dueAt: LATER });
      }),
    );
  });
}
