import { describe, expect, it } from 'vitest';
import {
  ACT,
  authorise,
  batchOf,
  consentOf,
  keyOf,
  LATER,
  LATER_ACT,
  NOW,
  paymentOf,
  RICH,
  submit,
  withStore,
  type OpenStore,
} from './fixtures.ts';

export function paymentsSuite(open: OpenStore): void {
  describe('a payment', () => {
    it(
      'consumes its consent and is stored with its batches and their work',
      withStore(open, async (store) => {
        const rest = { instrument: 'SWIFT', date: '2026-03-03', chargePence: 20 } as const;
        const second = batchOf(1, 50, { ...rest, dueAt: LATER, moved: true });
        const created = await submit(store, 'p', [batchOf(2, 200), second]);
        expect(created).toMatchObject({
          outcome: 'created',
          value: {
            id: 'p',
            groupStatus: 'RCVD',
            reason: null,
            version: 1,
            debtorAccount: RICH,
          },
        });
        const value = 'value' in created ? created.value : undefined;
        expect(await store.findPayment('p')).toEqual(value);
        expect(await store.findConsent('consent-p')).toMatchObject({ status: 'Consumed' });
        const counts = { rejected: 0, returned: 0, pending: 0, round: 0 };
        const untouched = {
          sentAt: null,
          exchangeRate: null,
          abandonedAt: null,
          failureReason: null,
          onlyIndex: null,
        };
        const fresh = { paymentId: 'p', state: 'waiting', stateUpdatedAt: NOW, ...untouched };
        const free = { instrument: 'FPS', date: null, chargePence: 0 };
        const batches = [
          { ...fresh, ...counts, ...free, number: 0, dueAt: NOW, payments: 2, totalPence: 200 },
          { ...fresh, ...counts, ...rest, number: 1, dueAt: LATER, payments: 1, totalPence: 50 },
        ];
        expect(await store.batchesOf('p')).toEqual(batches);
        expect(await store.findBatch('p', 0)).toEqual(batches[0]);
        expect(await store.findBatch('p', 1)).toEqual(batches[1]);
        expect(await store.findBatch('p', 2)).toBeUndefined();
        expect(await store.findBatch('another', 0)).toBeUndefined();
        const book = { step: 'book', paymentId: 'p', cursor: 0 };
        expect(await store.dueWork(LATER, 10)).toMatchObject([
          { ...book, batch: 0, dueAt: NOW },
          { ...book, batch: 1, dueAt: LATER },
        ]);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is pending if it is due later, and reports a moved date',
      withStore(open, async (store) => {
        const future = batchOf(1, 100, { dueAt: LATER });
        const waiting = await submit(store, 'p', [future]);
        const moved = await submit(store, 'q', [future, { ...future, moved: true }]);
        expect(waiting).toMatchObject({ value: { groupStatus: 'PDNG' } });
        expect(moved).toMatchObject({ value: { groupStatus: 'ACWC' } });
      }),
    );

    it(
      'needs an authorised consent',
      withStore(open, async (store) => {
        await store.createConsent(consentOf('consent-p'), keyOf('k'), ACT);
        const payment = paymentOf('p', [batchOf(1, 100)]);
        const refused = await store.submitPayment(payment, keyOf('submit'), ACT);
        expect(refused).toEqual({ outcome: 'wrongStatus', status: 'AwaitingUpload' });
        expect(await store.findPayment('p')).toBeUndefined();
        expect(await store.nextWorkAt()).toBeUndefined();
      }),
    );

    it(
      'is created once for fifty concurrent submissions under a consent',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) => {
            const id = `p${String(index)}`;
            const payment = { ...paymentOf(id, [batchOf(1, 100)]), consentId: 'consent-p' };
            return store.submitPayment(payment, keyOf(id), ACT);
          }),
        );
        const outcomes = answers.map((answer) => answer.outcome);
        expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
        expect(answers.filter((answer) => answer.outcome === 'wrongStatus')).toEqual(
          Array.from({ length: 49 }, () => ({ outcome: 'wrongStatus', status: 'Consumed' })),
        );
        expect(await store.dueWork(NOW, 100)).toHaveLength(1);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'may be one of several if it does not consume its consent',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        for (const id of ['p1', 'p2']) {
          const payment = { ...paymentOf(id, [batchOf(1, 100)]), consentId: 'consent-p' };
          const spending = { pence: 100, limits: [] };
          const submitted = { ...payment, consumesConsent: false, spending };
          const created = await store.submitPayment(submitted, keyOf(id), ACT);
          expect(created.outcome).toBe('created');
        }
        expect(await store.findConsent('consent-p')).toMatchObject({ status: 'Authorised' });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is returned again, not refused, under the same key',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        const again = paymentOf('p', [batchOf(1, 100)]);
        const repeated = await store.submitPayment(again, keyOf('submit p'), LATER_ACT);
        expect(repeated).toMatchObject({ outcome: 'repeated', value: { id: 'p', createdAt: NOW } });
      }),
    );
  });

  describe('work', () => {
    it(
      'falls due in order of time and not earlier',
      withStore(open, async (store) => {
        expect(await store.nextWorkAt()).toBeUndefined();
        await submit(store, 'late', [batchOf(1, 100, { dueAt: LATER })]);
        await submit(store, 'soon', [batchOf(1, 100)]);
        expect(await store.nextWorkAt()).toBe(NOW);
        const payments = async (now: number, limit: number) =>
          (await store.dueWork(now, limit)).map((work) => work.paymentId);
        expect(await payments(NOW - 1, 10)).toEqual([]);
        expect(await payments(LATER - 1, 10)).toEqual(['soon']);
        expect(await payments(LATER, 10)).toEqual(['soon', 'late']);
        expect(await payments(LATER, 1)).toEqual(['soon']);
      }),
    );
  });
}
