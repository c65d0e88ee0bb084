import { placeInOrder, type Order, type OrderPayment } from '../domain/execution/order.ts';
import { planBatches, planPayment } from '../domain/execution/plan.ts';
import type { IdempotencyKey, NewBatch, NewPayment, Submitted } from '../domain/ports/store.ts';
import { priceOf } from '../domain/pricing/pricing.ts';
import type { Act } from '../domain/records/audit.ts';
import type { Batch, Payment } from '../domain/records/records.ts';
import { familyNamed } from '../families/index.ts';
import { present } from '../kernel/assert.ts';
import { londonDate, type Instant } from '../kernel/time.ts';
import type { EngineParts } from './parts.ts';

/** submit: plans the batches of a payment and hands it to the store, all or nothing. */
export async function submitPayment(
  parts: EngineParts,
  payment: Omit<NewPayment, 'batches'>,
  key: IdempotencyKey,
  act: Act,
): Promise<Submitted> {
  const { store, holidays, settings } = parts;
  const order = familyNamed(payment.family).orderOf(payment.data, 'payment', settings);
  if (order === null) {
    const file = present(await store.findFile(payment.consentId), 'the file of the consent');
    const batches = planBatches(file.groups, act.at, holidays);
    return store.submitPayment({ ...payment, batches }, key, act);
  }
  const first = present(planNext(parts, order, null, act.at), 'the first payment of an order');
  return store.submitPayment({ ...payment, batches: [first] }, key, act);
}

/** The batch that follows one of a submitted order; null when the order is over. */
export function planAfter(
  parts: Pick<EngineParts, 'rates' | 'holidays'>,
  order: Order,
  { batch, payment }: { readonly batch: Batch; readonly payment: Payment },
  now: Instant,
): NewBatch | null {
  return planNext(parts, order, placeInOrder(batch, londonDate(payment.createdAt)), now);
}

/** The batch of the payment that follows in an order, the first after null; null after the last. */
function planNext(
  { rates, holidays }: Pick<EngineParts, 'rates' | 'holidays'>,
  order: Order,
  previous: Pick<OrderPayment, 'number' | 'date'> | null,
  now: Instant,
): NewBatch | null {
  const next = order.nextPayment(previous, holidays);
  if (next === null) return null;
  return planPayment(order, next, priceOf(order, next.amount, rates, now), now, holidays);
}
