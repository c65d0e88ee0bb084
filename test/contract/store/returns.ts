import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import type { ReasonCode } from '../../../src/domain/records/payment.ts';
import { londonDate } from '../../../src/shared/time.ts';
import {
  ACT,
  answerOf,
  authorise,
  BAKER,
  balanceOf,
  batchOf,
  bookingOf,
  debitOf,
  keyOf,
  LATER,
  LATER_ACT,
  nextWork,
  NOW,
  paymentOf,
  RICH,
  RICH_PENCE,
  sendWhole,
  SHUT,
  submit,
  withStore,
  type OpenStore,
} from './fixtures.ts';
import { transferAccount } from './ownership.ts';

const ACCEPTED = { exceptions: [], nextCursor: null, askAgainAt: null };
const BATCH = { paymentId: 'p', number: 0 };

function comeBack(store: Store, index: number, reason: ReasonCode = 'AC04') {
  const debit = { ...debitOf(index, 100), index };
  return store.returnCredit(BATCH, { debit, reason }, LATER_ACT);
}

/** Executes a payment of three credits. The scheme rejects those with the given indexes. */
async function pay(store: Store, rejected: readonly number[] = []): Promise<void> {
  const work = await sendWhole(store, 'p', 3);
  const exceptions = rejected.map((index) => answerOf(index, 'rejected'));
  await store.applyAnswers(work, { exceptions, nextCursor: null, askAgainAt: null }, NOW);
}

export function returnsSuite(open: OpenStore): void {
  describe('a credit that comes back after the scheme accepted it', () => {
    it(
      'is given to the debtor once, and changes the status of the payment',
      withStore(open, async (store) => {
        await pay(store);
        expect(await comeBack(store, 1)).toEqual({ kind: 'returned', groupStatus: 'PART' });
        expect(await comeBack(store, 1, 'NARR')).toEqual({ kind: 'alreadyBack' });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 200);
        const [, , entry, ...rest] = await store.statement(RICH, 0, 10);
        expect(entry).toMatchObject({ amountPence: 100, kind: 'returned-credit', bookedAt: LATER });
        expect(rest).toEqual([]);
        expect(await store.outcomes('p', 0, 3)).toEqual([
          { index: 1, status: 'Returned', reason: 'AC04', at: LATER },
        ]);
        expect(await store.batchesOf('p')).toMatchObject([
          { state: 'answered', rejected: 0, returned: 1, stateUpdatedAt: NOW },
        ]);
        const changed = { groupStatus: 'PART', reason: 'AC04', statusUpdatedAt: LATER, version: 4 };
        expect(await store.findPayment('p')).toMatchObject(changed);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'fails the payment with the last of its credits',
      withStore(open, async (store) => {
        await pay(store, [0]);
        const before = { groupStatus: 'PART', reason: 'AC01' };
        expect(await store.findPayment('p')).toMatchObject(before);
        expect(await comeBack(store, 1)).toMatchObject({ groupStatus: 'PART' });
        expect(await store.findPayment('p')).toMatchObject({ ...before, reason: 'NARR' });
        expect(await comeBack(store, 2)).toMatchObject({ groupStatus: 'RJCT' });
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'RJCT', reason: 'AC04' });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is refused if it was rejected, is pending or was paid at this bank',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 4);
        expect(await comeBack(store, 0)).toEqual({ kind: 'notAccepted' });
        const exceptions = [
          answerOf(0, 'rejected'),
          answerOf(1, 'pending'),
          answerOf(2, 'own', { creditor: BAKER }),
        ];
        await store.applyAnswers(work, { exceptions, nextCursor: null, askAgainAt: LATER }, NOW);
        expect(await comeBack(store, 0)).toEqual({ kind: 'alreadyBack' });
        expect(await comeBack(store, 1)).toEqual({ kind: 'notAccepted' });
        expect(await comeBack(store, 2)).toEqual({ kind: 'own' });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 300);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'changes no status while another credit is pending, and counts when that is decided',
      withStore(open, async (store) => {
        const work = await sendWhole(store, 'p', 2);
        const pending = { exceptions: [answerOf(0, 'pending')], nextCursor: null };
        await store.applyAnswers(work, { ...pending, askAgainAt: LATER }, NOW);
        expect(await comeBack(store, 1)).toEqual({ kind: 'returned', groupStatus: 'ACSP' });
        expect(await store.auditBooks()).toEqual([]);
        expect(await store.applyAnswers(await nextWork(store), ACCEPTED, LATER)).toEqual({
          done: true,
          finished: 'PART',
        });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 100);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is refused if the account that was debited belongs to another customer now',
      withStore(open, async (store) => {
        await pay(store);
        await transferAccount(store, RICH);
        expect(await comeBack(store, 1)).toEqual({ kind: 'notOwned' });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 300);
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'ACSC' });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is reported as returned before, even if the account has a new owner by then',
      withStore(open, async (store) => {
        await pay(store);
        await comeBack(store, 1);
        await transferAccount(store, RICH);
        expect(await comeBack(store, 1)).toEqual({ kind: 'alreadyBack' });
      }),
    );

    it(
      'is refused if the account that was debited is closed',
      withStore(open, async (store) => {
        await pay(store);
        const debit = { ...debitOf(1, 100, SHUT), index: 1 };
        const result = await store.returnCredit(BATCH, { debit, reason: 'AC04' }, LATER_ACT);
        expect(result).toEqual({ kind: 'notOwned' });
        expect(await store.outcomes('p', 0, 3)).toEqual([]);
      }),
    );

    it(
      'leaves the charge with the bank',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 125, { chargePence: 25 })]);
        const debits = [debitOf(0, 100), { ...debitOf(null, 25), reference: 'Charge' }];
        await store.bookDebits(await nextWork(store), bookingOf(debits), NOW);
        await store.markSent(await nextWork(store), NOW, NOW);
        await store.applyAnswers(await nextWork(store), ACCEPTED, NOW);
        expect(await comeBack(store, 0)).toEqual({ kind: 'returned', groupStatus: 'RJCT' });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 25);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'gives the amount back to the limits of its consent if the whole payment comes back',
      withStore(open, async (store) => {
        await authorise(store, 'many');
        const day = londonDate(NOW);
        const limit = { first: day, last: day, maximumPence: 200, path: 'day' };
        const spending = { pence: 200, limits: [limit] };
        const under = { consentId: 'consent-many', consumesConsent: false, spending };
        const payment = { ...paymentOf('p', [batchOf(2, 200)]), ...under };
        await store.submitPayment(payment, keyOf('p'), ACT);
        await store.bookDebits(await nextWork(store), bookingOf([debitOf(null, 200)]), NOW);
        await store.markSent(await nextWork(store), NOW, NOW);
        await store.applyAnswers(await nextWork(store), ACCEPTED, NOW);
        await comeBack(store, 0);
        const full = [{ ...limit, spentPence: 200 }];
        expect(await store.exceededLimits('consent-many', spending)).toEqual(full);
        await comeBack(store, 1);
        expect(await store.exceededLimits('consent-many', spending)).toEqual([]);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is recorded in the audit log',
      withStore(open, async (store) => {
        await pay(store);
        const { sequence } = await store.auditHead();
        await comeBack(store, 2);
        await comeBack(store, 2);
        expect((await store.auditHead()).sequence).toBe(sequence + 1);
      }),
    );
  });
}
