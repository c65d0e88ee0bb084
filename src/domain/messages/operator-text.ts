import { formatLondon, type Instant } from '../../shared/time.ts';
import type { ConsentStatus } from '../lifecycle/lifecycle.ts';
import type { ActionFacts } from '../records/action-proposals.ts';
import type { CodeMeaning, FactLine, NextStep, PaymentFacts } from '../records/payment-timeline.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { Payment } from '../records/records.ts';
import type { ScreeningCase } from '../records/screening.ts';
import { formatAccount, formatNumber } from './format.ts';
import { formatReason } from './status-text.ts';

/** Formats statuses and reasons as text for operators of the bank. */

/** Meanings of reason codes that customers read in other words. */
const REASONS: Partial<Record<ReasonCode, string>> = {
  AG08: 'the scheme does not allow it',
  DS02: 'the customer cancelled it, or an approver rejected it',
  DT01: 'the execution date was over or not a business day',
  FF05: 'the scheme cannot be used for it',
  FOCR: 'returned after a recall',
  MS03: 'the screening rejected it, or two operators rejected it',
  NARR: 'another reason, or none given',
};

/**
 * Returns the meaning of a reason code for operators.
 *
 * @param debited false if the payment was refused before anything was debited
 */
export function formatOperatorReason(reason: ReasonCode, debited = true): string {
  return REASONS[reason] ?? formatReason(reason, debited);
}

/** Format of the times in the facts of an action, in UTC. */
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Returns a fact of a proposed action as text. A time is shown in London's time. */
export function formatFact(fact: ActionFacts[string] | undefined): string {
  const text = String(fact ?? 'none');
  return UTC.test(text) ? formatLondon(Date.parse(text)) : text;
}

/** Returns the status of a payment that is held. The code is the group status. */
export function heldStatus({ heldBy }: Pick<ScreeningCase, 'heldBy'>): CodeMeaning {
  return {
    code: 'PDNG',
    meaning: heldBy === null ? 'Held by the screening' : 'Held by an operator',
  };
}

/** Status of a payment with a parked step. */
export const PARKED = 'A step failed and waits for an operator';

/** Texts of a payment, or of a row, that is not paid. */
export const NOT_PAID = {
  refused: 'Not debited',
  rejected: 'Rejected by the scheme',
  returned: 'Returned by the payee’s bank',
} as const;

/** Statuses of a payment that was not submitted, for operators. */
export const CONSENT_STATUSES: Readonly<Record<ConsentStatus, string>> = {
  AwaitingUpload: 'The TPP has not uploaded the file yet',
  AwaitingAuthorisation: 'The customer has not approved it yet',
  Authorised: 'Approved by the customer',
  Consumed: 'Used for its payment',
  Rejected: 'Rejected',
  Revoked: 'Ended',
  Expired: 'Expired',
};

/** Returns the numbers of consents by status, such as `Expired: 12`. */
export function formatConsentCounts(
  counts: Readonly<Partial<Record<ConsentStatus, number>>>,
): readonly string[] {
  return Object.entries(CONSENT_STATUSES).flatMap(([status, text]) => {
    const count = counts[status as ConsentStatus];
    return count === undefined ? [] : [`${text}: ${formatNumber(count)}`];
  });
}

/** Returns a payment type in words: `file-payments` becomes `File payment`. */
export function formatPaymentType(family: string): string {
  const words = family.replaceAll('-', ' ').replace(/s$/, '').replace(/vrp$/, 'VRP');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Returns a short status text of a payment for operators. */
export function formatOperatorStatus(payment: Payment): string {
  const { approval, cancelledAt, firstPaidAt, groupStatus, reason, sentAt } = payment;
  if (cancelledAt !== null) return 'Cancelled by the customer';
  if (approval?.status === 'waiting') {
    const [received, required] = [approval.received, approval.required].map(formatNumber);
    return `Waits for approvals: ${String(received)} of ${String(required)}`;
  }
  if (approval?.status === 'rejected' && reason !== 'AG01') return 'Rejected by an approver';
  if (approval?.status === 'expired') return 'Not approved in time';
  switch (groupStatus) {
    case 'RCVD':
      return 'Received';
    case 'PDNG':
    case 'ACWC':
      return 'Waits for its execution date';
    case 'ACSP':
      return firstPaidAt === null ? 'Being executed' : 'Being executed, partly paid';
    case 'ACSC':
      return 'Paid';
    case 'PART':
      return 'Partly paid';
    case 'RJCT': {
      const status = notPaidText(payment);
      return reason === null
        ? status
        : `${status}: ${formatOperatorReason(reason, sentAt !== null)}`;
    }
  }
}

function notPaidText({ firstPaidAt, sentAt }: Payment): string {
  if (sentAt === null) return NOT_PAID.refused;
  return firstPaidAt === null ? NOT_PAID.rejected : NOT_PAID.returned;
}

/** The parties and systems that a payment can wait for, in words. */
export const WAITS_FOR: Readonly<Record<NextStep['waitsFor'], string>> = {
  tpp: 'the TPP',
  customer: 'the customer',
  operator: 'an operator',
  day: 'its execution date',
  service: 'the service',
  scheme: 'the payment scheme',
  screening: 'the screening',
  'core banking': 'the core banking system',
};

/** Returns a code with its meaning in words. */
export function formatCode({ code, meaning }: CodeMeaning): string {
  return meaning === '' || meaning === code ? code : `${meaning} (${code})`;
}

/** Returns the lines with the facts of a payment, as the console and `pisctl show` show them. */
export function formatFacts(
  facts: PaymentFacts,
  formatTime: (at: Instant) => string,
): readonly FactLine[] {
  const { paymentId, row, tpp, debtorAccount, customerId, reportedStatus } = facts;
  const names = new Set([tpp.name, tpp.organisation].filter((name) => name !== null));
  const lines: readonly (readonly [label: string, value: string | null])[] = [
    ['From account', debtorAccount === null ? null : formatAccount(debtorAccount)],
    ['Customer', customerId],
    ['TPP', [...names, `client ${tpp.clientId}`].join(', ')],
    ['Payment type', formatPaymentType(facts.family)],
    ['Payment', paymentId],
    ['Row', row === null ? null : String(row)],
    ['Consent', facts.consentId],
    [paymentId === null ? 'Created' : 'Submitted', formatTime(facts.createdAt)],
  ];
  return [
    { label: 'Status', values: [`${formatCode(facts.status)}; the TPP reads ${reportedStatus}`] },
    ...facts.lines,
    ...lines.flatMap(([label, value]) => (value === null ? [] : [{ label, values: [value] }])),
  ];
}
