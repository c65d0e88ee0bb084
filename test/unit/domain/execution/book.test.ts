import { describe, expect, it } from 'vitest';
import {
  bookDebits,
  markSent,
  payersOf,
  refuseBooking,
  type Funds,
} from '../../../../src/domain/execution/book.ts';
import type { OpenBatch } from '../../../../src/domain/execution/changes.ts';
import { Bug } from '../../../../src/shared/assert.ts';
import {
  BAKER,
  batchOf,
  bookingOf,
  debitOf,
  ELSEWHERE,
  POOR,
  RICH,
  SHUT,
} from '../../../contract/store/fixtures.ts';
import { foundOf, NOW, OWNER } from '../../../helpers/books.ts';

const FUNDS = new Map<string, Funds>([
  [RICH, { balancePence: 1000, state: 'open', customerId: OWNER }],
  [POOR, { balancePence: 150, state: 'open', customerId: OWNER }],
  [SHUT, { balancePence: 700, state: 'closed', customerId: OWNER }],
  [BAKER, { balancePence: 700, state: 'blocked', customerId: OWNER }],
]);

const several = { payments: 2, totalPence: 200 };

function book(rest: Partial<OpenBatch>, ...args: Parameters<typeof bookingOf>) {
  return bookDebits(foundOf(rest), bookingOf(...args), FUNDS, NOW);
}

describe('a booking', () => {
  it('needs the balance of each account once', () => {
    const debits = [debitOf(0, 1), debitOf(1, 1, POOR), debitOf(2, 1)];
    expect(payersOf(bookingOf(debits))).toEqual([RICH, POOR]);
  });

  it('moves the debits to clearing, and sends the credits next', () => {
    const changes = book({}, [debitOf(0, 100)]);
    expect(changes.transfers).toMatchObject([
      { kind: 'debit', from: RICH, to: 'clearing:SWIFT', amountPence: 100, index: 0 },
    ]);
    expect(changes.batch).toMatchObject({ state: 'booked', clearingPence: 100, rejected: 0 });
    expect(changes.paymentStatus).toEqual({ groupStatus: 'ACSP', reason: null });
    expect(changes.next).toEqual({ step: 'send', cursor: 0, dueAt: NOW });
  });

  it('does not change the status of a payment that is being executed', () => {
    const { batch, payment } = foundOf();
    const found = { batch, payment: { ...payment, groupStatus: 'ACSP' as const } };
    expect(bookDebits(found, bookingOf([debitOf(0, 100)]), FUNDS, NOW).paymentStatus).toBeNull();
  });

  it.each([
    ['is too little', POOR],
    ['is in a closed account', SHUT],
    ['is not held here', ELSEWHERE],
  ])('as a whole fails without any debit if a part %s', (_why, account) => {
    const debits = [debitOf(null, 40), debitOf(null, 160, account)];
    const changes = book(several, debits);
    expect(changes).toMatchObject({ transfers: [], outcomes: [], paymentStatus: null, next: null });
    expect(changes.batch).toMatchObject({ state: 'failed', rejected: 2, clearingPence: 0 });
  });

  it('fails with AC04 if an account is closed', () => {
    const changes = book(several, [debitOf(null, 200, SHUT)]);
    expect(changes.batch).toMatchObject({ state: 'failed', failureReason: 'AC04' });
  });

  it('fails with AC06 if an account is blocked, and adds the following batch', () => {
    const next = batchOf(1, 200);
    const debits = [debitOf(null, 160, POOR), debitOf(null, 40, BAKER)];
    const changes = book(several, debits, { next });
    expect(changes).toMatchObject({ transfers: [], outcomes: [], following: next });
    expect(changes.batch).toMatchObject({ state: 'failed', failureReason: 'AC06' });
  });

  it('with separate debits rejects those of a blocked account with AC06', () => {
    const debits = [debitOf(0, 100, BAKER), debitOf(1, 100)];
    const changes = book(several, debits, { whole: false });
    expect(changes.transfers.map(({ index }) => index)).toEqual([1]);
    expect(changes.outcomes).toMatchObject([{ index: 0, status: 'Refused', reason: 'AC06' }]);
  });

  it('with separate debits rejects unfunded payments and books the others', () => {
    const debits = [100, 100, 50].map((pence, index) => debitOf(index, pence, POOR));
    const changes = book({ payments: 3, totalPence: 250 }, debits, { whole: false });
    expect(changes.transfers.map(({ index }) => index)).toEqual([0, 2]);
    expect(changes.outcomes).toEqual([
      {
        ...{ index: 1, status: 'Refused', reason: 'AM04', at: NOW, round: 0 },
        ...{ amountPence: 100, debtor: POOR },
      },
    ]);
    expect(changes.batch).toMatchObject({ state: 'booked', rejected: 1, clearingPence: 150 });
  });

  it('continues at its cursor, and fails only if all debits are unfunded', () => {
    const unfunded = [debitOf(0, 100, SHUT)];
    const first = book(several, unfunded, { whole: false, nextCursor: 1 });
    expect(first.next).toEqual({ step: 'book', cursor: 1, dueAt: NOW });
    expect(first.batch).toMatchObject({ state: 'waiting', rejected: 1 });
    expect(first.paymentStatus).toBeNull();
    const last = book({ ...several, rejected: 1 }, [debitOf(1, 100, SHUT)], { whole: false });
    expect(last.batch).toMatchObject({ state: 'failed', rejected: 2 });
    expect(last.next).toBeNull();
  });

  it('at the rate of the day includes the current price and the charge', () => {
    const quote = { amountPence: 90, chargePence: 15, exchangeRate: '1.17' };
    const debits = [debitOf(0, 90), debitOf(null, 15)];
    const { batch } = book({}, debits, { quote });
    expect(batch).toMatchObject({ totalPence: 105, chargePence: 15, exchangeRate: '1.17' });
    expect(batch.clearingPence).toBe(105);
  });

  it('adds the following batch, funded or not', () => {
    const next = batchOf(1, 100);
    expect(book({}, [debitOf(0, 100)], { next }).following).toBe(next);
    expect(book({}, [debitOf(0, 100, SHUT)], { next }).following).toBe(next);
  });

  it('throws if it is incomplete, or if the batch does not wait', () => {
    expect(() => book({}, [debitOf(0, 99)])).toThrow(Bug);
    expect(() => book({ state: 'sent' }, [debitOf(0, 100)])).toThrow(Bug);
    const next = batchOf(1, 100);
    expect(() => book({}, [debitOf(0, 1)], { whole: false, nextCursor: 1, next })).toThrow(Bug);
  });
});

describe('a refused booking', () => {
  it('rejects its only payment for that reason', () => {
    const next = batchOf(1, 100);
    const changes = refuseBooking(foundOf({ number: 3 }), { reason: 'DT01' }, next, NOW);
    expect(changes.outcomes).toEqual([
      {
        ...{ index: 3, status: 'Refused', reason: 'DT01', at: NOW, round: 0 },
        ...{ amountPence: 100, debtor: RICH },
      },
    ]);
    expect(changes.batch).toMatchObject({ state: 'failed', rejected: 1 });
    expect(changes).toMatchObject({ transfers: [], following: next, next: null });
  });

  it('throws for several payments', () => {
    expect(() => refuseBooking(foundOf(several), { reason: 'DT01' }, null, NOW)).toThrow(Bug);
  });
});

describe('marking a batch as sent', () => {
  it('schedules the request for answers', () => {
    const changes = markSent(foundOf({ state: 'booked' }), NOW + 5, NOW);
    expect(changes.batch).toMatchObject({ state: 'sent', sentAt: NOW, stateUpdatedAt: NOW });
    expect(changes.next).toEqual({ step: 'collect', cursor: 0, dueAt: NOW + 5 });
  });

  it('throws for a batch that is not booked', () => {
    expect(() => markSent(foundOf(), NOW + 5, NOW)).toThrow(Bug);
  });
});
