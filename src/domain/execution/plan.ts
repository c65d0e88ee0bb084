import type { Instant } from '../../kernel/time.ts';
import { planExecution } from '../calendar/calendar.ts';
import type { Holidays } from '../ports/bank.ts';
import type { NewBatch } from '../ports/store.ts';
import type { ExecutionGroup } from '../records/payment.ts';
import type { Order, OrderPayment, Quote } from './order.ts';

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
