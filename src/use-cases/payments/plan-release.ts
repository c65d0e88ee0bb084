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
import type { EngineParts } from '../dependencies.ts';

/** A payment that may be executed from now on. */
type Subject = Pick<Payment, 'id' | 'debtorAccount'>;

/**
 * What becomes of a payment that may be executed from `now` on: its batches, each with its day, and
 * how its only one is booked at once, where it is due (docs/decisions, 90).
 */
export function planRelease(
  parts: EngineParts,
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

/** How the first payment of an order is booked now; null where that is for later, or in doubt. */
function bookingAtOnce(
  parts: EngineParts,
  order: Order,
  { subject, batch }: { readonly subject: Subject; readonly batch: NewBatch },
  now: Instant,
): Booking | null {
  if (batch.dueAt > now || !parts.isClockGood()) return null;
  const payment = { ...subject, releasedAt: now };
  try {
    const booked = bookingOf(parts, order, { batch: { ...batch, number: 0 }, payment }, now);
    return booked.kind === 'booking' ? booked.booking : null;
  } catch (error) {
    tellOfFailure(parts, subject, error);
    return null;
  }
}

/**
 * Has the store take a payment with its release. Whatever keeps it from being booked at once, it is
 * taken, and booked as work that is due.
 *
 * @param bookedOf where the payment ended, if it was booked; undefined where it was not
 */
export async function withReleased<Result>(
  parts: EngineParts,
  { id }: Pick<Payment, 'id'>,
  release: Release,
  take: (release: Release) => Promise<Result>,
  bookedOf: (result: Result) => DoneStep['finished'] | undefined,
): Promise<Result> {
  if (release.booking === null) return take(release);
  const started = parts.stopwatch();
  const taken = await take(release).catch((error: unknown) => {
    if (error instanceof StoreUnavailable) throw error;
    tellOfFailure(parts, { id }, error);
    return take({ ...release, booking: null });
  });
  const groupStatus = bookedOf(taken);
  if (groupStatus === undefined) return taken;
  const [batch] = release.batches;
  const { instrument, payments, totalPence } = expectDefined(batch, 'the batch that was booked');
  const told = { paymentId: id, batch: 0, instrument, payments, totalPence };
  const milliseconds = parts.stopwatch() - started;
  parts.observe({ kind: 'workDone', step: 'book', ...told, milliseconds });
  // Its only batch, which could not be paid: nothing needs to be looked up once it is taken.
  if (groupStatus !== null) {
    parts.observe({ kind: 'paymentFinished', paymentId: id, groupStatus, payments });
  }
  return taken;
}

function tellOfFailure(
  { observe }: Pick<EngineParts, 'observe'>,
  { id }: Pick<Payment, 'id'>,
  error: unknown,
): void {
  observe({ kind: 'failure', what: `book of ${id}`, error });
}
