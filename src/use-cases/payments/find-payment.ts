import type { Payment } from '../../domain/records/records.ts';
import type { Family } from '../../families/common/family.ts';
import { Refusal, refuse } from '../../shared/errors.ts';
import { paymentNow } from './approve-payment.ts';
import { type Requester, notYours } from '../consents/find-consent.ts';
import type { UseCaseParts } from '../dependencies.ts';

/**
 * Returns a payment of this family that belongs to the TPP, in its current state. Refuses with 400
 * if no payment has this id, and with 403 if it belongs to another TPP.
 */
export async function findPayment(
  { store }: Pick<UseCaseParts, 'store'>,
  family: Family,
  id: string,
  { clientId, now }: Omit<Requester, 'family'>,
): Promise<Payment | Refusal> {
  const payment = await store.findPayment(id);
  if (payment?.family !== family.name) return noPayment(family.paymentIdName);
  return payment.clientId === clientId ? paymentNow({ store }, payment, now) : notYours();
}

/** Returns a payment like `findPayment`, whatever its family. */
export async function findPaymentOfTpp(
  { store }: Pick<UseCaseParts, 'store'>,
  id: string,
  { clientId, now }: Omit<Requester, 'family'>,
): Promise<Payment | Refusal> {
  const payment = await store.findPayment(id);
  if (payment === undefined) return noPayment('PaymentId');
  return payment.clientId === clientId ? paymentNow({ store }, payment, now) : notYours();
}

function noPayment(path: string): Refusal {
  return refuse(400, 'notFound', 'No payment has this id.', { path });
}
