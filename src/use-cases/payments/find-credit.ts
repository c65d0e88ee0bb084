import { creditOf } from '../../domain/execution/single.ts';
import type { SinglePayment } from '../../domain/records/payment.ts';
import type { Batch, Payment } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { UseCaseParts } from '../dependencies.ts';

/** One payment of an order or a file, and its batch. */
export interface FoundCredit {
  readonly batch: Batch;
  readonly credit: SinglePayment;
}

/**
 * Returns one payment of an order or a file. Returns undefined if it does not exist, or if the
 * submission was not released for execution.
 *
 * @param index number of the payment, from 0: its position in the file or among the executed
 * payments of the order
 */
export async function findCredit(
  {
    store,
    workers,
    holidays,
    paymentSource,
  }: Pick<UseCaseParts, 'store' | 'workers' | 'holidays' | 'paymentSource'>,
  payment: Payment,
  index: number,
): Promise<FoundCredit | undefined> {
  if (payment.releasedAt === null) return undefined;
  const paymentInstruction = paymentSource.ofPayment(payment);
  if (paymentInstruction.kind === 'order') {
    const batch = await store.findBatch(payment.id, index);
    return batch && { batch, credit: creditOf(paymentInstruction.order, batch, holidays).payment };
  }
  const file = expectDefined(await store.findFile(payment.consentId), payment.consentId);
  if (index >= file.payments) return undefined;
  const [slice, batches] = await Promise.all([
    workers.slice(file, { cursor: index, limit: 1, group: null }),
    store.batchesOf(payment.id),
  ]);
  const credit = expectDefined(slice.payments[0], `payment ${String(index)}`);
  return { batch: batchOf(batches, credit), credit };
}

/** Returns the batch of a file that contains a payment. */
export function batchOf(
  batches: readonly Batch[],
  { index, instrument, date }: Pick<SinglePayment, 'index' | 'instrument' | 'date'>,
): Batch {
  const batch =
    batches.find(({ onlyIndex }) => onlyIndex === index) ??
    batches.find((one) => one.instrument === instrument && one.date === date);
  return expectDefined(batch, `the batch of payment ${String(index)}`);
}
