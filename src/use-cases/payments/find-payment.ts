import type { Payment } from '../../domain/records/records.ts';
import type { Family } from '../../families/common/family.ts';
import { Refusal, refuse } from '../../shared/errors.ts';
import { paymentNow } from './approve-payment.ts';
import { type Asker, notYours } from '../consents/find-consent.ts';
import type { EngineParts } from '../dependencies.ts';

/**
 * A TPP's own payment of a family as it now stands: 400 when there is none of that id, 403 when
 * another's.
 */
export async function findPayment(
  { store }: Pick<EngineParts, 'store'>,
  family: Family,
  id: string,
  { clientId, now }: Omit<Asker, 'family'>,
): Promise<Payment | Refusal> {
  const payment = await store.findPayment(id);
  if (payment?.family !== family.name) return noPayment(family.paymentIdName);
  return payment.clientId === clientId ? paymentNow({ store }, payment, now) : notYours();
}

/** As above, of whatever family it is. */
export async function findPaymentOfTpp(
  { store }: Pick<EngineParts, 'store'>,
  id: string,
  { clientId, now }: Omit<Asker, 'family'>,
): Promise<Payment | Refusal> {
  const payment = await store.findPayment(id);
  if (payment === undefined) return noPayment('PaymentId');
  return payment.clientId === clientId ? paymentNow({ store }, payment, now) : notYours();
}

function noPayment(path: string): Refusal {
  return refuse(400, 'notFound', 'There is no payment of this id.', { path });
}
