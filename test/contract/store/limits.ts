import { describe, expect, it } from 'vitest';
import type { SpendingLimit } from '../../../src/domain/execution/spending.ts';
import type { NewPayment, Store, SubmitResult } from '../../../src/domain/ports/store.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { londonDate, londonInstant } from '../../../src/shared/time.ts';
import {
  ACT,
  actAt,
  authorise,
  batchOf,
  bookingOf,
  debitOf,
  keyOf,
  LATER,
  nextWork,
  NOW,
  paymentOf,
  POOR,
  withStore,
  type OpenStore,
} from './fixtures.ts';

const TODAY = londonDate(NOW);

/** Limit of 10.00 pounds for today. */
const LIMIT: SpendingLimit = {
  first: TODAY,
  last: TODAY,
  maximumPence: 10_00,
  path: 'Data.ControlParameters.PeriodicLimits.0.Amount',
};

function limitOf(maximumPence: number, path: string): SpendingLimit {
  return { ...LIMIT, maximumPence, path };
}

/** A payment of an amount under the consent created by `authorise(store, 'many')`. */
function paymentOfAmount(
  id: string,
  pence: number,
  limits: readonly SpendingLimit[] = [LIMIT],
): NewPayment {
  const payment = paymentOf(id, [batchOf(1, pence)]);
  const under = { consentId: 'consent-many', consumesConsent: false };
  return { ...payment, ...under, spending: { pence, limits } };
}

function pay(store: Store, payment: NewPayment, now = NOW): Promise<SubmitResult> {
  return store.submitPayment(payment, keyOf(payment.id), actAt(now));
}

/** Fails the pending payment for lack of funds. */
async function failNext(store: Store, pence: number): Promise<void> {
  const booking = bookingOf([debitOf(null, pence, POOR)]);
  const failed = { done: true, finished: 'RJCT' };
  expect(await store.bookDebits(await nextWork(store), booking, NOW)).toEqual(failed);
}

export function limitsSuite(open: OpenStore): void {
  describe('a spending limit', () => {
    it(
      'may be reached but not exceeded by a penny',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        expect((await pay(store, paymentOfAmount('p', 6_00))).outcome).toBe('created');
        const over = await pay(store, paymentOfAmount('q', 4_01));
        expect(over).toEqual({ outcome: 'overLimits', limits: [{ ...LIMIT, spentPence: 6_00 }] });
        expect((await pay(store, paymentOfAmount('r', 4_00))).outcome).toBe('created');
        expect((await pay(store, paymentOfAmount('s', 1))).outcome).toBe('overLimits');
      }),
    );

    it(
      'stores nothing of a payment that exceeds it, and leaves its idempotency key unused',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        const over = paymentOfAmount('p', 10_01);
        expect((await pay(store, over)).outcome).toBe('overLimits');
        expect(await store.findPayment('p')).toBeUndefined();
        expect(await store.batchesOf('p')).toEqual([]);
        expect(await store.nextWorkAt()).toBeUndefined();
        expect(await store.findKey(keyOf('p'), NOW)).toBeUndefined();
        expect((await pay(store, paymentOfAmount('p', 10_00))).outcome).toBe('created');
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is returned with all other exceeded limits and no others',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        const [day, week, year] = [limitOf(2_00, 'day'), limitOf(5_00, 'week'), limitOf(3_00, 'y')];
        const over = await pay(store, paymentOfAmount('p', 4_00, [day, week, year]));
        const broken = [day, year].map((limit) => ({ ...limit, spentPence: 0 }));
        expect(over).toEqual({ outcome: 'overLimits', limits: broken });
      }),
    );

    it(
      'counts payments from the start of its first day to the end of its last day',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        // In summer, days in London begin an hour before those of UTC.
        const days = { first: '2026-06-03', last: '2026-06-04' };
        const [begin, end] = [londonInstant('2026-06-03'), londonInstant('2026-06-05')];
        for (const [index, at] of [begin - 1, begin, end - 1, end].entries()) {
          const payment = paymentOfAmount(`p${String(index)}`, 10 ** index, []);
          expect((await pay(store, payment, at)).outcome).toBe('created');
        }
        const spentPence = 10 + 100;
        const tight = { ...limitOf(spentPence, 'tight'), ...days };
        expect(await pay(store, paymentOfAmount('over', 1, [tight]), begin)).toEqual({
          outcome: 'overLimits',
          limits: [{ ...tight, spentPence }],
        });
        const fitting = { ...limitOf(spentPence + 1, 'fitting'), ...days };
        expect((await pay(store, paymentOfAmount('fits', 1, [fitting]), begin)).outcome).toBe(
          'created',
        );
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'no longer counts a rejected payment',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        await pay(store, paymentOfAmount('p', 10_00));
        expect((await pay(store, paymentOfAmount('q', 10_00))).outcome).toBe('overLimits');
        await failNext(store, 10_00);
        expect((await pay(store, paymentOfAmount('q', 10_00))).outcome).toBe('created');
        expect((await pay(store, paymentOfAmount('r', 1))).outcome).toBe('overLimits');
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'no longer counts a payment on its submission day if it is rejected on a later day',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        const midnight = londonInstant('2026-03-03');
        const tomorrow = { ...LIMIT, first: '2026-03-03', last: '2026-03-03' };
        await pay(store, paymentOfAmount('p', 10_00), midnight - 1);
        await pay(store, paymentOfAmount('q', 10_00, [tomorrow]), midnight);
        const booking = bookingOf([debitOf(null, 10_00, POOR)]);
        await store.bookDebits(await nextWork(store), booking, midnight);
        const spending = { pence: 1, limits: [LIMIT, tomorrow] };
        expect(await store.exceededLimits('consent-many', spending)).toEqual([
          { ...tomorrow, spentPence: 10_00 },
        ]);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'can be checked beforehand without spending',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        await pay(store, paymentOfAmount('p', 6_00));
        const exceeded = (pence: number) =>
          store.exceededLimits('consent-many', { pence, limits: [LIMIT] });
        expect(await exceeded(4_01)).toEqual([{ ...LIMIT, spentPence: 6_00 }]);
        expect(await exceeded(4_00)).toEqual([]);
        expect(await exceeded(4_00)).toEqual([]);
        expect((await pay(store, paymentOfAmount('q', 4_00))).outcome).toBe('created');
        expect(await exceeded(0)).toEqual([]);
        expect(await exceeded(1)).toEqual([{ ...LIMIT, spentPence: 10_00 }]);
      }),
    );

    it(
      'applies to one consent only',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        await authorise(store, 'other');
        await pay(store, paymentOfAmount('p', 10_00));
        const other = { ...paymentOfAmount('q', 10_00), consentId: 'consent-other' };
        expect((await pay(store, other)).outcome).toBe('created');
      }),
    );

    it(
      'accepts exactly as many of fifty concurrent payments as it allows',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            pay(store, paymentOfAmount(`p${String(index)}`, 1_50)),
          ),
        );
        const created = answers.filter(({ outcome }) => outcome === 'created');
        const refused = answers.filter(({ outcome }) => outcome === 'overLimits');
        expect([created.length, refused.length]).toEqual([6, 44]);
        expect(await store.dueWork(NOW, 50)).toHaveLength(6);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'accepts a smaller payment when it refuses a larger concurrent one',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        const payments = [7_00, 4_00, 3_00].map((pence) =>
          paymentOfAmount(`p${String(pence)}`, pence),
        );
        const answers = await Promise.all(payments.map((payment) => pay(store, payment)));
        const outcomes = answers.map(({ outcome }) => outcome);
        expect(outcomes).toEqual(['created', 'overLimits', 'created']);
      }),
    );

    it(
      'does not count a repeated payment twice',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        const twice = [
          pay(store, paymentOfAmount('p', 10_00)),
          pay(store, paymentOfAmount('p', 10_00)),
        ];
        const outcomes = (await Promise.all(twice)).map(({ outcome }) => outcome);
        expect(outcomes).toEqual(['created', 'repeated']);
      }),
    );
  });

  describe('a consent for many payments', () => {
    it(
      'stays Authorised after each payment',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        for (const id of ['p', 'q', 'r']) {
          expect((await pay(store, paymentOfAmount(id, 3_00))).outcome).toBe('created');
          const untouched = { status: 'Authorised', statusUpdatedAt: NOW };
          expect(await store.findConsent('consent-many')).toMatchObject(untouched);
        }
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'accepts no payment from its expiry on',
      withStore(open, async (store) => {
        await authorise(store, 'many', { expiresAt: LATER });
        expect((await pay(store, paymentOfAmount('p', 100), LATER - 1)).outcome).toBe('created');
        const expired = { outcome: 'wrongStatus', status: 'Expired' };
        expect(await pay(store, paymentOfAmount('q', 100), LATER)).toEqual(expired);
        expect(await store.findPayment('q')).toBeUndefined();
        expect(await store.findKey(keyOf('q'), LATER)).toBeUndefined();
        expect((await pay(store, paymentOfAmount('p', 100), LATER)).outcome).toBe('repeated');
      }),
    );

    it(
      'accepts no payment after its revocation, and earlier payments continue',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        const consent = expectDefined(await store.findConsent('consent-many'), 'the consent');
        expect((await pay(store, paymentOfAmount('p', 100))).outcome).toBe('created');
        const [revoked, after] = await Promise.all([
          store.revokeConsent(consent, ACT),
          pay(store, paymentOfAmount('q', 100)),
        ]);
        expect(revoked).toBe(true);
        expect(after).toEqual({ outcome: 'wrongStatus', status: 'Revoked' });
        const booking = bookingOf([debitOf(null, 100)]);
        expect((await store.bookDebits(await nextWork(store), booking, NOW)).done).toBe(true);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );
  });
}
