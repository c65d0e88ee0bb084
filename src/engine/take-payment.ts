import type { Order } from '../domain/execution/order.ts';
import { planBatches, planFirst } from '../domain/execution/plan.ts';
import { bookingOf } from '../domain/execution/single.ts';
import type {
  Booking,
  IdempotencyKey,
  NewBatch,
  NewPayment,
  Submitted,
} from '../domain/ports/store.ts';
import { StoreUnavailable } from '../domain/ports/unavailable.ts';
import type { Act } from '../domain/records/audit.ts';
import type { Consent } from '../domain/records/records.ts';
import { present } from '../kernel/assert.ts';
import type { Instant } from '../kernel/time.ts';
import type { EngineParts } from './parts.ts';

/** A payment as it was asked for: nobody has planned it yet. */
type AskedPayment = Omit<NewPayment, 'batches' | 'booking'>;

/**
 * Takes a payment whose consent and limits allow it. What is due at once is booked by the very
 * transaction that takes it; whatever keeps it from that, it is taken, and booked as work that is
 * due (docs/decisions, 90).
 */
export async function takePayment(
  parts: EngineParts,
  asked: AskedPayment,
  { debtorAccount }: Pick<Consent, 'debtorAccount'>,
  key: IdempotencyKey,
  act: Act,
): Promise<Submitted> {
  const { store, stopwatch } = parts;
  const payable = parts.payables.ofPayment(asked);
  if (payable.kind === 'file') {
    const file = present(await store.findFile(asked.consentId), 'the file of the consent');
    const batches = planBatches(file.groups, act.at, parts.holidays);
    return store.submitPayment({ ...asked, batches, booking: null }, key, act);
  }
  const batch = present(planFirst(parts, payable.order, act.at), 'the first payment of an order');
  const planned = { ...asked, batches: [batch] };
  const booking = bookingAtOnce(parts, payable.order, { asked, batch, debtorAccount }, act.at);
  if (booking === null) return store.submitPayment({ ...planned, booking }, key, act);

  const started = stopwatch();
  const submitted = await store
    .submitPayment({ ...planned, booking }, key, act)
    .catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      tellOfFailure(parts, asked, error);
      return store.submitPayment({ ...planned, booking: null }, key, act);
    });
  if (submitted.outcome === 'booked') {
    const { instrument, payments, totalPence } = batch;
    const told = { paymentId: asked.id, batch: 0, instrument, payments, totalPence };
    const milliseconds = stopwatch() - started;
    parts.observe({ kind: 'workDone', step: 'book', ...told, milliseconds });
    const { finished: groupStatus } = submitted;
    // Its only batch, which could not be paid: nothing needs to be looked up once it is taken.
    if (groupStatus !== null) {
      parts.observe({ kind: 'paymentFinished', paymentId: asked.id, groupStatus, payments });
    }
  }
  return submitted;
}

interface First extends Pick<Consent, 'debtorAccount'> {
  readonly asked: AskedPayment;
  readonly batch: NewBatch;
}

/** How the first payment of an order is booked now; null where that is for later, or in doubt. */
function bookingAtOnce(
  parts: EngineParts,
  order: Order,
  { asked, batch, debtorAccount }: First,
  now: Instant,
): Booking | null {
  if (batch.dueAt > now || !parts.isClockGood()) return null;
  const payment = { id: asked.id, createdAt: now, debtorAccount };
  try {
    const booked = bookingOf(parts, order, { batch: { ...batch, number: 0 }, payment }, now);
    return booked.kind === 'booking' ? booked.booking : null;
  } catch (error) {
    tellOfFailure(parts, asked, error);
    return null;
  }
}

function tellOfFailure({ observe }: EngineParts, { id }: AskedPayment, error: unknown): void {
  observe({ kind: 'failure', what: `book of ${id}`, error });
}
