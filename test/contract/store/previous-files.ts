import { describe, expect, it } from 'vitest';
import type { NewPayment } from '../../../src/domain/ports/store.ts';
import { DAY_MS, type Instant } from '../../../src/shared/time.ts';
import {
  actAt,
  authorise,
  batchOf,
  keyOf,
  NOW,
  paymentOf,
  withStore,
  type OpenStore,
  type TestStore,
  BY_CLARA,
} from './fixtures.ts';
import { register } from './registrations.ts';

interface PaymentOptions {
  readonly at?: Instant;
  readonly clientId?: string;
  readonly awaiting?: NewPayment['awaiting'];
  readonly family?: string;
}

const TWO = { required: 2, approveBy: NOW + DAY_MS };

/** Submits a payment of Northwind. */
async function submitFile(store: TestStore, id: string, how: PaymentOptions = {}): Promise<void> {
  const { at = NOW, clientId = 'tpp-one', awaiting = null, family = 'file-payments' } = how;
  await authorise(store, id, { clientId, family });
  const batches = awaiting === null ? [batchOf(3, 600)] : [];
  const payment = { ...paymentOf(id, batches), clientId, awaiting, family };
  await store.submitPayment(payment, keyOf(`submit ${id}`), actAt(at));
}

export function previousFilesSuite(open: OpenStore): void {
  describe('the previous file payment', () => {
    const before = async (
      store: TestStore,
      place: Parameters<typeof store.findPreviousFile>[2] = null,
    ) => (await store.findPreviousFile('north', 'tpp-one', place))?.id;

    it(
      'is the newest one of the customer, or the newest before a given payment',
      withStore(open, async (store) => {
        expect(await before(store)).toBeUndefined();
        await submitFile(store, 'b', { at: NOW });
        await submitFile(store, 'a', { at: NOW + 1 });
        await submitFile(store, 'c', { at: NOW + 1 });
        await submitFile(store, 'single', { at: NOW + 2, family: 'domestic-payments' });
        expect(await before(store)).toBe('c');
        expect(await before(store, { createdAt: NOW + 1, id: 'c' })).toBe('a');
        expect(await before(store, { createdAt: NOW + 1, id: 'a' })).toBe('b');
        expect(await before(store, { createdAt: NOW, id: 'b' })).toBeUndefined();
        expect(await store.findPreviousFile('bakes', 'tpp-one', null)).toBeUndefined();
      }),
    );

    it(
      'came through a client of the same organisation',
      withStore(open, async (store) => {
        await register(store, 'second');
        await submitFile(store, 'second-s', { clientId: 'second' });
        await submitFile(store, 'lapsed-s', { clientId: 'tpp-lapsed', at: NOW + 1 });
        expect(await before(store)).toBe('second-s');
        expect((await store.findPreviousFile('north', 'second', null))?.id).toBe('second-s');
        expect((await store.findPreviousFile('north', 'tpp-lapsed', null))?.id).toBe('lapsed-s');
        expect(await store.findPreviousFile('north', 'tpp-aisp', null)).toBeUndefined();
        expect(await store.findPreviousFile('north', 'nobody', null)).toBeUndefined();
      }),
    );

    it(
      'is not pending approval, rejected or cancelled',
      withStore(open, async (store) => {
        await submitFile(store, 'good');
        await submitFile(store, 'waits', { awaiting: TWO, at: NOW + 1 });
        await submitFile(store, 'cancelled', { at: NOW + 2 });
        await store.cancelPayment('cancelled', BY_CLARA, actAt(NOW + 3));
        expect(await before(store)).toBe('good');
        await store.expireApprovals(TWO.approveBy, 10);
        expect(await before(store)).toBe('good');
      }),
    );
  });
}
