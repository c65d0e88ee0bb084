import type { Payment, PaymentApproval } from './records.ts';

/** A user who may not approve a payment, with the reason. */
export interface RefusedApprover {
  readonly userId: string;
  readonly problem: string;
}

/** A payment that waits for further approvals. */
export interface WaitingApproval extends Pick<
  Payment,
  'id' | 'consentId' | 'family' | 'clientId' | 'customerId' | 'createdAt'
> {
  /** Id of the TPP's organisation in the directory. Null if it is not listed any more. */
  readonly organisationId: string | null;
  /** For a file, its total. For an order, the amount of its first payment. */
  readonly amount: string;
  readonly approval: PaymentApproval;
  /** Users who have not decided, and whose approval the service would accept now. */
  readonly approvers: readonly string[];
  /** Users who have not decided, but may not approve the payment. */
  readonly refused: readonly RefusedApprover[];
  /** True if these approvers are fewer than the missing approvals. */
  readonly isBlocked: boolean;
}

/** Payments that wait for further approvals, the earliest deadline first. */
export interface WaitingApprovals {
  readonly listed: readonly WaitingApproval[];
  /** True if more payments wait than the list contains. */
  readonly hasMore: boolean;
}
