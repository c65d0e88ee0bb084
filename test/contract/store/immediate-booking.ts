import { describe, expect, it } from 'vitest';
import { Bug } from '../../../src/shared/assert.ts';
import {
  ACT,
  authorise,
  balanceOf,
  batchOf,
  bookingOf,
  debitOf,
  keyOf,
  LATER,
  nextWork,
  NOW,
  paymentOf,
  POOR,
  POOR_PENCE,
  RICH,
  RICH_PENCE,
  withStore,
  type OpenStore,
  type TestStore,
} from './fixtures.ts';

const BATCH = batchOf(1, 600);

function submitBooked(store: TestStore, booking = bookingOf([debitOf(0, 600)])) {
  return store.submitPayment({ ...paymentOf('p', [BATCH]), booking }, keyOf('submit'), ACT);
}

export function immediateBookingSuite(open: OpenStore): void {
  describe('a payment that is booked when it is submitted', () => {
    it(
      'is debited and waits to be sent, and the result is the payment before the booking',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        const submitted = await submitBooked(store);
        expect(submitted).toMatchObject({ outcome: 'booked', finished: null });
        expect(submitted).toMatchObject({ value: { groupStatus: 'RCVD', version: 1 } });
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'ACSP', version: 2 });
        expect(await store.findBatch('p', 0)).toMatchObject({ state: 'booked', totalPence: 600 });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 600);
        expect(await nextWork(store)).toMatchObject({ step: 'send', dueAt: NOW });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is booked once if its request is repeated',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        const both = [submitBooked(store), submitBooked(store)];
        expect(await Promise.all(both)).toMatchObject([
          { outcome: 'booked' },
          { outcome: 'repeated', value: { groupStatus: 'ACSP' } },
        ]);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 600);
        expect(await store.dueWork(LATER, 10)).toHaveLength(1);
      }),
    );

    it(
      'fails at once for lack of funds and no longer counts towards its limits',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        const payment = { ...paymentOf('p', [BATCH]), consumesConsent: false };
        const spending = { pence: 600, limits: [] };
        const booking = bookingOf([debitOf(0, 600, POOR)]);
        const unfunded = { ...payment, spending, booking };
        const submitted = await store.submitPayment(unfunded, keyOf('submit'), ACT);
        expect(submitted).toMatchObject({ outcome: 'booked', finished: 'RJCT' });
        expect(submitted).toMatchObject({ value: { groupStatus: 'RCVD' } });
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'RJCT', reason: 'AM04' });
        expect(await balanceOf(store, POOR)).toBe(POOR_PENCE);
        expect(await store.nextWorkAt()).toBeUndefined();
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'schedules the next payment of its order',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        const next = batchOf(1, 700, { dueAt: LATER });
        await submitBooked(store, bookingOf([debitOf(0, 600)], { next }));
        expect(await store.dueWork(LATER, 10)).toMatchObject([
          { step: 'send', batch: 0 },
          { step: 'book', batch: 1, dueAt: LATER },
        ]);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is not stored if its booking is inconsistent, and can then be submitted without one',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        await expect(submitBooked(store, bookingOf([debitOf(0, 599)]))).rejects.toBeInstanceOf(Bug);
        expect(await store.findPayment('p')).toBeUndefined();
        expect(await store.findConsent('consent-p')).toMatchObject({ status: 'Authorised' });
        const submission = await store.submitPayment(paymentOf('p', [BATCH]), keyOf('submit'), ACT);
        expect(submission).toMatchObject({ outcome: 'created' });
        expect(await nextWork(store)).toMatchObject({ step: 'book' });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );
  });
}
