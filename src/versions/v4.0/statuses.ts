import { z } from 'zod';
import type {
  ApprovalStatus,
  ConsentStatus,
  InitiationStatus,
} from '../../domain/lifecycle/lifecycle.ts';
import { multiAuthorisationMember } from '../../families/common/multi-authorisation.ts';
import type { PaymentView, Members } from '../../families/common/view.ts';
import type { Consent, Payment } from '../../domain/records/records.ts';
import type { Instant } from '../../shared/time.ts';

const CONSENT_STATUS: Readonly<Record<ConsentStatus, string>> = {
  AwaitingUpload: 'AWUP',
  AwaitingAuthorisation: 'AWAU',
  Authorised: 'AUTH',
  Consumed: 'COND',
  Rejected: 'RJCT',
  Revoked: 'CANC',
  Expired: 'EXPD',
};

/** Returns the status of a consent (OpenAPI 4.0.1, OBInternalConsentStatus2Code). */
export function consentStatusOf({ status }: Pick<Consent, 'status'>): string {
  return CONSENT_STATUS[status];
}

/** The statuses of a consent that allows one payment. */
export const ConsentStatusCode = z.enum(['AWAU', 'RJCT', 'AUTH', 'COND']);

/** The statuses of a payment that is made at once (ExternalPaymentTransactionStatus3Code). */
export const PAYMENT_STATUSES = [
  'RCVD',
  'PDNG',
  'ACTC',
  'PATC',
  'ACCP',
  'ACFC',
  'ACSP',
  'ACWC',
  'ACSC',
  'BLCK',
  'ACCC',
  'ACWP',
  'RJCT',
] as const;

/** The statuses of a payment on a later day (ExternalPaymentTransactionStatus2Code). */
export const SCHEDULED_STATUSES = [...PAYMENT_STATUSES, 'CANC'] as const;

/** The statuses of a standing order (ExternalPaymentTransactionStatus1Code). */
export const ORDER_STATUSES = [...SCHEDULED_STATUSES, 'INCO', 'INFA'] as const;

/** Maps statuses of a file of v3.1 to v4.0 (ExternalPaymentTransactionStatus4Code). */
export const FILE_STATUSES: Readonly<Record<InitiationStatus, string>> = {
  InitiationPending: 'PDNG',
  InitiationCompleted: 'INCO',
  InitiationFailed: 'INFA',
};

/** A status, and the time since which the payment has it. */
export interface Status {
  readonly status: string;
  readonly since: Instant;
}

/**
 * Returns the status of a payment. Unlike v3.1, it shows the execution of scheduled payments too.
 *
 * @param isCredited true if the scheme reports that the creditor has the money
 */
export function paymentStatusOf({ payment, isNew }: PaymentView, isCredited: boolean): Status {
  const { approval, cancelledAt, createdAt, groupStatus, statusUpdatedAt } = payment;
  if (cancelledAt !== null) return { status: 'CANC', since: cancelledAt };
  if (groupStatus === 'RJCT') return { status: 'RJCT', since: statusUpdatedAt };
  // The response to a submission has the status RCVD or RJCT.
  if (isNew) return { status: 'RCVD', since: createdAt };
  if (approval?.status === 'waiting') return { status: 'PATC', since: approval.updatedAt };
  const isPaid = groupStatus === 'ACSC' || groupStatus === 'PART';
  const paid = isCredited ? 'ACCC' : 'ACSC';
  return { status: isPaid ? paid : groupStatus, since: statusUpdatedAt };
}

const APPROVAL_STATUS: Readonly<Record<ApprovalStatus, string>> = {
  waiting: 'AWAF',
  approved: 'AUTH',
  rejected: 'RJCT',
  expired: 'RJCT',
};

/** The schema of `MultiAuthorisation`. */
export const MultiAuthorisation = z.strictObject({
  Status: z.enum(['AUTH', 'AWAF', 'RJCT']),
  NumberRequired: z.int().optional(),
  NumberReceived: z.int().optional(),
  LastUpdateDateTime: z.string().meta({ format: 'date-time' }).optional(),
  ExpirationDateTime: z.string().meta({ format: 'date-time' }).optional(),
});

/** Returns the field `MultiAuthorisation` with the status of this version. */
export function approvalsMember(payment: Pick<Payment, 'approval'>): Members {
  const { approval } = payment;
  if (approval === null) return {};
  const { MultiAuthorisation: member } = multiAuthorisationMember(payment);
  return {
    MultiAuthorisation: { ...(member as object), Status: APPROVAL_STATUS[approval.status] },
  };
}
