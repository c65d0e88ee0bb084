import { z } from 'zod';
import { formatReason } from '../../domain/messages/status-text.ts';
import type { Consent, Payment } from '../../domain/records/records.ts';
import { restrictionsOf } from '../../domain/records/restrictions.ts';
import type { Members } from '../../families/common/view.ts';
import { consentStatusOf } from './statuses.ts';

/** The reason of a status (OBStatusReason). */
const StatusReason = z.object({
  StatusReasonCode: z.string().max(4).optional(),
  StatusReasonDescription: z.string().max(500).optional(),
  Path: z.string().max(500).optional(),
});

export const StatusReasons = { StatusReason: z.array(StatusReason).optional() };

/** The field `StatusReason` of responses, and the reasons in payment-details. */
export interface Reasons {
  ofConsent(consent: Pick<Consent, 'status' | 'refusedBy' | 'restrictions'>): Members;
  ofPayment(payment: Pick<Payment, 'reason' | 'sentAt'>, status: string): Members;
  /** Returns the code of a status that has no reason of its own. */
  codeOf(status: string): string | undefined;
}

/** A code (OBExternalStatusReason1Code) with its description. */
type Reason = readonly [string, string];

type Endings = Readonly<Record<NonNullable<Consent['refusedBy']>, Reason>>;

/** The reasons of consents that were rejected, by the party that rejected them. */
const REJECTED: Endings = {
  customer: ['U033', 'The customer did not authorise it.'],
  bank: ['U042', 'The bank rejected it.'],
  time: ['U036', 'It was not authorised or used in time.'],
};

/** The reasons of consents that were in force, by the party that ended them. */
const REVOKED: Endings = {
  ...REJECTED,
  customer: ['CUST', 'The customer ended it.'],
  bank: ['U042', 'The bank ended it.'],
};

/** The reasons of all other statuses. */
const PROGRESS: Readonly<Record<string, Reason>> = {
  AWAU: ['U036', 'The customer has not authorised it yet.'],
  AUTH: ['U032', 'The customer authorised it.'],
  EXPD: ['EDTR', 'Its validity has ended.'],
  RCVD: ['U030', 'The bank received it.'],
  PDNG: ['U031', 'The checks have not begun.'],
  ACSP: ['U034', 'The account is debited, and the payment is sent.'],
  ACSC: ['U034', 'The account is debited, and the payment is sent.'],
  ACCC: ['0000', 'The creditor’s account is credited.'],
};

/**
 * Reports why a consent was rejected or ended, and why a payment was rejected, cancelled or
 * changed. The reason that the customer reads is not in it, because it may describe the customer's
 * rights and limits.
 */
export const ENDINGS: Reasons = {
  ofConsent: (consent) => member(endingOf(consent)),
  ofPayment: (payment) => member(reasonOf(payment)),
  codeOf: () => undefined,
};

/** Reports a reason for every status. Commercial VRP requires it (cVRP, StatusReason). */
export const ALL_STATUSES: Reasons = {
  ofConsent: (consent) =>
    member(endingOf(consent) ?? pauseOf(consent) ?? PROGRESS[consentStatusOf(consent)]),
  ofPayment: (payment, status) => member(reasonOf(payment) ?? PROGRESS[status]),
  codeOf: (status) => PROGRESS[status]?.[0],
};

function endingOf({
  status,
  refusedBy,
}: Pick<Consent, 'status' | 'refusedBy'>): Reason | undefined {
  if (refusedBy === null) return undefined;
  return (status === 'Revoked' ? REVOKED : REJECTED)[refusedBy];
}

/** Returns the reason why an authorised consent takes no payments at the moment. */
function pauseOf(consent: Pick<Consent, 'status' | 'restrictions'>): Reason | undefined {
  const isPaused = consent.status === 'Authorised' && restrictionsOf(consent).isPaused;
  return isPaused ? ['U042', 'The customer has paused it.'] : undefined;
}

function reasonOf({ reason, sentAt }: Pick<Payment, 'reason' | 'sentAt'>): Reason | undefined {
  if (reason === null) return undefined;
  const text = formatReason(reason, sentAt !== null);
  return [reason, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`];
}

function member(reason: Reason | undefined): Members {
  if (reason === undefined) return {};
  const [StatusReasonCode, StatusReasonDescription] = reason;
  return { StatusReason: [{ StatusReasonCode, StatusReasonDescription }] };
}
