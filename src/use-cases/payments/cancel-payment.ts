import type { CancellationResult } from '../../domain/ports/approval-store.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { Payment, User } from '../../domain/records/records.ts';
import { Refusal, refuse } from '../../shared/errors.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { missingRights } from './payment-rights.ts';

/**
 * Cancels those parts of a payment that have not been executed, at the customer's request (rules,
 * 5.20). Refuses a user who may not make such payments. Does not reveal whether another customer
 * has a payment with this id.
 *
 * @returns `underWay` or `final` if it is too late and nothing changes. `none` if the customer has
 * no such payment
 */
export async function cancelPayment(
  parts: UseCaseParts,
  paymentId: string,
  user: User,
  act: Act,
): Promise<Exclude<CancellationResult['kind'], 'notOwn'> | 'none' | Refusal> {
  const { store, paymentSource, observe } = parts;
  const payment = await store.findPaymentOfCustomer(paymentId, user.customerId);
  if (payment === undefined) return 'none';
  const refused = await missingRights(parts, payment, user, act.at);
  if (refused.length > 0) {
    const message = refused.map((problem) => problem.message).join(' ');
    return refuse(400, 'fieldInvalid', message, { path: 'user' });
  }
  const source = paymentSource.ofPayment(payment).kind;
  const outcome = await store.cancelPayment(paymentId, { userId: user.id, source }, act);
  if (outcome.kind === 'notOwn') return 'none';
  if (outcome.kind === 'cancelled' && outcome.finished !== null) {
    const payments = await countOf(parts, payment);
    const groupStatus = outcome.finished;
    observe({ kind: 'paymentFinished', paymentId, groupStatus, payments });
  }
  return outcome.kind;
}

/**
 * Returns the number of payments in the file of a payment. Without a file, returns its number of
 * batches.
 */
async function countOf({ store }: UseCaseParts, { id, consentId }: Payment): Promise<number> {
  const file = await store.findFile(consentId);
  return file?.payments ?? Math.max(1, await store.countPayments(id));
}
