import type { Cancelled } from '../../domain/ports/approval-store.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { Payment, User } from '../../domain/records/records.ts';
import { familyNamed } from '../../families/index.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal, refuse } from '../../shared/errors.ts';
import type { EngineParts } from '../dependencies.ts';

/**
 * Cancels at the bank, at the customer's word, what is still to come of a payment (rules, 5.20).
 * Refused in words to whoever has no right to such payments; of another customer's payment nothing
 * is told, not even that there is one.
 *
 * @returns `underWay`, `final`: it is too late, and nothing changes; `none`: there is no such
 *   payment of this customer
 */
export async function cancelPayment(
  parts: EngineParts,
  paymentId: string,
  user: User,
  act: Act,
): Promise<Exclude<Cancelled['kind'], 'notOwn'> | 'none' | Refusal> {
  const { store, paymentSource, observe } = parts;
  const payment = await store.findPaymentOfCustomer(paymentId, user.customerId);
  if (payment === undefined) return 'none';
  const consent = expectDefined(await store.findConsent(payment.consentId), payment.consentId);
  const approval = { user, data: consent.data, filePence: null, now: act.at };
  const refused = familyNamed(payment.family)
    .refusals(approval)
    .filter(({ reason }) => reason === 'AG08');
  if (refused.length > 0) {
    const message = refused.map((problem) => problem.message).join(' ');
    return refuse(400, 'fieldInvalid', message, { path: 'user' });
  }
  const source = paymentSource.ofPayment(payment).kind;
  const outcome = await store.cancelPayment(paymentId, { userId: user.id, source }, act);
  if (outcome.kind === 'notOwn') return 'none';
  if (outcome.kind === 'cancelled' && outcome.finished !== null) {
    const payments = await countOf(parts, payment);
    const told = { paymentId, groupStatus: outcome.finished, payments };
    observe({ kind: 'paymentFinished', ...told });
  }
  return outcome.kind;
}

/** How many payments it would have made: those of its file, or of its batches. */
async function countOf({ store }: EngineParts, { id, consentId }: Payment): Promise<number> {
  const file = await store.findFile(consentId);
  return file?.payments ?? Math.max(1, await store.countPayments(id));
}
