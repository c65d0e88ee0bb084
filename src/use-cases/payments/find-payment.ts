import type { Payment } from '../../domain/records/records.ts';
import type { FamilyVersion } from '../../families/common/family-version.ts';
import { filePayments } from '../../families/file-payments/index.ts';
import { Refusal, refuse } from '../../shared/errors.ts';
import { paymentNow } from './approve-payment.ts';
import { isResourceOf, type Requester, notYours } from '../consents/find-consent.ts';
import type { UseCaseParts } from '../dependencies.ts';

/**
 * Returns a payment of this family that belongs to the TPP, in its current state. Refuses with 400
 * if no payment has this id, and with 403 if it belongs to another TPP.
 */
export async function findPayment(
  { store }: Pick<UseCaseParts, 'store'>,
  version: FamilyVersion,
  id: string,
  { clientId, now }: Omit<Requester, 'version'>,
): Promise<Payment | Refusal> {
  const payment = await store.findPayment(id);
  if (payment === undefined || !isResourceOf(payment, version)) {
    return noPayment(version.family.paymentIdName);
  }
  return payment.clientId === clientId ? paymentNow({ store }, payment, now) : notYours();
}

/** Returns a file payment like `findPayment`, whatever its version. */
export async function findFilePayment(
  { store }: Pick<UseCaseParts, 'store'>,
  id: string,
  { clientId, now }: Omit<Requester, 'version'>,
): Promise<Payment | Refusal> {
  const payment = await store.findPayment(id);
  const { name, paymentIdName } = filePayments;
  if (payment?.family !== name) return noPayment(paymentIdName);
  return payment.clientId === clientId ? paymentNow({ store }, payment, now) : notYours();
}

/** Returns a payment like `findPayment`, whatever its family. */
export async function findPaymentOfTpp(
  { store }: Pick<UseCaseParts, 'store'>,
  id: string,
  { clientId, now }: Omit<Requester, 'version'>,
): Promise<Payment | Refusal> {
  const payment = await store.findPayment(id);
  if (payment === undefined) return noPayment('PaymentId');
  return payment.clientId === clientId ? paymentNow({ store }, payment, now) : notYours();
}

function noPayment(path: string): Refusal {
  return refuse(400, 'notFound', 'No payment has this id.', { path });
}
