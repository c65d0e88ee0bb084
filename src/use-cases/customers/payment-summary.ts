import type { FileFacts } from '../../domain/records/payment.ts';
import type { Payment } from '../../domain/records/records.ts';
import type { ScreeningCase } from '../../domain/records/screening.ts';
import { formatHeld, formatStatus } from '../../domain/messages/status-text.ts';
import { richText, userText, type RichText } from '../../domain/messages/rich-text.ts';
import { formatCount, formatMoney, formatPounds } from '../../domain/messages/format.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { fileReference } from '../files/file-metadata.ts';

type Parts = Pick<UseCaseParts, 'store' | 'holidays' | 'paymentSource'>;

/** A payment in the list of a customer. */
export interface PaymentSummary {
  readonly payment: Payment;
  /** For a single payment, its amount and payee. For a file, its amount and number of payments. */
  readonly summary: RichText;
  /** For a single payment, its payee. For a file, its number of payments. */
  readonly title: RichText;
  /** Reference of the payment or of its file. Null if it has none. */
  readonly reference: RichText | null;
  /** For a file, its total. For an order, the amount of its first payment. */
  readonly amount: string;
  readonly statusText: string;
}

/** Returns the data about the file of a payment. Undefined for a payment without a file. */
export async function fileOf(
  { store, paymentSource }: Pick<Parts, 'store' | 'paymentSource'>,
  payment: Payment,
): Promise<FileFacts | undefined> {
  if (paymentSource.ofPayment(payment).kind === 'order') return undefined;
  return expectDefined(await store.findFile(payment.consentId), 'the file');
}

/**
 * Summarises a payment. For a file payment, the caller must pass the data about the file.
 *
 * @param held the open cases of the payment. They change the status of a single payment
 */
export function summaryOf(
  { holidays, paymentSource }: Pick<Parts, 'holidays' | 'paymentSource'>,
  payment: Payment,
  file: FileFacts | undefined,
  held: readonly ScreeningCase[] = [],
): PaymentSummary {
  const [onHold] = file === undefined ? held : [];
  const statusText = onHold === undefined ? formatStatus(payment) : formatHeld(onHold);
  const paymentInstruction = paymentSource.ofPayment(payment);
  if (paymentInstruction.kind === 'order') {
    const { order } = paymentInstruction;
    const { creditorName, reference } = order.parties;
    const first = expectDefined(order.nextPayment(null, holidays), 'the first payment of an order');
    const amount = formatMoney(first.amount, order.currency);
    const title = userText(creditorName);
    const summary = richText`${amount} to ${title}`;
    return { payment, summary, title, reference: textOrNull(reference), amount, statusText };
  }
  const facts = expectDefined(file, 'the file');
  const count = formatCount(facts.payments, 'payment');
  const amount = formatPounds(facts.totalPence);
  const title = `File of ${count}`;
  const summary = `${amount} in ${count}`;
  const reference = textOrNull(fileReference(payment) ?? '');
  return { payment, summary, title, reference, amount, statusText };
}

function textOrNull(text: string): RichText | null {
  return text === '' ? null : userText(text);
}
