import { decided, holdsOf } from '../../domain/execution/core-operations.ts';
import type { Booking } from '../../domain/ports/booking.ts';
import {
  CoreUnavailable,
  type CoreOperation,
  type CoreResult,
} from '../../domain/ports/core-banking.ts';
import type { BatchName, Payment } from '../../domain/records/records.ts';
import { SECOND_MS, type Milliseconds } from '../../shared/time.ts';

/**
 * Time after which a booking that could not reach the core is tried again, in milliseconds.
 */
export const CORE_RETRY_MS: Milliseconds = 10 * SECOND_MS;

/** Performs operations in the core banking system, and returns their results in order. */
export type PerformHolds = (operations: readonly CoreOperation[]) => Promise<readonly CoreResult[]>;

/**
 * Lets the core banking system decide about the debits of a booking: it holds the amounts, and the
 * transaction that books them also stores the operations that post the holds. Returns the booking
 * unchanged if this service keeps the accounts. If the step is repeated, the same holds are asked
 * for again (docs/decisions, 140). Returns undefined if the core's decision is unknown, because it
 * cannot be reached. The step is then deferred, because it is not at fault.
 */
export async function bookingByCore(
  perform: PerformHolds | null,
  found: { readonly batch: BatchName; readonly payment: Pick<Payment, 'customerId'> },
  booking: Booking,
): Promise<Booking | undefined> {
  if (perform === null || booking.debits.length === 0) return booking;
  const holds = holdsOf(found.batch, booking.debits, found.payment.customerId);
  try {
    const { booking: known, releases } = decided(booking, holds, await perform(holds));
    if (releases.length > 0) await perform(releases);
    return known;
  } catch (error) {
    if (error instanceof CoreUnavailable) return undefined;
    throw error;
  }
}
