import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import type { BankData } from '../../../src/domain/records/seed.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
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
  enteredBy,
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

/** Returns a bank file in which an account of Northwind belongs to Bright Bakes. */
function fileWithNewOwner(number: string): BankData {
  const account = expectDefined(
    BANK.accounts.find((one) => one.number === number),
    number,
  );
  return { customers: [], users: [], accounts: [{ ...account, customerId: 'bakes' }] };
}

function fileWithTransferredClara(): BankData {
  const [clara] = BANK.users;
  const users = [{ ...expectDefined(clara, 'clara'), customerId: 'bakes' }];
  return { customers: [], users, accounts: [] };
}

const CLARA = { kind: 'user', id: 'clara', from: 'north', to: 'bakes' } as const;

function accountTransfer(number: string) {
  return { kind: 'account', id: number, from: 'north', to: 'bakes' } as const;
}

/** Transfers an account of Northwind to Bright Bakes. */
export async function transferAccount(store: TestStore, number: string): Promise<void> {
  const data = { ...fileWithNewOwner(number), transfers: [accountTransfer(number)] };
  expect(await store.adoptBank(data, NOW)).toEqual([]);
}

async function transferClara(store: TestStore): Promise<void> {
  expect(await store.adoptBank({ ...fileWithTransferredClara(), transfers: [CLARA] }, NOW)).toEqual(
    [],
  );
}

/** Creates a VRP consent that Clara authorised for Northwind. */
async function authoriseVrp(store: Store, id: string, account = RICH): Promise<void> {
  const status = 'AwaitingAuthorisation' as const;
  const consent = { ...consentOf(id), family: 'domestic-vrps', status };
  await store.createConsent(consent, keyOf(`create ${id}`), ACT);
  const token = tokenOf(`token ${id}`, { kind: 'customer', consentId: id });
  await store.authoriseConsent(id, approvedWith(account), { token }, ACT);
}

export function ownershipSuite(open: OpenStore): void {
  describe('an account that was transferred to another customer', () => {
    it(
      'is not debited for a payment that waited for its date',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(3, 600)]);
        await transferAccount(store, RICH);
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
      'is not debited for a payment that was read before the transfer',
      withStore(open, async (store) => {
        await submit(store, 'before', [batchOf(1, 400)]);
        const before = bookingOf([debitOf(null, 400)]);
        await store.bookDebits(await nextWork(store), before, NOW);
        await submit(store, 'p', [batchOf(1, 600)]);
        const due = await store.dueWork(Number.MAX_SAFE_INTEGER, 10);
        const work = expectDefined(
          due.find(({ paymentId }) => paymentId === 'p'),
          'the work of p',
        );
        await transferAccount(store, RICH);
        expect(await store.bookDebits(work, bookingOf([debitOf(null, 600)]), NOW)).toEqual({
          ...{ done: true, finished: 'RJCT' },
        });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 400);
      }),
    );

    it(
      'is not debited for a payment that is booked at submission',
      withStore(open, async (store) => {
        await authorise(store, 'p');
        const payment = { ...paymentOf('p', [batchOf(1, 600)]), consumesConsent: false };
        const request = {
          spending: { pence: 600, limits: [] },
          booking: bookingOf([debitOf(0, 600, BAKER)]),
        };
        const submitted = await store.submitPayment({ ...payment, ...request }, keyOf('p'), ACT);
        expect(submitted).toMatchObject({ outcome: 'booked', finished: 'RJCT' });
        expect(await store.findPayment('p')).toMatchObject(ACCOUNT_REFUSED);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is not debited for payments of a file, unlike the other accounts',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(2, 200)]);
        await transferAccount(store, RICH);
        const debits = [debitOf(0, 100, RICH), debitOf(1, 100, POOR)];
        await store.bookDebits(await nextWork(store), bookingOf(debits, { whole: false }), NOW);
        expect(await store.outcomes('p', 0, 2)).toMatchObject([
          { index: 0, status: 'Refused', reason: 'AG01' },
        ]);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await balanceOf(store, POOR)).toBe(POOR_PENCE - 100);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'ends its standing order with the refused payment',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 600)]);
        await transferAccount(store, RICH);
        const next = batchOf(1, 700, { dueAt: LATER });
        await store.bookDebits(await nextWork(store), bookingOf([debitOf(0, 600)], { next }), NOW);
        expect(await store.findPayment('p')).toMatchObject(ACCOUNT_REFUSED);
        expect(await store.nextWorkAt()).toBeUndefined();
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is debited before a concurrent transfer or not at all',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(3, 600)]);
        const work = await nextWork(store);
        const booking = bookingOf([debitOf(null, 600)]);
        await Promise.all([transferAccount(store, RICH), store.bookDebits(work, booking, NOW)]);
        const debited = RICH_PENCE - (await balanceOf(store, RICH));
        const { groupStatus } = expectDefined(await store.findPayment('p'), 'p');
        expect([
          [600, 'ACSP'],
          [0, 'RJCT'],
        ]).toContainEqual([debited, groupStatus]);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );
  });

  describe('a user who was transferred to another customer', () => {
    it(
      'leaves payments and consents with the customer for whom they were approved',
      withStore(open, async (store) => {
        await authoriseVrp(store, 'vrp');
        await authorise(store, 'later');
        await submit(store, 'p', [batchOf(3, 600)]);
        await transferClara(store);
        const later = paymentOf('later', [batchOf(3, 600)]);
        await store.submitPayment(later, keyOf('later'), ACT);
        const found = async (customerId: string) => ({
          permissions: (await store.permissionsOf(customerId)).map(({ consent }) => consent.id),
          permission: (await store.findPermission('vrp', customerId))?.consent.id,
          payments: (await store.paymentsOfCustomer(customerId, null, 10)).map(({ id }) => id),
          duplicates: (await store.duplicateFiles('consent-p', customerId, NOW)).length,
        });
        const all = {
          permissions: ['vrp'],
          permission: 'vrp',
          payments: ['p', 'later'],
          duplicates: 1,
        };
        expect(await found('north')).toEqual(all);
        const none = { permissions: [], permission: undefined, payments: [], duplicates: 0 };
        expect(await found('bakes')).toEqual(none);
        expect(await store.findConsent('consent-p')).toMatchObject({ customerId: 'north' });
        expect(await store.findPayment('later')).toMatchObject({ customerId: 'north' });
      }),
    );

    it(
      'cannot debit accounts of the new customer for payments approved for the former one',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        await transferClara(store);
        const booking = bookingOf([debitOf(null, 100, BAKER)]);
        await store.bookDebits(await nextWork(store), booking, NOW);
        expect(await store.findPayment('p')).toMatchObject(ACCOUNT_REFUSED);
      }),
    );
  });

  describe('a change of owner in the bank’s file', () => {
    it(
      'is refused without a transfer, together with the whole file',
      withStore(open, async (store) => {
        const [customer] = BANK.customers;
        const { accounts } = fileWithNewOwner(RICH);
        const { users } = fileWithTransferredClara();
        const data = {
          customers: [{ ...expectDefined(customer, 'north'), name: 'Another name' }],
          ...{ users, accounts },
        };
        const wrong = { ...accountTransfer(RICH), from: 'bakes' };
        expect(await store.adoptBank({ ...data, transfers: [wrong] }, NOW)).toEqual([
          { ...accountTransfer(RICH), ordered: wrong },
          { ...CLARA, ordered: null },
        ]);
        expect(await store.findAccount(RICH)).toMatchObject({ customerId: 'north' });
        expect(await store.findUser('clara')).toMatchObject({
          customerId: 'north',
          customerName: 'Northwind',
        });
      }),
    );

    it(
      'ends only the former customer’s approvals for the transferred account',
      withStore(open, async (store) => {
        await authoriseVrp(store, 'vrp');
        await authoriseVrp(store, 'other', POOR);
        await authorise(store, 'single');
        await authorise(store, 'waits');
        const awaiting = { required: 2, approveBy: LATER };
        const waiting = { ...paymentOf('waits', []), awaiting };
        await store.submitPayment(waiting, keyOf('waits'), ACT);
        await transferAccount(store, RICH);
        const ended = { refusedBy: 'bank', customerId: 'north' };
        expect(await store.findConsent('vrp')).toMatchObject({ ...ended, status: 'Revoked' });
        expect(await store.findConsent('consent-single')).toMatchObject({
          ...ended,
          status: 'Rejected',
        });
        expect(await store.findGrant('token vrp')).toBeUndefined();
        expect(await store.findConsent('other')).toMatchObject({ status: 'Authorised' });
        expect(await store.findPayment('waits')).toMatchObject({
          ...ACCOUNT_REFUSED,
          approval: { status: 'rejected' },
        });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is applied once if the file is applied repeatedly or concurrently',
      withStore(open, async (store) => {
        await authoriseVrp(store, 'vrp');
        const { sequence: before } = await store.auditHead();
        await Promise.all([transferAccount(store, RICH), transferAccount(store, RICH)]);
        await transferAccount(store, RICH);
        // Two entries: the end of the consent and the transfer.
        expect((await store.auditHead()).sequence).toBe(before + 2);
        expect(await store.findAccount(RICH)).toMatchObject({ customerId: 'bakes' });
      }),
    );

    it(
      'ends the sessions of a transferred user',
      withStore(open, async (store) => {
        const credential = { userId: 'clara', passwordHash: 'hash', totpSecret: 'secret' };
        await store.putCredentials([credential]);
        const session = { hash: 'session', interactionUid: 'visit' };
        const times = { activeUntil: LATER, expiresAt: LATER };
        const password = enteredBy('clara', true);
        await store.beginSession({ ...session, ...times }, password, null, ACT, NOW);
        const { sequence: before } = await store.auditHead();
        await transferClara(store);
        expect(await store.findSession('session')).toBeUndefined();
        expect((await store.auditHead()).sequence).toBe(before + 1);
      }),
    );
  });
}
