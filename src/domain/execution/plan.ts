import { type Instant, londonDate } from '../../shared/time.ts';
import { planExecution } from '../calendar/calendar.ts';
import type { ExchangeRates, Holidays } from '../ports/bank.ts';
import type { NewBatch } from '../ports/booking.ts';
import { priceOf } from '../pricing/pricing.ts';
import type { ExecutionGroup } from '../records/payment.ts';
import type { Batch } from '../records/records.ts';
import { type Order, type OrderPayment, type Quote, positionInOrder } from './order.ts';

/** The exchange rates and holidays that are used to plan payments. */
export interface Tables {
  readonly rates: ExchangeRates;
  readonly holidays: Holidays;
}

/**
 * Returns the batches of a submitted file. Each execution group becomes one batch, due on its day.
 */
export function planBatches(
  groups: readonly ExecutionGroup[],
  now: Instant,
  holidays: Holidays,
): NewBatch[] {
  return groups.map(({ instrument, date, payments, totalPence }) => ({
    instrument,
    date,
    payments,
    totalPence,
    chargePence: 0,
    source: 'file',
    ...planExecution({ instrument, date, now }, holidays),
  }));
}

/** Returns the batch for one payment of an order, due on the day of the payment. */
export function planPayment(
  { instrument }: Order,
  { date }: OrderPayment,
  { amountPence, chargePence }: Quote,
  now: Instant,
  holidays: Holidays,
): NewBatch {
  return {
    instrument,
    date,
    payments: 1,
    totalPence: amountPence + chargePence,
    chargePence,
    source: 'order',
    ...planExecution({ instrument, date, now }, holidays),
  };
}

/**
 * Returns the batch for the payment after `previous`, or for the first one if `previous` is null.
 * Returns null after the last payment.
 */
function planNext(
  { rates, holidays }: Tables,
  order: Order,
  previous: Pick<OrderPayment, 'number' | 'date'> | null,
  now: Instant,
): NewBatch | null {
  const next = order.nextPayment(previous, holidays);
  if (next === null) return null;
  return planPayment(order, next, priceOf(order, next.amount, rates, now), now, holidays);
}

/**
 * Returns the batch for an order's first payment. Returns null if the order has no payment day
 * left.
 */
export function planFirst(tables: Tables, order: Order, now: Instant): NewBatch | null {
  return planNext(tables, order, null, now);
}

/**
 * The time from which a payment may be executed: when it was submitted, or when its last required
 * approval was given.
 */
export interface Released {
  readonly releasedAt: Instant;
}

/**
 * Returns the batch that follows one batch of a submitted order. Returns null at the end of the
 * order.
 */
export function planAfter(
  parts: Tables,
  order: Order,
  {
    batch,
    payment,
  }: {
    readonly batch: Pick<Batch, 'number' | 'date'>;
    readonly payment: Released;
  },
  now: Instant,
): NewBatch | null {
  return planNext(parts, order, positionInOrder(batch, londonDate(payment.releasedAt)), now);
}
