import type { Payment } from '../domain/records/records.ts';
import type { Family } from '../families/common/family.ts';
import { Refusal, refuse } from '../kernel/errors.ts';
import { notYours } from './find-consent.ts';
import type { EngineParts } from './parts.ts';

/** A TPP's own payment of a family: 400 when there is none of that id, 403 when another's. */
export async function findPayment(
  { store }: Pick<EngineParts, 'store'>,
  family: Family,
  id: string,
  clientId: string,
): Promise<Payment | Refusal> {
  const payment = await store.findPayment(id);
  if (payment?.family !== family.name) {
    const message = 'There is no payment of this id.';
    return refuse(400, 'notFound', message, { path: family.paymentIdName });
  }
  return payment.clientId === clientId ? payment : notYours();
}
