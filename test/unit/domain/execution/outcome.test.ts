import { describe, expect, it } from 'vitest';
import { finalStanding, firstStanding } from '../../../../src/domain/execution/outcome.ts';
import type { ReasonCode } from '../../../../src/domain/records/payment.ts';

const NOW = 1000;

describe('firstStanding', () => {
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
    expect(firstStanding(batches, NOW)).toEqual({ groupStatus, reason });
  });
});

describe('finalStanding', () => {
  it('is a completion without a reason when nothing was rejected', () => {
    expect(finalStanding(counts(3, {}))).toEqual({ groupStatus: 'ACSC', reason: null });
  });

  it.each([
    ['its one reason', { AC01: 2 }, 'AC01'],
    ['NARR when there are several', { AC01: 1, AC04: 1 }, 'NARR'],
  ] as const)('is a completion in part for %s', (_why, reasons, reason) => {
    expect(finalStanding(counts(5, reasons))).toEqual({ groupStatus: 'PART', reason });
  });

  it.each([
    ['want of funds', { AM04: 3 }, 'AM04'],
    ['the reason most credits share', { AC01: 1, AC04: 2 }, 'AC04'],
    ['the first of equals', { AC01: 1, AC04: 1, AC06: 1 }, 'AC01'],
  ] as const)('is a failure for %s', (_why, reasons, reason) => {
    expect(finalStanding(counts(3, reasons))).toEqual({ groupStatus: 'RJCT', reason });
  });

  it('is a failure for NARR when no reason is known', () => {
    const unknown = { payments: 2, rejected: 2, reasons: new Map<ReasonCode, number>() };
    expect(finalStanding(unknown)).toMatchObject({ groupStatus: 'RJCT', reason: 'NARR' });
  });
});

function batch(dueAt: number, moved = false) {
  return { dueAt, moved };
}

/** Of so many payments, these were rejected. */
function counts(payments: number, reasons: Partial<Record<ReasonCode, number>>) {
  const rejections = new Map(Object.entries(reasons) as [ReasonCode, number][]);
  const rejected = [...rejections.values()].reduce((sum, count) => sum + count, 0);
  return { payments: Math.max(payments, rejected), rejected, reasons: rejections };
}
