import { isCancelled } from '../../domain/execution/cancellation.ts';
import type { Order } from '../../domain/execution/order.ts';
import type { PlaceOfPayment } from '../../domain/ports/customer-store.ts';
import type { FoundPayment } from '../../domain/ports/file-search.ts';
import type { FileFacts, PaymentParties } from '../../domain/records/payment.ts';
import type { Approval, Batch, Payment, User } from '../../domain/records/records.ts';
import { formatBatch, formatStatus } from '../../domain/messages/status-text.ts';
import { userText, richText, type RichText } from '../../domain/messages/rich-text.ts';
import {
  formatAccount,
  formatCount,
  formatDay,
  formatMoney,
  formatPounds,
  formatScheme,
} from '../../domain/messages/format.ts';
import type { HeldAccount } from '../../families/common/view.ts';
import {
  linesOf,
  PAYEES_ACCOUNT,
  userTextIf,
  type ReviewLine,
} from '../../families/common/review.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import { paymentNow } from '../payments/approve-payment.ts';
import { fileReference } from '../files/file-metadata.ts';
import { progressOf, statusesOf, type FileProgress } from '../files/file-statuses.ts';
import type { EngineParts } from '../dependencies.ts';
import { bookedQuote } from '../views.ts';

type Parts = Pick<EngineParts, 'store' | 'workers' | 'holidays' | 'paymentSource'>;

/** Payments on one page of a customer's list. */
const PORTAL_PAYMENTS_ON_PAGE = 50;
/** Payments made together that are told one by one: groups of a file, payments of an order. */
const MAX_BATCHES = 50;
/** Payments of a file that came back and are told one by one. */
const MAX_RETURNED = 50;

/** A payment as a customer finds it in a list. */
export interface PaymentSummary {
  readonly payment: Payment;
  /** How much to whom, or in how many payments. */
  readonly summary: RichText;
  /** Whom it goes to, or how many payments a file has. */
  readonly title: RichText;
  /** What else it is known by: a reference. */
  readonly reference: RichText | null;
  /** Of a standing order that of its first payment. */
  readonly amount: string;
  readonly standing: string;
}

/** A page of these; `next`: where the next page begins, null on the last. */
export interface PaymentSummaries {
  readonly payments: readonly PaymentSummary[];
  readonly next: PlaceOfPayment | null;
}

/** Payments made together: a group of a file, or one payment of an order. */
export interface PaidPart {
  readonly label: string;
  readonly standing: string;
  /** What was taken from the account, or will be; null before a rate tells. */
  readonly amount: string | null;
  /** What it cost, once it was executed; null before. */
  readonly cost: readonly string[] | null;
  /** Its place, where it is one payment and was paid: there is a receipt of it; else null. */
  readonly paid: number | null;
}

/** All that a customer reads of one payment. */
export interface CustomerPayment extends PaymentSummary {
  readonly lines: readonly ReviewLine[];
  /** Whether something of it still waits that can be cancelled. */
  readonly mayCancel: boolean;
  /** Who decided about it, in the order of time. */
  readonly decided: readonly Approval[];
  /** The account that pays, in the customer's name; null where a file names several. */
  readonly account: HeldAccount | null;
  readonly parts: readonly PaidPart[];
  /** Further ones that are not told one by one. */
  readonly otherParts: number;
  /** Of a file; null for all others. */
  readonly file: {
    readonly facts: FileFacts;
    readonly paid: number;
    readonly returned: number;
    readonly firstReturned: readonly FoundPayment[];
  } | null;
}

/** Payments that the users of a customer approved, newest first (rules, 14.13). */
export async function listCustomerPayments(
  parts: Parts,
  { customerId }: Pick<User, 'customerId'>,
  after: PlaceOfPayment | null,
  now: Instant,
): Promise<PaymentSummaries> {
  const { store } = parts;
  const found = await store.paymentsOfCustomer(customerId, after, PORTAL_PAYMENTS_ON_PAGE + 1);
  const shown = found.slice(0, PORTAL_PAYMENTS_ON_PAGE);
  const payments = await Promise.all(
    shown.map(async (found) => {
      const payment = await paymentNow(parts, found, now);
      return summaryOf(parts, payment, await fileOf(parts, payment));
    }),
  );
  const last = shown.at(-1);
  return { payments, next: found.length > shown.length && last !== undefined ? last : null };
}

/** One of these; undefined for another customer's, as for one that there is not. */
export async function viewCustomerPayment(
  parts: Parts,
  id: string,
  { customerId, customerName }: Pick<User, 'customerId' | 'customerName'>,
  now: Instant,
): Promise<CustomerPayment | undefined> {
  const { store, paymentSource } = parts;
  const found = await store.findPaymentOfCustomer(id, customerId);
  if (found === undefined) return undefined;
  const payment = await paymentNow(parts, found, now);
  const paymentInstruction = paymentSource.ofPayment(payment);
  const file = await fileOf(parts, payment);
  const [decided, made] = await Promise.all([
    store.approvalsOf(payment.consentId),
    paymentInstruction.kind === 'order'
      ? madeOfOrder(parts, payment, paymentInstruction.order)
      : madeOfFile(parts, payment, expectDefined(file, 'the file')),
  ]);
  const { debtorAccount: number } = payment;
  const account = number === null ? null : { number, holderName: customerName };
  return { ...summaryOf(parts, payment, file), ...made, account, decided };
}

/** What was made of a payment. */
type Made = Pick<CustomerPayment, 'mayCancel' | 'lines' | 'parts' | 'otherParts' | 'file'>;

async function madeOfOrder(parts: Parts, payment: Payment, order: Order): Promise<Made> {
  const { store } = parts;
  const [batches, count] = await Promise.all([
    store.batchesOf(payment.id, 0, MAX_BATCHES),
    store.countBatches(payment.id),
  ]);
  const last = await store.findBatch(payment.id, count - 1);
  return {
    mayCancel: mayCancel(payment, [last]),
    lines: linesOfPayment(order.parties, order),
    parts: await partsOfOrder(parts, payment, order, batches),
    otherParts: count - batches.length,
    file: null,
  };
}

async function madeOfFile(parts: Parts, payment: Payment, facts: FileFacts): Promise<Made> {
  const progress = await progressOf(parts.store, payment, facts);
  const { batches } = progress;
  const told = batches.slice(0, MAX_BATCHES);
  return {
    mayCancel: mayCancel(payment, batches),
    lines: [],
    parts: told.map((batch) => partOf(payment, labelOfGroup(batch), batch, null)),
    otherParts: batches.length - told.length,
    file: { facts, ...(await returnsOf(parts, payment, facts, progress)) },
  };
}

/** @param batches those that all have to wait still */
function mayCancel(
  { approval, cancelledAt }: Payment,
  batches: readonly (Batch | undefined)[],
): boolean {
  if (cancelledAt !== null) return false;
  if (approval?.status === 'waiting') return true;
  return batches.length > 0 && batches.every((batch) => batch?.state === 'waiting');
}

/** What is known of the file of a payment; undefined where it is none of a file. */
export async function fileOf(
  { store, paymentSource }: Pick<Parts, 'store' | 'paymentSource'>,
  payment: Payment,
): Promise<FileFacts | undefined> {
  if (paymentSource.ofPayment(payment).kind === 'order') return undefined;
  return expectDefined(await store.findFile(payment.consentId), 'the file');
}

/** A payment in short; with what is known of its file, where it has one. */
export function summaryOf(
  { holidays, paymentSource }: Pick<Parts, 'holidays' | 'paymentSource'>,
  payment: Payment,
  file: FileFacts | undefined,
): PaymentSummary {
  const standing = formatStatus(payment);
  const paymentInstruction = paymentSource.ofPayment(payment);
  if (paymentInstruction.kind === 'order') {
    const { order } = paymentInstruction;
    const { creditorName, reference } = order.parties;
    const first = expectDefined(order.nextPayment(null, holidays), 'the first payment of an order');
    const amount = formatMoney(first.amount, order.currency);
    const title = userText(creditorName);
    const summary = richText`${amount} to ${title}`;
    return { payment, summary, title, reference: wordsIf(reference), amount, standing };
  }
  const facts = expectDefined(file, 'the file');
  const count = formatCount(facts.payments, 'payment');
  const amount = formatPounds(facts.totalPence);
  const [title, summary] = [`File of ${count}`, `${amount} in ${count}`];
  const reference = wordsIf(fileReference(payment) ?? '');
  return { payment, summary, title, reference, amount, standing };
}

function wordsIf(text: string): RichText | null {
  return text === '' ? null : userText(text);
}

/** Whom a payment goes to, and in what words. */
export function linesOfPayment(
  parties: PaymentParties,
  { instrument }: Pick<Order, 'instrument'>,
): readonly ReviewLine[] {
  const { creditor, creditorName, unstructured, endToEndIdentification } = parties;
  const isBritish = /^\d{14}$/.test(creditor);
  return linesOf(
    { label: 'Payee', value: userText(creditorName) },
    { label: PAYEES_ACCOUNT, value: isBritish ? formatAccount(creditor) : userText(creditor) },
    userTextIf('Reference', parties.reference),
    userTextIf('Note', unstructured),
    userTextIf('Payer’s own reference', endToEndIdentification),
    { label: 'Sent by', value: formatScheme(instrument) },
  );
}

async function partsOfOrder(
  { store }: Parts,
  payment: Payment,
  order: Order,
  batches: readonly Batch[],
): Promise<readonly PaidPart[]> {
  const outcomes = await store.outcomes(payment.id, 0, MAX_BATCHES);
  const reasons = new Map(outcomes.map(({ index, reason }) => [index, reason]));
  return batches.map((batch) => {
    const label = batch.date === null ? 'At once' : formatDay(batch.date);
    const isOnly = batches.length === 1 && order.lastDay === null;
    const reason = reasons.get(batch.number) ?? (isOnly ? payment.reason : null);
    const isPaid = batch.state === 'answered' && batch.rejected === 0;
    return { ...partOf(payment, label, batch, reason), paid: isPaid ? batch.number : null };
  });
}

function labelOfGroup({ date, instrument, payments }: Batch): string {
  const when = date === null ? 'at once' : formatDay(date);
  return `${formatCount(payments, 'payment')} by ${formatScheme(instrument)}, ${when}`;
}

function partOf(
  payment: Payment,
  label: string,
  batch: Batch,
  reason: Payment['reason'],
): PaidPart {
  const quote = bookedQuote(batch);
  const isForecast = batch.state === 'waiting' || batch.state === 'failed';
  return {
    label,
    standing: isCancelled(batch, payment) ? 'Cancelled' : formatBatch(batch, reason),
    amount: isForecast && batch.chargePence > 0 ? null : formatPounds(batch.totalPence),
    cost: quote && [
      quote.chargePence === 0 ? 'No charge' : `Our charge ${formatPounds(quote.chargePence)}`,
      ...(quote.exchangeRate === null ? [] : [`Rate ${quote.exchangeRate} for a pound`]),
    ],
    paid: null,
  };
}

/** How many payments of a file were paid and how many were not, and the first of these. */
async function returnsOf(
  { workers }: Pick<Parts, 'workers'>,
  payment: Payment,
  facts: FileFacts,
  progress: FileProgress,
) {
  const { batches, outcomes } = progress;
  const ended = batches.filter(({ state }) => state === 'answered' || state === 'failed');
  const sum = (of: (batch: Batch) => number): number =>
    ended.reduce((total, batch) => total + of(batch), 0);
  const paid = sum((batch) => batch.payments - batch.rejected);
  // Of what not all approved, or was cancelled before, nothing was planned.
  const isAllLost = payment.releasedAt === null && payment.groupStatus === 'RJCT';
  const rejected = outcomes.filter(({ status }) => status === 'Rejected').length;
  const returned = isAllLost
    ? facts.payments
    : Math.max(
        rejected,
        sum((batch) => batch.rejected),
      );
  if (returned === 0) return { paid, returned, firstReturned: [] };
  const standings = statusesOf(payment, facts, progress);
  const sought = { text: '', only: 'notPaid', sort: 'place', standings, earlier: null } as const;
  const found = await workers.search(facts, { ...sought, skip: 0, limit: MAX_RETURNED });
  return { paid, returned, firstReturned: found.payments };
}
