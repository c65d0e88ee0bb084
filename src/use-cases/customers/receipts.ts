import { settlementDay } from '../../domain/calendar/calendar.ts';
import type { Holidays } from '../../domain/ports/bank.ts';
import type { SinglePayment } from '../../domain/records/payment.ts';
import type { Approval, Payment, User } from '../../domain/records/records.ts';
import {
  dayOfInstant,
  formatMoney,
  formatPounds,
  formatTime,
} from '../../domain/messages/format.ts';
import { formatRecall } from '../../domain/messages/recall-text.ts';
import { formatPayeeAnswer } from '../../domain/messages/payee-text.ts';
import { richText, userText, type RichText } from '../../domain/messages/rich-text.ts';
import { NAME_CHECK, type ReviewLine } from '../../families/common/review.ts';
import type { HeldAccount } from '../../families/common/view.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import { londonDate, type Instant, type LocalDate } from '../../shared/time.ts';
import { paymentNow } from '../payments/approve-payment.ts';
import { plannedState } from '../payments/credit-states.ts';
import { findCredit } from '../payments/find-credit.ts';
import type { SubmittedInstruction } from '../payments/payment-source.ts';
import { linesOfPayment, MAX_RECALLS } from './payments.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { bookedQuote } from '../views.ts';

/** A receipt for one executed payment. */
interface Receipt {
  readonly payment: Payment;
  /** Number of the payment in its order or file, from 0. */
  readonly index: number;
  /** PaymentTransactionId, which the TPP also sees. */
  readonly transactionId: string;
  /** Amount paid, in the currency of the instruction. */
  readonly amount: string;
  /** Total amount debited, including the charge. `rate` is null for a payment in pounds. */
  readonly cost: {
    readonly debited: string;
    readonly charge: string;
    readonly rate: string | null;
  };
  /**
   * The debtor account, with the customer as its holder. By now it may belong to another customer.
   */
  readonly account: HeldAccount;
  /** Lines with payee, references and scheme. */
  readonly lines: readonly ReviewLine[];
  readonly debitedOn: LocalDate;
  /** Day on which the payee's bank receives the money. */
  readonly valueDate: LocalDate;
  /**
   * Time at which the scheme accepted the payment. Null for old payments, for which the time was
   * not recorded.
   */
  readonly paidAt: Instant | null;
  /** Texts about the recalls of the payment, oldest first. */
  readonly recalls: readonly (readonly RichText[])[];
  /** True if the page offers to ask for the payment back. It may still be impossible. */
  readonly offersRecall: boolean;
}

type Parts = Pick<
  UseCaseParts,
  'store' | 'workers' | 'holidays' | 'paymentSource' | 'recallWriter'
>;

/**
 * Returns the receipt for one payment of an order or file that users of the customer approved
 * (rules, 14.17). Returns undefined if it was not paid, does not exist or belongs to another
 * customer.
 *
 * @param index number of the payment, from 0: its position in the file or among the executed
 * payments of the order
 */
export async function viewReceipt(
  parts: Parts,
  id: string,
  index: number,
  { customerId, customerName }: Pick<User, 'customerId' | 'customerName'>,
  now: Instant,
): Promise<Receipt | undefined> {
  const { store, holidays, paymentSource } = parts;
  const stored = await store.findPaymentOfCustomer(id, customerId);
  const payment = stored && (await paymentNow(parts, stored, now));
  if (payment === undefined) return undefined;
  const found = await findCredit(parts, payment, index);
  if (found === undefined) return undefined;
  const { batch, credit } = found;
  const [outcome] = await store.outcomes(payment.id, index, index + 1);
  if (plannedState(payment, batch, outcome).detail !== 'ACSC') return undefined;
  const recalls = await store.listRecalls({ by: 'credit', paymentId: id, index }, MAX_RECALLS);
  const number = expectDefined(credit.debtor ?? payment.debtorAccount, 'the account that paid');
  const paymentInstruction = paymentSource.ofPayment(payment);
  const amount = amountOf(paymentInstruction, credit, holidays);
  const quote = paymentInstruction.kind === 'order' ? bookedQuote(batch) : null;
  const debitedOn = londonDate(batch.sentAt ?? batch.dueAt);
  return {
    payment,
    index,
    transactionId: `${payment.id}.${String(index)}`,
    amount,
    cost: {
      debited: quote === null ? amount : formatPounds(batch.totalPence),
      charge: quote === null ? 'None' : formatCharge(quote.chargePence),
      rate: quote?.exchangeRate ?? null,
    },
    account: { number, holderName: customerName },
    lines: [
      ...linesOfPayment(credit, credit),
      ...nameChecksOf(credit, await store.approvalsOf(payment.consentId)),
    ],
    debitedOn,
    valueDate: settlementDay(batch.instrument, debitedOn, holidays),
    paidAt: batch.stateUpdatedAt,
    recalls: recalls.map(formatRecall),
    offersRecall: parts.recallWriter !== null && recalls.length === 0,
  };
}

/** Returns a line for each name check of the payee that a user saw before approving. */
function nameChecksOf(
  { creditor, creditorName }: Pick<SinglePayment, 'creditor' | 'creditorName'>,
  approvals: readonly Approval[],
): readonly ReviewLine[] {
  return approvals.flatMap(({ userId, payeeCheck }) => {
    const checked = payeeCheck?.payees.find(
      ({ question: { name, account } }) => name === creditorName && account === creditor,
    );
    if (!payeeCheck || checked === undefined) return [];
    const { askedAt } = payeeCheck;
    const when = `${dayOfInstant(askedAt)} at ${formatTime(askedAt)}, London time`;
    const shown = richText`Shown to ${userText(userId)} before the approval, on ${when}`;
    return [{ label: NAME_CHECK, value: [formatPayeeAnswer(checked.answer), shown] }];
  });
}

function formatCharge(pence: Pence): string {
  return pence === 0 ? 'None' : formatPounds(pence);
}

/** Returns the amount of a payment in the currency of its instruction. */
export function amountOf(
  paymentInstruction: SubmittedInstruction,
  { amountPence }: SinglePayment,
  holidays: Holidays,
): string {
  if (paymentInstruction.kind === 'file' || paymentInstruction.order.exchange === null) {
    return formatPounds(amountPence);
  }
  // An order with a currency exchange has only one payment.
  const { order } = paymentInstruction;
  const first = expectDefined(order.nextPayment(null, holidays), 'the first payment of an order');
  return formatMoney(first.amount, order.currency);
}
