import type { Order, PaymentInstruction } from '../../domain/execution/order.ts';
import { planBatches, planFirst } from '../../domain/execution/plan.ts';
import { bookingOf } from '../../domain/execution/single.ts';
import type { Booking, NewBatch, Release } from '../../domain/ports/booking.ts';
import type { DoneStep } from '../../domain/ports/store.ts';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Payment } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';

/** The payment that is released for execution. */
type Subject = Pick<Payment, 'id' | 'debtorAccount'>;

/**
 * Plans the execution of a payment from `now` on. Returns its batches with their days. If its only
 * batch is due at once, also returns its booking (docs/decisions, 90).
 */
export function planRelease(
  parts: UseCaseParts,
  subject: Subject,
  {
    paymentInstruction,
    file,
  }: { readonly paymentInstruction: PaymentInstruction; readonly file: FileFacts | undefined },
  now: Instant,
): Release {
  if (paymentInstruction.kind === 'order') {
    const { order } = paymentInstruction;
    const batch = expectDefined(planFirst(parts, order, now), 'the first payment of an order');
    return { batches: [batch], booking: bookingAtOnce(parts, order, { subject, batch }, now) };
  }
  const { groups } = expectDefined(file, 'the file of the consent');
  return { batches: planBatches(groups, now, parts.holidays), booking: null };
}

/**
 * Returns the booking for the first payment of an order. Null if it cannot be booked now, because
 * it is due later, another system of the bank must be asked, the clock may be wrong, or the booking
 * was refused or failed.
 */
function bookingAtOnce(
  parts: UseCaseParts,
  order: Order,
  { subject, batch }: { readonly subject: Subject; readonly batch: NewBatch },
  now: Instant,
): Booking | null {
  // Other systems are asked after the payment is stored, so that nothing in them is forgotten.
  if (parts.coreBanking !== null || parts.screening !== null) return null;
  if (batch.dueAt > now || !parts.isClockGood()) return null;
  const payment = { ...subject, releasedAt: now };
  try {
    const booked = bookingOf(parts, order, { batch: { ...batch, number: 0 }, payment }, now);
    return booked.kind === 'booking' ? booked.booking : null;
  } catch (error) {
    observeFailure(parts, subject, error);
    return null;
  }
}

/**
 * Stores a planned payment. If its booking fails, stores the payment without the booking, which is
 * then executed later as due work.
 *
 * @param write the store command. If it throws, it is called again without the booking. The field
 * `finished` in its result is the final status of the payment, or null if the payment has not ended
 */
export async function storeRelease<
  Planned extends Release & Pick<Payment, 'id'>,
  Result extends object,
>(
  parts: UseCaseParts,
  planned: Planned,
  write: (planned: Planned) => Promise<Result>,
): Promise<Result> {
  if (planned.booking === null) return write(planned);
  const started = parts.stopwatch();
  const result = await write(planned).catch((error: unknown) => {
    if (error instanceof StoreUnavailable) throw error;
    observeFailure(parts, planned, error);
    return write({ ...planned, booking: null });
  });
  const { finished } = result as Partial<DoneStep>;
  if (finished === undefined) return result;
  const [batch] = planned.batches;
  const { instrument, payments, totalPence } = expectDefined(batch, 'the batch that was booked');
  const batchFacts = { paymentId: planned.id, batch: 0, instrument, payments, totalPence };
  const milliseconds = parts.stopwatch() - started;
  parts.observe({ kind: 'workDone', step: 'book', ...batchFacts, milliseconds });
  // If the only batch failed, the payment has ended. Its number of payments is known here.
  if (finished !== null) {
    const ended = { paymentId: planned.id, groupStatus: finished, payments };
    parts.observe({ kind: 'paymentFinished', ...ended });
  }
  return result;
}

function observeFailure(
  { observe }: Pick<UseCaseParts, 'observe'>,
  { id }: Pick<Payment, 'id'>,
  error: unknown,
): void {
  observe({ kind: 'failure', what: `book of ${id}`, error });
}
