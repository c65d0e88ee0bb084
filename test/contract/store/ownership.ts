import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import { present } from '../../../src/kernel/assert.ts';
import {
  ACT,
  approvedWith,
  authorise,
  BAKER,
  balanceOf,
  BANK,
  batchOf,
  bookingOf,
  consentOf,
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
  submit,
  tokenOf,
  withStore,
  type OpenStore,
  type TestStore,
} from './fixtures.ts';

const ACCOUNT_REFUSED = { groupStatus: 'RJCT', reason: 'AG01' };

/** The bank gives an account of Northwind to Bright Bakes. */
async function giveAway(store: TestStore, number: string): Promise<void> {
  const account = present(
    BANK.accounts.find((one) => one.number === number),
    number,
  );
  const accounts = [{ ...account, customerId: 'bakes' }];
  await store.adoptBank({ customers: [], users: [], accounts }, NOW);
}

/** Clara works for Bright Bakes from now on. */
async function moveClara(store: TestStore): Promise<void> {
  const [clara] = BANK.users;
  const users = [{ ...present(clara, 'clara'), customerId: 'bakes' }];
  await store.adoptBank({ customers: [], users, accounts: [] }, NOW);
}

/** A VRP consent that Clara authorised for Northwind. */
async function permit(store: Store, id: string): Promise<void> {
  const status = 'AwaitingAuthorisation' as const;
  const consent = { ...consentOf(id), family: 'domestic-vrps', status };
  await store.createConsent(consent, keyOf(`create ${id}`), ACT);
  const token = tokenOf(`token ${id}`, { kind: 'customer', consentId: id });
  await store.authoriseConsent(id, approvedWith(RICH), { token }, ACT);
}

export function ownershipSuite(open: OpenStore): void {
  describe('an account that belongs to another customer by now', () => {
    it(
      'is not debited for a payment that waited for its day',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(3, 600)]);
        await giveAway(store, RICH);
        const booking = bookingOf([debitOf(null, 600)]);
        const booked = await store.bookDebits(await nextWork(store), booking, NOW);
        expect(booked).toEqual({ done: true, finished: 'RJCT' });
        expect(await store.findPayment('p')).toMatchObject(ACCOUNT_REFUSED);
        expect(await store.findBatch('p', 0)).toMatchObject({ failureReason: 'AG01', rejected: 3 });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is not debited for a payment that is booked as it is submitted',
      withStore(open, async (store) => {
        await giveAway(store, RICH);
        await authorise(store, 'p');
        const payment = { ...paymentOf('p', [batchOf(1, 600)]), consumesConsent: false };
        const asked = {
          spending: { pence: 600, limits: [] },
          booking: bookingOf([debitOf(0, 600)]),
        };
        const submitted = await store.submitPayment({ ...payment, ...asked }, keyOf('p'), ACT);
        expect(submitted).toMatchObject({ outcome: 'booked', finished: 'RJCT' });
        expect(await store.findPayment('p')).toMatchObject(ACCOUNT_REFUSED);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is not debited for its payments of a file, and the others are',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(2, 200)]);
        await giveAway(store, RICH);
        const debits = [debitOf(0, 100, RICH), debitOf(1, 100, POOR)];
        await store.bookDebits(await nextWork(store), bookingOf(debits, { whole: false }), NOW);
        expect(await store.outcomes('p', 0, 2)).toMatchObject([
          { index: 0, status: 'Rejected', reason: 'AG01' },
        ]);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await balanceOf(store, POOR)).toBe(POOR_PENCE - 100);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'ends the standing order: no payment follows the one that is refused',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 600)]);
        await giveAway(store, RICH);
        const next = batchOf(1, 700, { dueAt: LATER });
        await store.bookDebits(await nextWork(store), bookingOf([debitOf(0, 600)], { next }), NOW);
        expect(await store.findPayment('p')).toMatchObject(ACCOUNT_REFUSED);
        expect(await store.nextWorkAt()).toBeUndefined();
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is debited before it changes hands or not at all, when both happen at once',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(3, 600)]);
        const work = await nextWork(store);
        const booking = bookingOf([debitOf(null, 600)]);
        await Promise.all([giveAway(store, RICH), store.bookDebits(work, booking, NOW)]);
        const taken = RICH_PENCE - (await balanceOf(store, RICH));
        const { groupStatus } = present(await store.findPayment('p'), 'p');
        expect([
          [600, 'ACSP'],
          [0, 'RJCT'],
        ]).toContainEqual([taken, groupStatus]);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );
  });

  describe('a user who works for another customer by now', () => {
    it(
      'leaves payments and permissions with the customer for which they were approved',
      withStore(open, async (store) => {
        await permit(store, 'vrp');
        await authorise(store, 'later');
        await submit(store, 'p', [batchOf(3, 600)]);
        await moveClara(store);
        const later = paymentOf('later', [batchOf(3, 600)]);
        await store.submitPayment(later, keyOf('later'), ACT);
        const found = async (customerId: string) => ({
          permissions: (await store.permissionsOf(customerId)).map(({ consent }) => consent.id),
          permission: (await store.findPermission('vrp', customerId))?.consent.id,
          payments: (await store.paymentsOfCustomer(customerId, null, 10)).map(({ id }) => id),
          twins: (await store.fileTwins('consent-p', customerId, NOW)).length,
        });
        const all = { permissions: ['vrp'], permission: 'vrp', payments: ['p', 'later'], twins: 1 };
        expect(await found('north')).toEqual(all);
        const none = { permissions: [], permission: undefined, payments: [], twins: 0 };
        expect(await found('bakes')).toEqual(none);
        expect(await store.findConsent('consent-p')).toMatchObject({ customerId: 'north' });
        expect(await store.findPayment('later')).toMatchObject({ customerId: 'north' });
      }),
    );

    it(
      'does not take the accounts of the new customer into what was approved for the former',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        await moveClara(store);
        const booking = bookingOf([debitOf(null, 100, BAKER)]);
        await store.bookDebits(await nextWork(store), booking, NOW);
        expect(await store.findPayment('p')).toMatchObject(ACCOUNT_REFUSED);
      }),
    );
  });
}
