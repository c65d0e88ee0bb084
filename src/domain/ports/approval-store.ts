import type { Instant } from '../../shared/time.ts';
import type { Cancellation } from '../execution/cancellation.ts';
import type { GroupStatus } from '../lifecycle/lifecycle.ts';
import type { DecisionOutcome } from '../lifecycle/payment-approvals.ts';
import type { Act } from '../records/audit.ts';
import type { Approval, Payment, PaymentApproval, Work } from '../records/records.ts';
import type { Release } from './booking.ts';

/** An approval or a rejection by a user. The time and the address come from the `Act`. */
export type NewApproval = Omit<Approval, 'at' | 'address'>;

/** Result of a user's decision about a payment that waits for approvals. */
export type ApprovalResult =
  | Exclude<DecisionOutcome, { kind: 'released' }>
  /**
   * The last required approval. `finished` is undefined if the payment was not booked at once.
   * Otherwise it is the final group status, or null if the payment has not ended.
   */
  | {
      readonly kind: 'released';
      readonly approval: PaymentApproval;
      readonly finished: GroupStatus | null | undefined;
    };

/** A user's cancellation of a payment. */
export interface NewCancellation {
  readonly userId: string;
  /** Origin of the payment: a file or an order. */
  readonly source: Work['source'];
}

/**
 * Result of a customer's cancellation. `finished` is the final group status, or null if parts of
 * the payment go on.
 */
export type CancellationResult =
  /** The payment belongs to another customer than the user. Nothing changed. */
  | { readonly kind: 'notOwn' }
  | Exclude<Cancellation, { kind: 'cancelled' | 'unplanned' }>
  | { readonly kind: 'cancelled'; readonly finished: GroupStatus | null };

/** Approvals by several users, and cancellations (docs/decisions, 93 and 98). */
export interface ApprovalStore {
  /**
   * Records a user's decision about a payment that waits for approvals. Each user counts once. The
   * last approval starts execution as `release` says. A rejection ends the payment. A decision
   * after the deadline ends it as expired.
   */
  approvePayment(
    paymentId: string,
    approval: NewApproval,
    release: Release,
    act: Act,
  ): Promise<ApprovalResult>;
  /** Ends a payment that waits for approvals if its deadline has passed by `now`. */
  expireApproval(paymentId: string, now: Instant): Promise<void>;
  /**
   * Ends at most `limit` payments whose deadline has passed, the earliest deadline first. Returns
   * how many payments it ended.
   */
  expireApprovals(now: Instant, limit: number): Promise<number>;
  /** Cancels the parts of a payment that have not started. The user must belong to its customer. */
  cancelPayment(
    paymentId: string,
    cancelling: NewCancellation,
    act: Act,
  ): Promise<CancellationResult>;
  /**
   * Returns the approvals and rejections of a consent and of the payment under it, oldest first.
   */
  approvalsOf(consentId: string): Promise<readonly Approval[]>;
  /** Returns the customer's payments that wait for approvals, the earliest deadline first. */
  waitingPayments(customerId: string, limit: number): Promise<readonly Payment[]>;
}
