import { expectedTimes, type ExpectedTimes } from '../domain/calendar/calendar.ts';
import type { Order, Quote } from '../domain/execution/order.ts';
import type { ConsentStatus } from '../domain/lifecycle/lifecycle.ts';
import type { Holidays } from '../domain/ports/bank.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Batch, Consent, Payment } from '../domain/records/records.ts';
import type { Instrument } from '../domain/schemes/schemes.ts';
import type { ConsentView, HeldAccount, PaymentView } from '../families/common/view.ts';
import { familyNamed } from '../families/index.ts';
import { expectDefined } from '../shared/assert.ts';
import type { Instant } from '../shared/time.ts';
import type { UseCaseParts } from './dependencies.ts';

type ViewParts = Pick<UseCaseParts, 'store' | 'holidays' | 'paymentSource'>;

/** Statuses in which a response may name the debtor account of a consent (rules, 5.6). */
const AUTHORISED: ReadonlySet<ConsentStatus> = new Set(['Authorised', 'Consumed']);

/**
 * Statuses in which a payment can still be submitted under a consent. Responses then contain the
 * expected execution times of the payment.
 */
const OPEN: ReadonlySet<ConsentStatus> = new Set(['AwaitingAuthorisation', 'Authorised']);

/** Collects the data that a response about a consent contains. */
export async function viewConsent(
  { store, holidays, paymentSource }: ViewParts,
  consent: Consent,
  now: Instant,
): Promise<ConsentView> {
  const { status } = consent;
  const family = familyNamed(consent.family);
  const paymentInstruction = paymentSource.ofConsent(consent);
  return {
    consent,
    debtorAccount: AUTHORISED.has(status) ? await heldAccount(store, consent) : null,
    times:
      paymentInstruction.kind === 'order' && OPEN.has(status)
        ? timesOf(paymentInstruction.order, paymentInstruction.order.instrument, now, holidays)
        : null,
    quote:
      family.showsCost && status === 'Consumed' ? await quoteOfConsent(store, consent.id) : null,
  };
}

async function quoteOfConsent(store: Store, consentId: string): Promise<Quote | null> {
  const payment = expectDefined(
    await store.findPaymentOf(consentId),
    `the payment of ${consentId}`,
  );
  return payment.releasedAt === null ? null : bookedQuote(await firstBatch(store, payment.id));
}

async function firstBatch(store: Store, paymentId: string): Promise<Batch> {
  return expectDefined(await store.findBatch(paymentId, 0), `a batch of ${paymentId}`);
}

/**
 * Collects the data that a response about a payment contains.
 *
 * @param known a consent that the caller has read already
 */
export async function viewPayment(
  { store, holidays, paymentSource }: ViewParts,
  payment: Payment,
  known?: Pick<Consent, 'id' | 'data'>,
): Promise<PaymentView> {
  const family = familyNamed(payment.family);
  const paymentInstruction = paymentSource.ofPayment(payment);
  const { releasedAt } = payment;
  const [consent, debtorAccount, batch] = await Promise.all([
    known?.id === payment.consentId ? known : store.findConsent(payment.consentId),
    heldAccount(store, payment),
    // A payment has no batches until it has all its approvals.
    releasedAt === null ? null : firstBatch(store, payment.id),
  ]);
  return {
    payment,
    isNew: false,
    consentData: expectDefined(consent, payment.consentId).data,
    debtorAccount,
    // Use the scheme of the batch, because today's limits might lead to another scheme.
    times:
      paymentInstruction.kind === 'order' && batch !== null && releasedAt !== null
        ? timesOf(paymentInstruction.order, batch.instrument, releasedAt, holidays)
        : null,
    // If a payment was booked with its submission, the response still contains the status RCVD.
    quote:
      family.showsCost && batch !== null && payment.groupStatus !== 'RCVD'
        ? bookedQuote(batch)
        : null,
  };
}

function timesOf(
  order: Order,
  instrument: Instrument,
  now: Instant,
  holidays: Holidays,
): ExpectedTimes {
  const first = expectDefined(order.nextPayment(null, holidays), 'the first payment of an order');
  return expectedTimes({ instrument, date: first.date, now }, holidays);
}

/**
 * Returns the debtor account. Null if there are several, or if it now belongs to another customer.
 */
async function heldAccount(
  store: Store,
  { debtorAccount: number, customerId }: Pick<Consent, 'debtorAccount' | 'customerId'>,
): Promise<HeldAccount | null> {
  if (number === null) return null;
  const account = expectDefined(await store.findAccount(number), `account ${number}`);
  return account.customerId === customerId ? account : null;
}

/**
 * Returns the cost of an executed payment. Null if the payment was not executed yet or was
 * rejected. If the creditor's bank returned it later, the bank keeps its charge (rules, 13.10).
 */
export function bookedQuote({
  state,
  rejected,
  totalPence,
  chargePence,
  exchangeRate,
}: Batch): Quote | null {
  const isExecuted = state === 'booked' || state === 'sent' || state === 'answered';
  if (!isExecuted || rejected > 0) return null;
  return { amountPence: totalPence - chargePence, chargePence, exchangeRate };
}
