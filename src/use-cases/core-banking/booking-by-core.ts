import {
  decided,
  earlierReleases,
  holdPeriodOf,
  holdsOf,
} from '../../domain/execution/core-operations.ts';
import type { Booking } from '../../domain/ports/booking.ts';
import { CoreUnavailable, type HoldingCore } from '../../domain/ports/core-banking.ts';
import type { Batch, Payment } from '../../domain/records/records.ts';
import type { Instant, Milliseconds } from '../../shared/time.ts';

/**
 * Asks the core banking system to decide about the debits of a booking. The core holds the amounts,
 * and the transaction that books them also stores the operations that post the holds. Returns the
 * booking unchanged if this service keeps the accounts. If the step is repeated, the same holds are
 * asked for again (docs/decisions, 140). If the step waited for days, new holds are placed. If the
 * core's decision is unknown, because it cannot be reached, returns the time after which to try
 * again. The step is then deferred, because it is not at fault.
 */
export async function bookingByCore(
  core: HoldingCore | null,
  found: {
    readonly batch: Pick<Batch, 'paymentId' | 'number' | 'dueAt' | 'onlyIndex'>;
    readonly payment: Pick<Payment, 'customerId' | 'releasedAt'>;
  },
  booking: Booking,
  now: Instant,
): Promise<Booking | Milliseconds> {
  if (core === null || booking.debits.length === 0) return booking;
  const { batch, payment } = found;
  const { debits } = booking;
  const period = holdPeriodOf(batch, payment, now);
  const holds = holdsOf(batch, debits, payment.customerId, period);
  const earlier = earlierReleases(batch, debits, period);
  try {
    // Their amounts must be available again before the new holds are placed.
    if (earlier.length > 0) await core.perform(earlier);
    const { booking: known, releases } = decided(booking, holds, await core.perform(holds));
    if (releases.length > 0) await core.perform(releases);
    return known;
  } catch (error) {
    if (error instanceof CoreUnavailable) return core.retryMs();
    throw error;
  }
}
