import type { Order } from '../../domain/execution/order.ts';
import { bookingOf, creditOf } from '../../domain/execution/single.ts';
import type { Booking } from '../../domain/ports/booking.ts';
import type { HoldingCore } from '../../domain/ports/core-banking.ts';
import type { LoadedStep, ReadyStep } from '../../domain/ports/store.ts';
import type { Instant } from '../../shared/time.ts';
import { bookingByCore } from '../core-banking/booking-by-core.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { screenStep } from '../screening/screen-step.ts';

/**
 * Prepares the booking of one payment of an order. The bank's screening decides first, and then the
 * core banking system holds the amount. Returns undefined if the step has to wait for one of them.
 * It is then deferred.
 *
 * @param core null if this service keeps the accounts
 */
export async function prepareBooking(
  parts: UseCaseParts,
  found: LoadedStep,
  order: Order,
  core: HoldingCore | null,
  now: Instant,
): Promise<ReadyStep | undefined> {
  const { work, batch, payment } = found;
  const planned = bookingOf(parts, order, found, now);
  if (planned.kind === 'refused') {
    const { reason, next } = planned;
    return { step: 'refuse', work, reason, next };
  }
  const screened = await screenOrder(parts, found, { order, booking: planned.booking }, now);
  if (screened?.step !== 'book') return screened;
  const booking = await bookingByCore(core, { batch, payment }, screened.booking, now);
  if (typeof booking !== 'number') return { step: 'book', work, booking };
  await parts.store.deferWork(work.id, now + booking);
  return undefined;
}

/** Returns the step as the screening decides. Undefined if it has to wait. */
async function screenOrder(
  parts: UseCaseParts,
  { work, batch, hasCase }: LoadedStep,
  { order, booking }: { readonly order: Order; readonly booking: Booking },
  now: Instant,
): Promise<Extract<ReadyStep, { step: 'book' | 'refuse' }> | undefined> {
  const { screening, holidays } = parts;
  if (screening === null && !hasCase) return { step: 'book', work, booking };
  const credit = creditOf(order, batch, holidays);
  const screened = await screenStep(parts, { work, batch, credits: [credit], now });
  if (screened === undefined) return undefined;
  const { decisions, ...others } = screened;
  if (decisions[0]?.kind === 'accept') {
    return { step: 'book', work, booking: { ...booking, payees: [credit.payment], ...others } };
  }
  return { step: 'refuse', work, reason: 'MS03', next: booking.next, audited: others.audited };
}
