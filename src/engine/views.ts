import type { AccountNumber } from '../domain/accounts.ts';
import { expectedTimes, type ExpectedTimes } from '../domain/calendar.ts';
import type { ConsentStatus } from '../domain/lifecycle.ts';
import type { Order, Quote } from '../domain/order.ts';
import type { Holidays } from '../domain/ports.ts';
import type { Batch, Consent, Payment } from '../domain/records.ts';
import type { Store } from '../domain/store.ts';
import { familyNamed } from '../families/index.ts';
import type { ConsentView, HeldAccount, PaymentView } from '../families/view.ts';
import { present } from '../kernel/assert.ts';
import type { Instant } from '../kernel/time.ts';

interface ViewParts {
  readonly store: Store;
  readonly holidays: Holidays;
}

/** Of a consent, the debtor's account may be named once it is authorised (rules, 5.6). */
const AUTHORISED: ReadonlySet<ConsentStatus> = new Set(['Authorised', 'Consumed']);

/** While a consent can still be submitted, it tells what would happen then. */
const OPEN: ReadonlySet<ConsentStatus> = new Set(['AwaitingAuthorisation', 'Authorised']);

/** All that an answer about a consent may be made of. */
export async function viewConsent(
  { store, holidays }: ViewParts,
  consent: Consent,
  now: Instant,
): Promise<ConsentView> {
  const { status, debtorAccount } = consent;
  const family = familyNamed(consent.family);
  const order = family.orderOf(consent.data, 'consent');
  return {
    consent,
    debtorAccount: AUTHORISED.has(status) ? await heldAccount(store, debtorAccount) : null,
    times: order !== null && OPEN.has(status) ? timesOf(order, now, holidays) : null,
    quote:
      family.tellsCost && status === 'Consumed' ? await quoteOfConsent(store, consent.id) : null,
  };
}

async function quoteOfConsent(store: Store, consentId: string): Promise<Quote | null> {
  const payment = present(await store.findPaymentOf(consentId), `the payment of ${consentId}`);
  return quoteOfPayment(store, payment.id);
}

async function quoteOfPayment(store: Store, paymentId: string): Promise<Quote | null> {
  return bookedQuote(present(await store.findBatch(paymentId, 0), `a batch of ${paymentId}`));
}

/** All that an answer about a payment may be made of. */
export async function viewPayment(
  { store, holidays }: ViewParts,
  payment: Payment,
): Promise<PaymentView> {
  const family = familyNamed(payment.family);
  const order = family.orderOf(payment.data, 'payment');
  const [consent, debtorAccount] = await Promise.all([
    store.findConsent(payment.consentId),
    heldAccount(store, payment.debtorAccount),
  ]);
  return {
    payment,
    consentData: present(consent, payment.consentId).data,
    debtorAccount,
    times: order === null ? null : timesOf(order, payment.createdAt, holidays),
    quote: family.tellsCost ? await quoteOfPayment(store, payment.id) : null,
  };
}

function timesOf(order: Order, now: Instant, holidays: Holidays): ExpectedTimes {
  const first = present(order.nextPayment(null, holidays), 'the first payment of an order');
  return expectedTimes({ instrument: order.instrument, date: first.date, now }, holidays);
}

async function heldAccount(
  store: Store,
  number: AccountNumber | null,
): Promise<HeldAccount | null> {
  if (number === null) return null;
  return present(await store.findAccount(number), `account ${number}`);
}

/** What a payment cost is told when it has been executed, and never of one that came back. */
function bookedQuote({
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
