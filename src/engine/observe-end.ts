import type { DoneStep } from '../domain/ports/store.ts';
import type { EngineParts } from './parts.ts';

/** Tells that a payment has come to its end, if it has. */
export async function observeEnd(
  { store, observe }: Pick<EngineParts, 'store' | 'observe'>,
  paymentId: string,
  groupStatus: DoneStep['finished'],
): Promise<void> {
  if (groupStatus === null) return;
  const batches = await store.batchesOf(paymentId);
  const payments = batches.reduce((sum, one) => sum + one.payments, 0);
  observe({ kind: 'paymentFinished', paymentId, groupStatus, payments });
}
