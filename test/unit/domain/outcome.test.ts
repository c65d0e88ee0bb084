import { describe, expect, it } from 'vitest';
import { finalStanding, firstStanding } from '../../../src/domain/outcome.ts';
import type { ReasonCode } from '../../../src/domain/payment.ts';

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
    const waiting = { status: 'InitiationPending', groupStatus, reason };
    expect(firstStanding(batches, NOW)).toEqual(waiting);
  });
});

describe('finalStanding', () => {
  it('is a completion without a reason when nothing was rejected', () => {
    expect(finalStanding(tally(3, {}))).toEqual({
      status: 'InitiationCompleted',
      groupStatus: 'ACSC',
      reason: null,
    });
  });

  it.each([
    ['its one reason', { AC01: 2 }, 'AC01'],
    ['NARR when there are several', { AC01: 1, AC04: 1 }, 'NARR'],
  ] as const)('is a completion in part for %s', (_why, reasons, reason) => {
    const completed = { status: 'InitiationCompleted', groupStatus: 'PART', reason };
    expect(finalStanding(tally(5, reasons))).toEqual(completed);
  });

  it.each([
    ['want of funds', { AM04: 3 }, 'AM04'],
    ['the reason most credits share', { AC01: 1, AC04: 2 }, 'AC04'],
    ['the first of equals', { AC01: 1, AC04: 1, AC06: 1 }, 'AC01'],
  ] as const)('is a failure for %s', (_why, reasons, reason) => {
    const failed = { status: 'InitiationFailed', groupStatus: 'RJCT', reason };
    expect(finalStanding(tally(3, reasons))).toEqual(failed);
  });

  it('is a failure for NARR when no reason is known', () => {
    const unknown = { payments: 2, rejected: 2, reasons: new Map<ReasonCode, number>() };
    expect(finalStanding(unknown)).toMatchObject({ groupStatus: 'RJCT', reason: 'NARR' });
  });
});

function batch(dueAt: number, moved = false) {
  return { dueAt, moved };
}

/** A tally in which these credits were rejected. */
function tally(payments: number, reasons: Partial<Record<ReasonCode, number>>) {
  const counts = new Map(Object.entries(reasons) as [ReasonCode, number][]);
  const rejected = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { payments: Math.max(payments, rejected), rejected, reasons: counts };
}
