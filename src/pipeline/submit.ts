import { planExecution } from '../domain/calendar.ts';
import type { Order, OrderPayment, Quote } from '../domain/order.ts';
import type { ExecutionGroup } from '../domain/payment.ts';
import type { Holidays } from '../domain/ports.ts';
import type { NewBatch } from '../domain/store.ts';
import type { Instant } from '../kernel/time.ts';

/** The batches of a submitted file: one for each execution group, each due on its day. */
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
    ...planExecution({ instrument, date, now }, holidays),
  }));
}

/** The batch of one payment of an order, due on its day. */
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
    ...planExecution({ instrument, date, now }, holidays),
  };
}
