import { planExecution } from '../domain/calendar.ts';
import type { FileFacts } from '../domain/payment.ts';
import type { Holidays, NewBatch } from '../domain/ports.ts';
import type { Instant } from '../kernel/time.ts';

/** The batches of a submitted file: one for each execution group, each due on its day. */
export function planBatches(file: FileFacts, now: Instant, holidays: Holidays): NewBatch[] {
  return file.groups.map(({ instrument, date, payments, totalPence }) => ({
    instrument,
    date,
    payments,
    totalPence,
    ...planExecution({ instrument, date, now }, holidays),
  }));
}
