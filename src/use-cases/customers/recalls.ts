import { formatRecall, type RecallChoice } from '../../domain/messages/recall-text.ts';
import type { RichText } from '../../domain/messages/rich-text.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { Payment, User } from '../../domain/records/records.ts';
import type { ReviewLine } from '../../families/common/review.ts';
import type { Instant } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { findHandedOver, requestRecall } from '../hand-over/request-recall.ts';
import { paymentNow } from '../payments/approve-payment.ts';
import { plannedState } from '../payments/credit-states.ts';
import { findCredit, type FoundCredit } from '../payments/find-credit.ts';
import { missingRights } from '../payments/payment-rights.ts';
import { linesOfPayment, MAX_RECALLS } from './payments.ts';
import { amountOf } from './receipts.ts';

/** The reason why a customer cannot ask for a payment back on the pages. */
export type RecallObstacle =
  /** The payment was asked for back before. After a refusal, only the bank asks again. */
  | 'asked'
  /** The payment is not paid, or came back. */
  | 'notPaid'
  /** The user may not make such payments. */
  | 'notAllowed'
  /** The payee has an account at this bank. */
  | 'own'
  /** The scheme has no recalls. */
  | 'noRecalls'
  /** No payment hub has the payment. */
  | 'noHub';

/** One payment of an order or a file, and the recalls of it. */
interface CreditRecalls {
  readonly amount: string;
  /** Lines with payee, references and scheme. */
  readonly lines: readonly ReviewLine[];
  /** Texts about each recall, oldest first. */
  readonly recalls: readonly (readonly RichText[])[];
  /** Null if the customer can ask for the payment back. */
  readonly obstacle: RecallObstacle | null;
}

/**
 * Returns one payment that users of the customer approved, and whether it can be asked for back.
 * Returns undefined if it does not exist or belongs to another customer.
 *
 * @param index number of the payment, from 0: its position in the file or among the executed
 * payments of the order
 */
export async function viewRecalls(
  parts: UseCaseParts,
  id: string,
  index: number,
  user: User,
  now: Instant,
): Promise<CreditRecalls | undefined> {
  const { store, holidays, paymentSource } = parts;
  const stored = await store.findPaymentOfCustomer(id, user.customerId);
  const payment = stored && (await paymentNow(parts, stored, now));
  const found = payment && (await findCredit(parts, payment, index));
  if (payment === undefined || found === undefined) return undefined;
  const { credit } = found;
  const listed = await store.listRecalls({ by: 'credit', paymentId: id, index }, MAX_RECALLS);
  return {
    amount: amountOf(paymentSource.ofPayment(payment), credit, holidays),
    lines: linesOfPayment(credit, credit),
    recalls: listed.map(formatRecall),
    obstacle: listed.length > 0 ? 'asked' : await obstacleOf(parts, payment, found, user, now),
  };
}

async function obstacleOf(
  parts: UseCaseParts,
  payment: Payment,
  found: FoundCredit,
  user: User,
  now: Instant,
): Promise<RecallObstacle | null> {
  const { index } = found.credit;
  const [outcome] = await parts.store.outcomes(payment.id, index, index + 1);
  if (plannedState(payment, found.batch, outcome).detail !== 'ACSC') return 'notPaid';
  if ((await missingRights(parts, payment, user, now)).length > 0) return 'notAllowed';
  const { kind } = await findHandedOver(parts, payment, found);
  if (kind === 'own' || kind === 'noRecalls') return kind;
  return kind === 'notAccepted' || parts.recallWriter === null ? 'noHub' : null;
}

/**
 * Asks the payee's bank to send one payment back, at the customer's request (rules, 14.19). Does
 * nothing if that is not possible, or if another request was first. `viewRecalls` returns the
 * result. Only a return of the payment moves money.
 */
export async function askForRecall(
  parts: UseCaseParts,
  request: {
    readonly paymentId: string;
    readonly index: number;
    readonly reason: RecallChoice;
    readonly note: string | null;
  },
  user: User,
  act: Act,
): Promise<void> {
  const { recallWriter: writer } = parts;
  const view = await viewRecalls(parts, request.paymentId, request.index, user, act.at);
  if (writer === null || view?.obstacle !== null) return;
  await requestRecall({ ...parts, writer }, request, act);
}
