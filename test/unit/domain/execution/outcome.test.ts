import { describe, expect, it } from 'vitest';
import {
  endOfPayment,
  finalStatus,
  firstStatus,
  moved,
} from '../../../../src/domain/execution/outcome.ts';
import type { ReasonCode } from '../../../../src/domain/records/payment.ts';
import { Bug } from '../../../../src/shared/assert.ts';

const NOW = 1000;

describe('the first status of a payment', () => {
  it.each([
    ['RCVD', null, 'something is due', [batch(NOW), batch(NOW + 1, true)]],
    [
      'ACWC',
      'DT01',
      'all is due later and a day was moved',
      [batch(NOW + 1), batch(NOW + 2, true)],
    ],
    ['PDNG', null, 'all is due later', [batch(NOW + 1), batch(NOW + 2)]],
  ])('is %s for the reason %s when %s', (groupStatus, reason, _when, batches) => {
    expect(firstStatus(batches, NOW)).toEqual({ groupStatus, reason });
  });
});

describe('the final status of a payment', () => {
  it('is ACSC without a reason if nothing was rejected', () => {
    expect(finalStatus(counts(3, {}))).toEqual({ groupStatus: 'ACSC', reason: null });
  });

  it.each([
    ['its one reason', { AC01: 2 }, 'AC01'],
    ['NARR when there are several', { AC01: 1, AC04: 1 }, 'NARR'],
  ] as const)('is PART for %s', (_why, reasons, reason) => {
    expect(finalStatus(counts(5, reasons))).toEqual({ groupStatus: 'PART', reason });
  });

  it.each([
    ['want of funds', { AM04: 3 }, 'AM04'],
    ['the reason most credits share', { AC01: 1, AC04: 2 }, 'AC04'],
    ['the first of equals', { AC01: 1, AC04: 1, AC06: 1 }, 'AC01'],
  ] as const)('is RJCT for %s', (_why, reasons, reason) => {
    expect(finalStatus(counts(3, reasons))).toEqual({ groupStatus: 'RJCT', reason });
  });

  it('is RJCT for NARR if no reason is known', () => {
    const unknown = { payments: 2, unpaid: 2, reasons: new Map<ReasonCode, number>() };
    expect(finalStatus(unknown)).toMatchObject({ groupStatus: 'RJCT', reason: 'NARR' });
  });
});

describe('a status change of a payment', () => {
  it('is null for the same status, and throws if it is not listed', () => {
    const executing = { groupStatus: 'ACSP', reason: null } as const;
    expect(moved({ id: 'p', groupStatus: 'RCVD' }, executing)).toBe(executing);
    expect(moved({ id: 'p', groupStatus: 'ACSP' }, executing)).toBeNull();
    expect(() => moved({ id: 'p', groupStatus: 'ACSC' }, executing)).toThrow(Bug);
  });
});

describe('the end of a payment', () => {
  const createdAt = Date.parse('2026-06-01T23:30:00Z');
  const payment = { id: 'p', consentId: 'c', createdAt, groupStatus: 'ACSP' } as const;
  const ended = { totalPence: 700, abandonedPayments: 0, isCancelled: false };

  it('has AM04 for rejections without another reason', () => {
    const some = { ...counts(5, { AC01: 1 }), ...ended, unpaid: 3 };
    expect(endOfPayment(payment, some).status).toEqual({ groupStatus: 'PART', reason: 'NARR' });
    const all = { ...some, payments: 3 };
    expect(endOfPayment(payment, all).status).toEqual({ groupStatus: 'RJCT', reason: 'AM04' });
  });

  it('has NARR for abandoned batches', () => {
    const counted = { ...counts(3, {}), ...ended, unpaid: 3, abandonedPayments: 3 };
    expect(endOfPayment(payment, counted).status).toEqual({ groupStatus: 'RJCT', reason: 'NARR' });
  });

  it('has DS02 if the customer cancelled all or the remaining payments', () => {
    const some = { ...counts(3, {}), ...ended, unpaid: 1, isCancelled: true };
    expect(endOfPayment(payment, some).status).toEqual({ groupStatus: 'PART', reason: 'DS02' });
    const all = { ...some, unpaid: 3 };
    expect(endOfPayment(payment, all).status).toEqual({ groupStatus: 'RJCT', reason: 'DS02' });
  });

  it('releases the amount for its day in London if all was rejected', () => {
    const releasedSpending = { consentId: 'c', day: '2026-06-02', pence: 700 };
    expect(endOfPayment(payment, { ...counts(1, { AC04: 1 }), ...ended }).releasedSpending).toEqual(
      releasedSpending,
    );
    expect(
      endOfPayment(payment, { ...counts(2, { AC04: 1 }), ...ended }).releasedSpending,
    ).toBeNull();
    expect(endOfPayment(payment, { ...counts(2, {}), ...ended }).releasedSpending).toBeNull();
  });

  it('happens only once', () => {
    const over = { ...payment, groupStatus: 'ACSC' } as const;
    expect(() => endOfPayment(over, { ...counts(1, {}), ...ended })).toThrow(Bug);
  });
});

function batch(dueAt: number, moved = false) {
  return { dueAt, moved };
}

/** Returns counts with these rejected payments. */
function counts(payments: number, reasons: Partial<Record<ReasonCode, number>>) {
  const rejections = new Map(Object.entries(reasons) as [ReasonCode, number][]);
  const unpaid = [...rejections.values()].reduce((sum, count) => sum + count, 0);
  return { payments: Math.max(payments, unpaid), unpaid, reasons: rejections };
}
