import { settlementDay } from '../../domain/calendar/calendar.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Batch, Payment, User } from '../../domain/records/records.ts';
import { formatMoney, formatPounds } from '../../domain/messages/format.ts';
import type { ReviewLine } from '../../families/common/review.ts';
import type { HeldAccount } from '../../families/common/view.ts';
import { expectDefined } from '../../shared/assert.ts';
import { londonDate, type Instant, type LocalDate } from '../../shared/time.ts';
import { paymentNow } from '../payments/approve-payment.ts';
import { plannedState } from '../payments/credit-states.ts';
import { linesOfPayment } from './payments.ts';
import type { EngineParts } from '../dependencies.ts';
import { bookedQuote } from '../views.ts';

/** What a customer keeps of one payment that was made. */
export interface Receipt {
  readonly payment: Payment;
  /** As its TPP knows it too: PaymentTransactionId. */
  readonly transactionId: string;
  /** What was paid, in the currency asked for. */
  readonly amount: string;
  /** What was taken from the account, the charge in it, and the rate where one was needed. */
  readonly cost: { readonly taken: string; readonly charge: string; readonly rate: string | null };
  /** In the customer's name, though it may belong to another customer by now. */
  readonly account: HeldAccount;
  /** To whom, and in what words. */
  readonly lines: readonly ReviewLine[];
  readonly takenOn: LocalDate;
  /** From which day on the payee’s side has it. */
  readonly valueDate: LocalDate;
  /** When the scheme accepted it; null for old ones, of which that is not known. */
  readonly paidAt: Instant | null;
}

type Parts = Pick<EngineParts, 'store' | 'workers' | 'holidays' | 'paymentSource'>;

/** One payment of a submission. */
interface Made extends Pick<Receipt, 'amount' | 'lines'> {
  readonly batch: Batch;
  readonly debtor: string | null;
}

/**
 * The receipt of one payment of a submission that a customer's users approved (rules, 14.17).
 * Undefined for one that was not paid, as for another customer's, and one that there is not.
 *
 * @param index its place: of a file among its payments, of an order among those made, from 0
 */
export async function viewReceipt(
  parts: Parts,
  id: string,
  index: number,
  { customerId, customerName }: Pick<User, 'customerId' | 'customerName'>,
  now: Instant,
): Promise<Receipt | undefined> {
  const { store, holidays } = parts;
  const found = await store.findPaymentOfCustomer(id, customerId);
  const payment = found && (await paymentNow(parts, found, now));
  if (payment === undefined || payment.releasedAt === null) return undefined;
  const facts = await store.findFile(payment.consentId);
  const made = await (facts === undefined
    ? paymentOfOrder(parts, payment, index)
    : paymentOfFile(parts, payment, facts, index));
  if (made === undefined) return undefined;
  const { batch, debtor, amount, lines } = made;
  const [outcome] = await store.outcomes(payment.id, index, index + 1);
  if (plannedState(payment, batch, outcome).detail !== 'ACSC') return undefined;
  const number = expectDefined(debtor ?? payment.debtorAccount, 'the account that paid');
  const quote = facts === undefined ? bookedQuote(batch) : null;
  const takenOn = londonDate(batch.sentAt ?? batch.dueAt);
  return {
    payment,
    transactionId: `${payment.id}.${String(index)}`,
    amount,
    cost: {
      taken: quote === null ? amount : formatPounds(batch.totalPence),
      charge: quote === null ? 'None' : formatCharge(quote.chargePence),
      rate: quote?.exchangeRate ?? null,
    },
    account: { number, holderName: customerName },
    lines,
    takenOn,
    valueDate: settlementDay(batch.instrument, takenOn, holidays),
    paidAt: batch.stateUpdatedAt,
  };
}

function formatCharge(pence: number): string {
  return pence === 0 ? 'None' : formatPounds(pence);
}

async function paymentOfOrder(
  { store, holidays, paymentSource }: Parts,
  payment: Payment,
  index: number,
): Promise<Made | undefined> {
  const paymentInstruction = paymentSource.ofPayment(payment);
  const batch = await store.findBatch(payment.id, index);
  if (paymentInstruction.kind !== 'order' || batch === undefined) return undefined;
  const { order } = paymentInstruction;
  const first = expectDefined(order.nextPayment(null, holidays), 'the first payment of an order');
  return {
    batch,
    debtor: null,
    // Of an order in another currency there is one payment.
    amount:
      order.exchange === null
        ? formatPounds(batch.totalPence - batch.chargePence)
        : formatMoney(first.amount, order.currency),
    lines: linesOfPayment(order.parties, batch),
  };
}

async function paymentOfFile(
  { store, workers }: Parts,
  payment: Payment,
  facts: FileFacts,
  index: number,
): Promise<Made | undefined> {
  if (index >= facts.payments) return undefined;
  const [slice, batches] = await Promise.all([
    workers.slice(facts, { cursor: index, limit: 1, group: null }),
    store.batchesOf(payment.id),
  ]);
  const made = expectDefined(slice.payments[0], `payment ${String(index)}`);
  const batch = batches.find(
    ({ instrument, date }) => instrument === made.instrument && date === made.date,
  );
  return {
    batch: expectDefined(batch, `the batch of payment ${String(index)}`),
    debtor: made.debtor,
    amount: formatPounds(made.amountPence),
    lines: linesOfPayment(made, made),
  };
}
