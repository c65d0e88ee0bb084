import { describe, expect, it } from 'vitest';
import {
  debitOfHold,
  decided,
  earlierReleases,
  holdPeriodOf,
  holdsOf,
  operationsOf,
} from '../../../../src/domain/execution/core-operations.ts';
import { debited, returned, settled } from '../../../../src/domain/execution/transfers.ts';
import type { Booking } from '../../../../src/domain/ports/booking.ts';
import type { CoreResult } from '../../../../src/domain/ports/core-banking.ts';
import { DAY_MS } from '../../../../src/shared/time.ts';

const BATCH = { paymentId: 'pmt-1', number: 2 };
const DUE_AT = Date.parse('2026-12-01T09:00:00Z');
const ACCOUNT = '11280001234567';
const common = { account: ACCOUNT, reference: 'rent', counterparty: 'Landlord' };
const AMOUNT = { ...common, index: 5, amountPence: 100 };
const CHARGE = { ...common, index: null, amountPence: 7 };
const DONE: CoreResult = { outcome: 'done', bookedOn: null };
const REFUSED: CoreResult = { outcome: 'refused', reason: 'AM04', detail: 'insufficient funds' };

const holds = holdsOf(BATCH, [AMOUNT, CHARGE], 'northwind', 0);

function bookingOf(whole: boolean): Booking {
  return { debits: [AMOUNT, CHARGE], whole, nextCursor: null, quote: null, next: null };
}

describe('holds for a booking', () => {
  it('have ids of the batch, and name the customer', () => {
    expect(holds.map(({ id }) => id)).toEqual(['pmt-1.2.5.100', `pmt-1.2.${ACCOUNT}.7`]);
    expect(holds[0]).toMatchObject({ type: 'hold', account: ACCOUNT, customerId: 'northwind' });
  });

  it('are decisions about the debits', () => {
    const { booking, releases } = decided(bookingOf(false), holds, [DONE, REFUSED]);
    expect(booking.decisions).toEqual([null, 'AM04']);
    expect(releases).toEqual([]);
  });

  it('are released if another debit of a whole batch is refused', () => {
    const { booking, releases } = decided(bookingOf(true), holds, [DONE, REFUSED]);
    expect(booking.decisions).toEqual([null, 'AM04']);
    expect(releases).toEqual([
      { type: 'release', id: 'release.pmt-1.2.5.100', holdId: 'pmt-1.2.5.100' },
    ]);
    expect(decided(bookingOf(true), holds, [DONE, DONE]).releases).toEqual([]);
  });

  it('have other ids after each 5 days, from the time at which the batch is due', () => {
    const at = (days: number, onlyIndex: number | null = null) => {
      const now = DUE_AT + days * DAY_MS;
      return holdPeriodOf({ dueAt: DUE_AT, onlyIndex }, { releasedAt: DUE_AT - 5 * DAY_MS }, now);
    };
    expect([-6, 0, 4.9, 5, 14.9].map((days) => at(days))).toEqual([0, 0, 0, 1, 2]);
    expect([-6, -0.1, 0, 4.9].map((days) => at(days, 7))).toEqual([0, 0, 1, 1]);
  });

  it('have other ids in a later period, are posted by them, and release those before', () => {
    const later = holdsOf(BATCH, [AMOUNT], 'northwind', 2);
    expect(later.map(({ id }) => id)).toEqual(['pmt-1.2.5.100.2']);
    expect(debitOfHold('pmt-1.2.5.100.2')).toEqual({ ...BATCH, name: '5', amountPence: 100 });
    const booking = { ...bookingOf(false), debits: [AMOUNT] };
    const { debits } = decided(booking, later, [DONE]).booking;
    const posts = operationsOf(
      BATCH,
      debits.map((debit) => debited('FPS', debit)),
    );
    expect(posts).toMatchObject([{ type: 'post', holdId: 'pmt-1.2.5.100.2' }]);
    const released = earlierReleases(BATCH, [AMOUNT], 2).map(({ holdId }) => holdId);
    expect(released).toEqual(['pmt-1.2.5.100', 'pmt-1.2.5.100.1']);
  });

  it('name their debits', () => {
    expect(holds.map(({ id }) => debitOfHold(id))).toEqual([
      { ...BATCH, name: '5', amountPence: 100 },
      { ...BATCH, name: ACCOUNT, amountPence: 7 },
    ]);
    for (const id of ['pmt-1', 'post.pmt-1.2.5.100', 'pmt-1.2.x.100', 'pmt-1.2.5.']) {
      expect(debitOfHold(id)).toBeUndefined();
    }
  });
});

describe('operations for transfers', () => {
  it('post the holds of debits', () => {
    const transfers = [AMOUNT, CHARGE].map((debit) => debited('FPS', debit));
    const posts = operationsOf(BATCH, transfers);
    expect(posts).toMatchObject(holds.map(({ id }) => ({ type: 'post', holdId: id })));
    expect(new Set(posts.map(({ id }) => id)).size).toBe(2);
  });

  it('credit what comes back, and leave settlements out', () => {
    const back = returned('FPS', AMOUNT, 'AC04');
    const batch = { paymentId: 'pmt-1', instrument: 'FPS', chargePence: 0 } as const;
    expect(operationsOf(BATCH, [back, ...settled(batch, 50)])).toEqual([
      {
        ...{ type: 'credit', id: 'returned-credit.pmt-1.2.5', account: ACCOUNT, amountPence: 100 },
        ...{ reference: 'Returned AC04 rent', counterparty: 'Landlord' },
      },
    ]);
  });
});
