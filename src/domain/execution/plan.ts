import { type Instant, londonDate } from '../../shared/time.ts';
import { planExecution } from '../calendar/calendar.ts';
import type { ExchangeRates, Holidays } from '../ports/bank.ts';
import type { NewBatch } from '../ports/booking.ts';
import { priceOf } from '../pricing/pricing.ts';
import type { ExecutionGroup } from '../records/payment.ts';
import type { Batch } from '../records/records.ts';
import { type Order, type OrderPayment, type Quote, positionInOrder } from './order.ts';

/** Exchange rates and holidays for planning. */
interface Tables {
  readonly rates: ExchangeRates;
  readonly holidays: Holidays;
}

/** Returns the batches of a submitted file: one for each execution group, due on its day. */
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

/** Returns the batch of one payment of an order, due on its day. */
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
 * Returns the batch of the payment after `previous`, or of the first one if it is null. Returns
 * null after the last payment.
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

/** Returns the batch of an order's first payment. Null if no day is left for it. */
export function planFirst(tables: Tables, order: Order, now: Instant): NewBatch | null {
  return planNext(tables, order, null, now);
}

/** Time from which a payment may be executed: its submission or its last approval. */
export interface Released {
  readonly releasedAt: Instant;
}

/** Returns the batch after a batch of a submitted order. Null at the end of the order. */
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
