import type { DoneStep } from '../../domain/ports/store.ts';
import type { EngineParts } from '../dependencies.ts';

/** Tells that a payment has come to its end, if it has. */
export async function observeEnd(
  { store, observe }: Pick<EngineParts, 'store' | 'observe'>,
  paymentId: string,
  groupStatus: DoneStep['finished'],
): Promise<void> {
  if (groupStatus === null) return;
  const payments = await store.countPayments(paymentId);
  observe({ kind: 'paymentFinished', paymentId, groupStatus, payments });
}
