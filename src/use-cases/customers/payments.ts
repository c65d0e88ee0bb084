import type { Order } from '../../domain/execution/order.ts';
import type { PaymentPosition } from '../../domain/ports/customer-store.ts';
import type { FoundPayment } from '../../domain/ports/file-search.ts';
import type { FileFacts, PaymentParties } from '../../domain/records/payment.ts';
import type { Approval, Batch, Payment, User } from '../../domain/records/records.ts';
import type { ScreeningCase } from '../../domain/records/screening.ts';
import { formatRecall, formatRecallStates } from '../../domain/messages/recall-text.ts';
import { userText, type RichText } from '../../domain/messages/rich-text.ts';
import {
  formatAccount,
  formatMoney,
  formatNumber,
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
import { progressOf, statusesOf, type FileProgress } from '../files/file-statuses.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { fileOf, summaryOf, type PaymentSummary } from './payment-summary.ts';
import { MAX_BATCHES, partOfFile, partsOfOrder, type PaidPart } from './payment-parts.ts';

type Parts = Pick<
  UseCaseParts,
  'store' | 'workers' | 'holidays' | 'paymentSource' | 'recallWriter'
>;

/** Maximum number of payments on a page of the list. */
const PORTAL_PAYMENTS_ON_PAGE = 50;
/** Maximum number of recalls that a page shows. */
export const MAX_RECALLS = 50;
/** Maximum number of unpaid payments that a page lists for a file. */
const MAX_RETURNED = 50;

/** A payment in the list, with a text about its recalls. The text is null if it has none. */
export interface ListedPayment extends PaymentSummary {
  readonly recallText: string | null;
}

/**
 * A page of the list. `next` is the position at which the next page starts, or null on the last
 * page.
 */
interface PaymentSummaries {
  readonly payments: readonly ListedPayment[];
  readonly next: PaymentPosition | null;
}

/** Details of one payment, as its customer sees them. */
export interface CustomerPayment extends PaymentSummary {
  readonly lines: readonly ReviewLine[];
  /**
   * True if the customer can cancel the payment, or those of its parts that have not been executed.
   */
  readonly mayCancel: boolean;
  /** Decisions of users about the payment, oldest first. */
  readonly decided: readonly Approval[];
  /** The debtor account, with the customer as its holder. Null if a file names several accounts. */
  readonly account: HeldAccount | null;
  readonly parts: readonly PaidPart[];
  /** Number of batches that are not listed. */
  readonly otherParts: number;
  /** Counts of paid and unpaid payments in a file. Null if the payment has no file. */
  readonly file: {
    readonly facts: FileFacts;
    readonly paid: number;
    readonly returned: number;
    readonly firstReturned: readonly FoundPayment[];
  } | null;
  /** Texts about the first recalls of its payments. `index`: number of the payment, from 0. */
  readonly recalls: readonly { readonly index: number; readonly texts: readonly RichText[] }[];
  /** True if the bank may be able to recall payments. */
  readonly offersRecalls: boolean;
}

/** Lists the payments that users of the customer approved, newest first (rules, 14.13). */
export async function listCustomerPayments(
  parts: Parts,
  { customerId }: Pick<User, 'customerId'>,
  after: PaymentPosition | null,
  now: Instant,
): Promise<PaymentSummaries> {
  const { store } = parts;
  const found = await store.paymentsOfCustomer(customerId, after, PORTAL_PAYMENTS_ON_PAGE + 1);
  const shown = found.slice(0, PORTAL_PAYMENTS_ON_PAGE);
  const ids = shown.map(({ id }) => id);
  const [recalls, cases] = await Promise.all([store.recallStatesOf(ids), store.casesOf(ids)]);
  const payments = await Promise.all(
    shown.map(async (found) => {
      const payment = await paymentNow(parts, found, now);
      const held = cases.filter((one) => one.paymentId === payment.id);
      const summary = summaryOf(parts, payment, await fileOf(parts, payment), held);
      const states = recalls.filter(({ paymentId }) => paymentId === payment.id);
      return { ...summary, recallText: formatRecallStates(states.map(({ state }) => state)) };
    }),
  );
  const last = shown.at(-1);
  return { payments, next: found.length > shown.length && last !== undefined ? last : null };
}

/**
 * Returns the details of one payment that users of the customer approved. Undefined if it does not
 * exist or belongs to another customer.
 */
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
  const held = await store.casesOf([id]);
  const [decided, listed, details] = await Promise.all([
    store.approvalsOf(payment.consentId),
    store.listRecalls({ by: 'payment', id }, MAX_RECALLS),
    paymentInstruction.kind === 'order'
      ? detailsOfOrder(parts, payment, paymentInstruction.order, held)
      : detailsOfFile(parts, payment, expectDefined(file, 'the file'), held),
  ]);
  const { debtorAccount: number } = payment;
  const account = number === null ? null : { number, holderName: customerName };
  const recalls = listed.map((recall) => {
    const amount = formatMoney(recall.amount.minor, recall.amount.currency);
    const texts = [`Payment ${formatNumber(recall.index + 1)}: ${amount}`, ...formatRecall(recall)];
    return { index: recall.index, texts };
  });
  const offersRecalls = parts.recallWriter !== null;
  return {
    ...summaryOf(parts, payment, file, held),
    ...details,
    account,
    decided,
    recalls,
    offersRecalls,
  };
}

/** Details that depend on the execution of a payment. */
type ExecutionDetails = Pick<
  CustomerPayment,
  'mayCancel' | 'lines' | 'parts' | 'otherParts' | 'file'
>;

async function detailsOfOrder(
  parts: Parts,
  payment: Payment,
  order: Order,
  held: readonly ScreeningCase[],
): Promise<ExecutionDetails> {
  const { store } = parts;
  const [batches, count] = await Promise.all([
    store.batchesOf(payment.id, 0, MAX_BATCHES),
    store.countBatches(payment.id),
  ]);
  const last = await store.findBatch(payment.id, count - 1);
  return {
    mayCancel: mayCancel(payment, [last]),
    lines: linesOfPayment(order.parties, order),
    parts: await partsOfOrder(parts, payment, { order, batches, held }),
    otherParts: count - batches.length,
    file: null,
  };
}

async function detailsOfFile(
  parts: Parts,
  payment: Payment,
  facts: FileFacts,
  held: readonly ScreeningCase[],
): Promise<ExecutionDetails> {
  const progress = await progressOf(parts.store, payment, facts);
  const batches = progress.batches.filter(({ payments }) => payments > 0);
  const listed = batches.slice(0, MAX_BATCHES);
  const reasons = new Map(progress.outcomes.map(({ index, reason }) => [index, reason]));
  return {
    mayCancel: mayCancel(payment, batches),
    lines: [],
    parts: listed.map((batch) => {
      const reason = reasons.get(batch.onlyIndex ?? -1) ?? null;
      return partOfFile(payment, batch, { reason, held });
    }),
    otherParts: batches.length - listed.length,
    file: { facts, ...(await returnsOf(parts, payment, facts, progress)) },
  };
}

/** @param batches those batches that must still be waiting */
function mayCancel(
  { approval, cancelledAt }: Payment,
  batches: readonly (Batch | undefined)[],
): boolean {
  if (cancelledAt !== null) return false;
  if (approval?.status === 'waiting') return true;
  return batches.length > 0 && batches.every((batch) => batch?.state === 'waiting');
}

/** Returns lines with the payee, the references and the scheme of a payment. */
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

/** Counts the paid and the unpaid payments of a file, and returns the first unpaid ones. */
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
  const paid = sum((batch) => batch.payments - batch.rejected - batch.returned);
  // The payment has no batches, because it was cancelled or not fully approved before its release.
  const isAllUnpaid = payment.releasedAt === null && payment.groupStatus === 'RJCT';
  const cameBack = outcomes.filter(({ status }) => status !== 'Pending').length;
  const returned = isAllUnpaid
    ? facts.payments
    : Math.max(
        cameBack,
        sum((batch) => batch.rejected + batch.returned),
      );
  if (returned === 0) return { paid, returned, firstReturned: [] };
  const statuses = statusesOf(payment, facts, progress);
  const query = { text: '', only: 'notPaid', sort: 'place', statuses, earlier: null } as const;
  const found = await workers.search(facts, { ...query, skip: 0, limit: MAX_RETURNED });
  return { paid, returned, firstReturned: found.payments };
}
