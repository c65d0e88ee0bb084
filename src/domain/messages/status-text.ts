import type { ReasonCode } from '../records/payment.ts';
import type { Batch, Payment } from '../records/records.ts';
import type { ScreeningCase } from '../records/screening.ts';
import { formatCount, dayOfInstant, formatNumber } from './format.ts';

/** Formats payment and batch statuses as text for customers. */

const REASONS: Readonly<Record<ReasonCode, string>> = {
  AC01: 'the payee’s account number is wrong',
  AC04: 'the payee’s account is closed',
  AC06: 'the payee’s account is blocked',
  AG01: 'it is not allowed from this account',
  AG08: 'it was not allowed',
  AM04: 'there was not enough money in the account',
  AM14: 'it was more than is allowed',
  DS02: 'somebody who may approve it called it off',
  DS24: 'not all approved it in time',
  DT01: 'the day asked for was over or closed',
  FF05: 'the way of payment asked for does not fit',
  FOCR: 'the bank asked for the money back',
  MS03: 'the bank did not make it',
  NARR: 'for several reasons, or one that only the bank can tell',
};

/** Reasons with another meaning if nothing was debited: they are about the payer's account. */
const REASONS_OF_REFUSAL: Partial<Record<ReasonCode, string>> = {
  AC01: 'the bank does not know the account to pay from',
  AC04: 'the account to pay from is closed',
  AC06: 'the account to pay from is blocked',
};

/**
 * Returns the reason for a rejection as a phrase that completes a sentence.
 *
 * @param debited false if the payment was refused before anything was debited
 */
export function formatReason(reason: ReasonCode, debited = true): string {
  return (debited ? undefined : REASONS_OF_REFUSAL[reason]) ?? REASONS[reason];
}

/** Returns a short status text of a payment for the customer. */
export function formatStatus(payment: Payment): string {
  const { approval, cancelledAt, firstPaidAt, groupStatus, reason, sentAt } = payment;
  if (cancelledAt !== null) return 'Cancelled';
  if (approval?.status === 'waiting') {
    const [received, required] = [approval.received, approval.required].map(formatNumber);
    return `Waiting for approval: ${String(received)} of ${String(required)}`;
  }
  if (approval?.status === 'rejected' && reason !== 'AG01') return 'Rejected by an approver';
  if (approval?.status === 'expired') return 'Not approved in time';
  switch (groupStatus) {
    case 'RCVD':
      return 'Being made';
    case 'PDNG':
    case 'ACWC':
      return 'Waits for its day';
    case 'ACSP':
      return firstPaidAt === null ? 'On its way' : 'Under way, paid in part';
    case 'ACSC':
      return 'Paid';
    case 'PART':
      return 'Partly paid';
    case 'RJCT':
      return withReason(firstPaidAt === null ? 'Not paid' : 'Came back', reason, sentAt !== null);
  }
}

/**
 * Returns a short status text of a payment that the bank's screening holds. It contains only what
 * the customer may learn.
 */
export function formatHeld({ class: why, tellPayer }: HeldFor): string {
  if (tellPayer === 'nothing') return 'Being processed';
  if (tellPayer === 'reasons' && why === 'fraud') return 'On hold: it may be fraud. Please call us';
  return 'On hold: the bank checks it before it is made';
}

type HeldFor = Pick<ScreeningCase, 'class' | 'tellPayer'>;

function withReason(status: string, reason: ReasonCode | null, debited: boolean): string {
  return reason === null ? status : `${status}: ${formatReason(reason, debited)}`;
}

/** Returns a short status text of a batch for the customer. */
export function formatBatch(batch: Batch, reason: ReasonCode | null): string {
  const { payments, pending, stateUpdatedAt, abandonedAt, failureReason, onlyIndex } = batch;
  const unpaid = batch.rejected + batch.returned;
  const on = stateUpdatedAt === null ? '' : ` on ${dayOfInstant(stateUpdatedAt)}`;
  if (abandonedAt !== null) return 'Given up by the bank; what was taken is back on the account';
  switch (batch.state) {
    case 'waiting':
      if (onlyIndex !== null) return 'Waits to be executed';
      return `Waits for ${dayOfInstant(batch.dueAt)}`;
    case 'booked':
    case 'sent':
      return pending > 0 ? `On its way; ${formatCount(pending, 'answer')} awaited` : 'On its way';
    case 'failed':
      return withReason('Not paid', reason ?? failureReason ?? 'AM04', false);
    case 'answered': {
      if (unpaid === 0) return `Paid${on}`;
      // Some of the rejected payments of a group may never have been debited.
      const wereReturned = batch.rejected === 0;
      if (unpaid === payments) {
        // Later returns do not change the time of the batch's state.
        if (wereReturned) return withReason('Came back', reason, true);
        const when = batch.returned === 0 ? on : '';
        return payments === 1 ? withReason(`Not paid${when}`, reason, true) : `Not paid${when}`;
      }
      const others = formatCount(unpaid, 'payment');
      return `Paid${on}, ${wereReturned ? `but ${others} came back` : `except ${others}`}`;
    }
  }
}
