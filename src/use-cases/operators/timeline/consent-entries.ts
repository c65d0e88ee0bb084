import { formatCount, formatNumber } from '../../../domain/messages/format.ts';
import { formatOperatorStatus } from '../../../domain/messages/operator-text.ts';
import { countOutcomes } from '../../../domain/parties/payee-check.ts';
import type { HistoryEvent } from '../../../domain/ports/history-store.ts';
import type { Approval, Consent, Payment } from '../../../domain/records/records.ts';
import type { TimelineSubject } from './timeline-subject.ts';
import { component, entryOf, reasonOf, type DraftEntry } from './timeline-entry.ts';

/** Returns the entries about a consent, its approvals and the submission of its payment. */
export function consentEntries(
  subject: TimelineSubject,
  approvals: readonly Approval[],
): readonly DraftEntry[] {
  const { consent, payment } = subject;
  const { id, clientId, createdAt, family } = consent;
  const created = entryOf({
    at: createdAt,
    kind: 'consent',
    actor: { kind: 'tpp', id: clientId },
    text: `The TPP created consent ${id} (${family}).`,
    audited: ['consentCreated'],
  });
  return [
    created,
    ...approvals.map((approval) => approvalEntry(approval)),
    ...consentEnd(consent, approvals),
    ...(payment === null ? [] : paymentEntries(subject, payment)),
  ];
}

const FACTORS = {
  code: ' with a one-time code',
  passkey: ' with a passkey',
  provider: " at the bank's identity provider",
} as const;

function approvalEntry({
  userId,
  at,
  decision,
  factor,
  address,
  payeeCheck,
}: Approval): DraftEntry {
  const how = factor === null ? ' without a second factor' : FACTORS[factor];
  const from = address === null ? '' : `, from ${address}`;
  const checked = payeeCheck === null ? '' : ` Name checks: ${countOutcomes(payeeCheck)}.`;
  const did = decision === 'approve' ? 'approved' : 'rejected';
  const audited =
    decision === 'approve' ? ['consentAuthorised', 'paymentApproved'] : ['paymentRejected'];
  return entryOf({
    at,
    kind: 'approval',
    actor: { kind: 'customer', id: userId },
    text: `User ${userId} ${did} it${how}${from}.${checked}`,
    audited: audited.map((action) => `${action} ${userId}`),
  });
}

/** Returns the entry about the end of a consent that was not used, or of a permission. */
function consentEnd(consent: Consent, approvals: readonly Approval[]): readonly DraftEntry[] {
  const { status, statusUpdatedAt: at, clientId, refusedBy, refusal, customerId } = consent;
  const ended = { at, kind: 'consent', audited: END_ACTIONS } as const;
  const reason = refusal === null ? '' : ` ${refusal}`;
  const customer = { kind: 'customer', id: approvals[0]?.userId ?? customerId ?? '' } as const;
  switch (status) {
    case 'Rejected':
    case 'Revoked': {
      const did = status === 'Rejected' ? 'rejected' : 'ended';
      if (refusedBy === 'time') {
        return [entryOf({ ...ended, actor: component('expiry'), text: `It lapsed.${reason}` })];
      }
      if (refusedBy === 'customer') {
        return [entryOf({ ...ended, actor: customer, text: `The customer ${did} it.${reason}` })];
      }
      if (refusedBy === 'bank') {
        return [
          entryOf({ ...ended, actor: component('bank'), text: `The bank ${did} it.${reason}` }),
        ];
      }
      const tpp = { kind: 'tpp', id: clientId } as const;
      return [entryOf({ ...ended, actor: tpp, text: 'The TPP ended it.' })];
    }
    case 'Expired':
      return [entryOf({ ...ended, actor: component('expiry'), text: 'It expired.' })];
    default:
      return [];
  }
}

const END_ACTIONS = ['consentRejected', 'consentRevoked', 'consentLapsed'] as const;

function paymentEntries(subject: TimelineSubject, payment: Payment): readonly DraftEntry[] {
  const { id, clientId, createdAt, approval, cancelledAt } = payment;
  const needs =
    approval === null ? '' : ` ${formatNumber(approval.required)} users must approve it.`;
  const submitted = entryOf({
    at: createdAt,
    kind: 'submission',
    actor: { kind: 'tpp', id: clientId },
    text: `The TPP submitted payment ${id}.${needs}`,
    audited: ['paymentSubmitted'],
  });
  const expired = entryOf({
    at: approval?.updatedAt ?? createdAt,
    kind: 'approval',
    actor: component('expiry'),
    text: 'Not all users approved it in time.',
    audited: ['approvalTimedOut'],
  });
  const cancelled = entryOf({
    at: cancelledAt ?? createdAt,
    kind: 'approval',
    actor: { kind: 'customer', id: payment.customerId },
    text: 'The customer cancelled what was not executed yet.',
    audited: ['paymentCancelled'],
  });
  return [
    submitted,
    ...(approval?.status === 'expired' ? [expired] : []),
    ...(cancelledAt === null ? [] : [cancelled]),
    ...(subject.credit === null ? paymentEnd(payment) : []),
  ];
}

function paymentEnd(payment: Payment): readonly DraftEntry[] {
  const { groupStatus, statusUpdatedAt: at, reason, sentAt, cancelledAt } = payment;
  if (groupStatus !== 'ACSC' && groupStatus !== 'PART' && groupStatus !== 'RJCT') return [];
  const code = reason === null || cancelledAt !== null ? null : reasonOf(reason, sentAt !== null);
  const [status = ''] = formatOperatorStatus(payment).split(':');
  const text = `The payment ended: ${status}.`;
  return [entryOf({ at, kind: 'end', actor: component('execution'), text, code })];
}

/** Returns the entries about payments under a consent that allows several. */
export function paymentsEntries(payments: readonly Payment[]): readonly DraftEntry[] {
  return payments.map((payment) => {
    const { id, createdAt: at, clientId } = payment;
    const text = `The TPP submitted payment ${id}. Its status now: ${formatOperatorStatus(payment)}.`;
    const actor = { kind: 'tpp', id: clientId } as const;
    const audited = [`paymentSubmitted ${id}`];
    return entryOf({ at, kind: 'payment', actor, text, links: { paymentId: id }, audited });
  });
}

/** Returns the entries about the events that the TPP receives. */
export function eventEntries(events: readonly HistoryEvent[]): readonly DraftEntry[] {
  return events.map((event) => {
    const { id, at, type, resource, error, errorDescription } = event;
    const text = `Event ${type} about the ${resource}: ${stateOf(event)}`;
    const code = error === null ? null : { code: error, meaning: errorDescription ?? '' };
    return entryOf({
      at,
      kind: 'event',
      actor: component('events'),
      text,
      code,
      links: { eventId: id },
    });
  });
}

function stateOf({ state, errors, pushTries }: HistoryEvent): string {
  if (state === 'acknowledged') return 'the TPP acknowledged it.';
  const failed = pushTries === 0 ? '' : ` Failed pushes: ${formatNumber(pushTries)}.`;
  const reported = errors === 0 ? '' : ` The TPP reported ${formatCount(errors, 'error')}.`;
  if (state === 'setAside') return `it was set aside.${failed}${reported}`;
  return `the TPP has not acknowledged it yet.${failed}${reported}`;
}
