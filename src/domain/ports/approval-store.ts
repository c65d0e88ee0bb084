import type { Instant } from '../../shared/time.ts';
import type { Cancellation } from '../execution/cancellation.ts';
import type { GroupStatus } from '../lifecycle/lifecycle.ts';
import type { DecisionOutcome } from '../lifecycle/payment-approvals.ts';
import type { Act } from '../records/audit.ts';
import type { Approval, Payment, PaymentApproval, Work } from '../records/records.ts';
import type { Release } from './booking.ts';

/** A user's decision; when and from where it came, the act tells. */
export type NewApproval = Omit<Approval, 'at' | 'address'>;

/** What came of a user's decision about a payment that waits for approvals. */
export type ApprovalResult =
  | Exclude<DecisionOutcome, { kind: 'released' }>
  /** Its last approval; where it ended, if it was booked at once, else undefined. */
  | {
      readonly kind: 'released';
      readonly approval: PaymentApproval;
      readonly finished: GroupStatus | null | undefined;
    };

/** A user's cancellation of a payment. */
export interface NewCancellation {
  readonly userId: string;
  /** The kind of steps that the payment is made of. */
  readonly source: Work['source'];
}

/** What came of a customer's cancellation; where the payment ended by it, else null. */
export type CancellationResult =
  /** The user does not belong to the customer of the payment, and nothing changed. */
  | { readonly kind: 'notOwn' }
  | Exclude<Cancellation, { kind: 'cancelled' | 'unplanned' }>
  | { readonly kind: 'cancelled'; readonly finished: GroupStatus | null };

/** Payments that several have to approve, or that are cancelled (docs/decisions, 93 and 98). */
export interface ApprovalStore {
  /**
   * A user's decision about a payment that waits for approvals: counted once. The last approval
   * releases the payment as given; a rejection ends it, and so does the time that is over.
   */
  approvePayment(
    paymentId: string,
    approval: NewApproval,
    release: Release,
    act: Act,
  ): Promise<ApprovalResult>;
  /** Ends a payment that waits for approvals, where its time is over by then. */
  expireApproval(paymentId: string, now: Instant): Promise<void>;
  /** As above, for those whose time was over first, so many at most; how many there were. */
  expireApprovals(now: Instant, limit: number): Promise<number>;
  /** Cancels the parts of a payment that still wait, for a user of its customer. */
  cancelPayment(
    paymentId: string,
    cancelling: NewCancellation,
    act: Act,
  ): Promise<CancellationResult>;
  /** What users decided of a consent, and of the payment under it, in the order of time. */
  approvalsOf(consentId: string): Promise<readonly Approval[]>;
  /** Payments of a customer that wait for approvals, those with the least time first. */
  waitingPayments(customerId: string, limit: number): Promise<readonly Payment[]>;
}
