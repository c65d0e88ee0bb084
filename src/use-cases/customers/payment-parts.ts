import { isCancelled } from '../../domain/execution/cancellation.ts';
import type { Order } from '../../domain/execution/order.ts';
import { formatBatch, formatHeld } from '../../domain/messages/status-text.ts';
import {
  formatCount,
  formatDay,
  formatNumber,
  formatPounds,
  formatScheme,
} from '../../domain/messages/format.ts';
import type { Batch, Payment } from '../../domain/records/records.ts';
import type { ScreeningCase } from '../../domain/records/screening.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { bookedQuote } from '../views.ts';

/**
 * Maximum number of batches that a page lists. A batch is a group of a file or one payment of an
 * order.
 */
export const MAX_BATCHES = 50;

/** A batch of a payment: a group of a file, or one payment of an order. */
export interface PaidPart {
  readonly label: string;
  readonly statusText: string;
  /**
   * Amount that was or will be debited. Null for a payment with a charge that is not booked yet,
   * because its cost is only an estimate.
   */
  readonly amount: string | null;
  /** Charge and exchange rate of an executed payment. Null before the execution. */
  readonly cost: readonly string[] | null;
  /**
   * Number of this payment in its order, which identifies its receipt. Null if it is not a paid
   * payment of an order.
   */
  readonly paid: number | null;
}

/** The payments of an order, with at most `MAX_BATCHES` batches, and those that are held. */
interface OrderParts {
  readonly order: Order;
  readonly batches: readonly Batch[];
  readonly held: readonly ScreeningCase[];
}

/** Returns the payments of an order as parts. */
export async function partsOfOrder(
  { store }: Pick<UseCaseParts, 'store'>,
  payment: Payment,
  { order, batches, held }: OrderParts,
): Promise<readonly PaidPart[]> {
  const outcomes = await store.outcomes(payment.id, 0, MAX_BATCHES);
  const reasons = new Map(outcomes.map(({ index, reason }) => [index, reason]));
  return batches.map((batch) => {
    const label = batch.date === null ? 'At once' : formatDay(batch.date);
    const isOnly = batches.length === 1 && order.lastDay === null;
    const reason = reasons.get(batch.number) ?? (isOnly ? payment.reason : null);
    const isPaid = batch.state === 'answered' && batch.rejected + batch.returned === 0;
    return {
      ...partOf(payment, label, batch, { reason, held }),
      paid: isPaid ? batch.number : null,
    };
  });
}

/**
 * Returns a batch of a file as a part of its payment: a group, or a payment that was separated from
 * its group. `reason` is the reason for which a single payment was rejected.
 */
export function partOfFile(
  payment: Payment,
  batch: Batch,
  more: { readonly reason: Payment['reason'] } & Pick<OrderParts, 'held'>,
): PaidPart {
  return partOf(payment, labelInFile(batch), batch, more);
}

function labelInFile({ date, instrument, payments, onlyIndex }: Batch): string {
  const when = date === null ? 'at once' : formatDay(date);
  const what =
    onlyIndex === null
      ? formatCount(payments, 'payment')
      : `Payment ${formatNumber(onlyIndex + 1)} of the file`;
  return `${what} by ${formatScheme(instrument)}, ${when}`;
}

function statusOf(batch: Batch, reason: Payment['reason'], held: readonly ScreeningCase[]): string {
  const onHold = held.find((one) => one.batch === batch.number);
  return onHold === undefined ? formatBatch(batch, reason) : formatHeld(onHold);
}

/** Returns a batch as a part of its payment. */
function partOf(
  payment: Payment,
  label: string,
  batch: Batch,
  { reason, held }: { readonly reason: Payment['reason'] } & Pick<OrderParts, 'held'>,
): PaidPart {
  const quote = bookedQuote(batch);
  const isForecast = batch.state === 'waiting' || batch.state === 'failed';
  return {
    label,
    statusText: isCancelled(batch, payment) ? 'Cancelled' : statusOf(batch, reason, held),
    amount: isForecast && batch.chargePence > 0 ? null : formatPounds(batch.totalPence),
    cost: quote && [
      quote.chargePence === 0 ? 'No charge' : `Our charge ${formatPounds(quote.chargePence)}`,
      ...(quote.exchangeRate === null ? [] : [`Rate ${quote.exchangeRate} for a pound`]),
    ],
    paid: null,
  };
}
