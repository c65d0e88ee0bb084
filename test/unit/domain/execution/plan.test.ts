import { describe, expect, it } from 'vitest';
import type { Quote } from '../../../../src/domain/execution/order.ts';
import { planPayment } from '../../../../src/domain/execution/plan.ts';
import type { Holidays } from '../../../../src/domain/ports/bank.ts';
import { londonInstant } from '../../../../src/shared/time.ts';
import { orderOf } from '../../pipeline/orders.ts';

/** A Monday. */
const TODAY = '2026-03-02';
const NOW = londonInstant(TODAY, 10 * 60);
const OPEN: Holidays = { isBankHoliday: () => false, isTargetHoliday: () => false };

const FREE: Quote = { amountPence: 1_000_00, chargePence: 0, exchangeRate: null };

function plan(date: string | null, quote = FREE, now = NOW) {
  const instrument = 'SWIFT' as const;
  return planPayment(orderOf({ instrument }), { number: 0, date, amount: 7 }, quote, now, OPEN);
}

describe('the batch of one payment', () => {
  it('is due at once if no day was requested', () => {
    expect(plan(null)).toEqual({
      instrument: 'SWIFT',
      date: null,
      payments: 1,
      totalPence: 1_000_00,
      chargePence: 0,
      source: 'order',
      dueAt: NOW,
      moved: false,
    });
  });

  it('has the amount in pence with the charge as its total', () => {
    const quote = { amountPence: 800_00, chargePence: 15_00, exchangeRate: '1.25' };
    expect(plan(null, quote)).toMatchObject({ totalPence: 815_00, chargePence: 15_00 });
  });

  it('is due on its day', () => {
    const dueAt = londonInstant('2026-03-05');
    expect(plan('2026-03-05')).toMatchObject({ date: '2026-03-05', dueAt, moved: false });
  });

  it('keeps the requested day if it is moved', () => {
    const dueAt = londonInstant('2026-03-09');
    expect(plan('2026-03-07')).toMatchObject({ date: '2026-03-07', dueAt, moved: true });
  });

  it('moves after the cut-off of its scheme', () => {
    const dueAt = londonInstant('2026-03-03');
    const afternoon = londonInstant(TODAY, 14 * 60);
    expect(plan(null, FREE, afternoon)).toMatchObject({ dueAt, moved: true });
  });
});
