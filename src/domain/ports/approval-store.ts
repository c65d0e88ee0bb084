import type { Instant } from '../../shared/time.ts';
import type { Cancellation } from '../execution/cancellation.ts';
import type { GroupStatus } from '../lifecycle/lifecycle.ts';
import type { DecisionOutcome } from '../lifecycle/payment-approvals.ts';
import type { Act } from '../records/audit.ts';
import type { Approval, Payment, PaymentApproval, Work } from '../records/records.ts';
import type { Release } from './booking.ts';

/**
 * An approval or rejection that a user sends. The store adds the time and the address from the
 * `Act`.
 */
export type NewApproval = Omit<Approval, 'at' | 'address' | 'payeeCheck'> &
  Partial<Pick<Approval, 'payeeCheck'>>;

/** The result of a user's decision about a payment that waits for approvals. */
export type ApprovalResult =
  | Exclude<DecisionOutcome, { kind: 'released' }>
  /**
   * The user gave the last required approval. `finished` is undefined if the payment was not booked
   * at once. Otherwise it is the final group status, or null if the payment has not ended.
   */
  | {
      readonly kind: 'released';
      readonly approval: PaymentApproval;
      readonly finished: GroupStatus | null | undefined;
    };

/** A user's request to cancel a payment. */
export interface NewCancellation {
  readonly userId: string;
  /** The kind of payment: a file or an order. */
  readonly source: Work['source'];
}

/**
 * The result of a user's request to cancel a payment. `finished` is the final group status, or null
 * if parts of the payment continue.
 */
export type CancellationResult =
  /** The payment belongs to a customer other than the user's. Nothing changed. */
  | { readonly kind: 'notOwn' }
  | Exclude<Cancellation, { kind: 'cancelled' | 'unplanned' }>
  | { readonly kind: 'cancelled'; readonly finished: GroupStatus | null };

/** Stores approvals by several users, and cancellations (docs/decisions, 93 and 98). */
export interface ApprovalStore {
  /**
   * Records a user's decision about a payment that waits for approvals. Each user counts once. The
   * last required approval starts execution with the batches in `release`. A rejection ends the
   * payment. If the deadline has passed, the payment ends as expired instead.
   */
  approvePayment(
    paymentId: string,
    approval: NewApproval,
    release: Release,
    act: Act,
  ): Promise<ApprovalResult>;
  /** Ends a payment that waits for approvals, if its deadline has passed by `now`. */
  expireApproval(paymentId: string, now: Instant): Promise<void>;
  /**
   * Ends at most `limit` payments whose approval deadline has passed, the earliest deadline first.
   * Returns how many payments it ended.
   */
  expireApprovals(now: Instant, limit: number): Promise<number>;
  /**
   * Cancels the parts of a payment that have not started. The user must belong to the customer of
   * the payment.
   */
  cancelPayment(
    paymentId: string,
    cancelling: NewCancellation,
    act: Act,
  ): Promise<CancellationResult>;
  /**
   * Returns the approvals and rejections of a consent and of the payment under it, the oldest
   * first.
   */
  approvalsOf(consentId: string): Promise<readonly Approval[]>;
  /** Returns the customer's payments that wait for approvals, the earliest deadline first. */
  waitingPayments(customerId: string, limit: number): Promise<readonly Payment[]>;
}
