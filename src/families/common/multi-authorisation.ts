import { z } from 'zod';
import type { ApprovalStatus } from '../../domain/lifecycle/lifecycle.ts';
import type { Payment, PaymentApproval } from '../../domain/records/records.ts';
import { formatInstant } from '../../shared/time.ts';
import type { Members } from './view.ts';

const time = z.string().meta({ format: 'date-time' }).optional();

/**
 * The schema of `MultiAuthorisation`, which responses contain if a payment requires several
 * approvals (OpenAPI 3.1.9).
 */
export const MultiAuthorisation = z.strictObject({
  Status: z.enum(['AwaitingFurtherAuthorisation', 'Authorised', 'Rejected']),
  NumberRequired: z.int().optional(),
  NumberReceived: z.int().optional(),
  LastUpdateDateTime: time,
  ExpirationDateTime: time,
});

const STATUSES = {
  waiting: 'AwaitingFurtherAuthorisation',
  approved: 'Authorised',
  rejected: 'Rejected',
  expired: 'Rejected',
} as const satisfies Record<ApprovalStatus, z.infer<typeof MultiAuthorisation>['Status']>;

/** Returns the value of `Status` in `MultiAuthorisation`. */
export function multiAuthorisationStatus({ status }: Pick<PaymentApproval, 'status'>): string {
  return STATUSES[status];
}

/**
 * Returns the field `MultiAuthorisation`. Returns no field if one approval is enough (rules, 5.18).
 */
export function multiAuthorisationMember({ approval }: Pick<Payment, 'approval'>): Members {
  if (approval === null) return {};
  const member: z.infer<typeof MultiAuthorisation> = {
    Status: STATUSES[approval.status],
    NumberRequired: approval.required,
    NumberReceived: approval.received,
    LastUpdateDateTime: formatInstant(approval.updatedAt),
    ExpirationDateTime: formatInstant(approval.approveBy),
  };
  return { MultiAuthorisation: member };
}
