import { assert, expectDefined } from '../../shared/assert.ts';
import { DAY_MS, type Instant, type Days } from '../../shared/time.ts';
import type { StatusWithReason } from '../execution/outcome.ts';
import type { Approval, Payment, PaymentApproval } from '../records/records.ts';
import { APPROVAL_MOVES, mayMove, type ApprovalStatus } from './lifecycle.ts';

/*
 * Computes the effect of each decision about a payment that requires several approvals (rules, 5.15
 * to 5.18). The approval that the customer gives during the TPP's consent journey counts as the
 * first.
 */

/** Default time within which all approvals must be given, in days from the submission. */
const APPROVAL_DAYS: Days = 30;

/** Maximum time that a TPP may allow for the approvals, in days from the submission. */
const MAX_APPROVAL_DAYS: Days = 90;

/** The times that limit how long approvers may take. */
export interface TimeAllowed {
  /** `Authorisation.CompletionDateTime` of the consent. Null if the consent has none. */
  readonly completionAt: Instant | null;
  /** The last moment at which each requested day can still be met. */
  readonly lastMoments: readonly Instant[];
  /** The ends of the days after which approval is no longer possible (rules, 11.10). */
  readonly ends: readonly Instant[];
}

/**
 * Returns the deadline for all approvals of a payment that is submitted at `now` (rules, 5.16). If
 * the TPP names a time, that time applies, but at most 90 days. Otherwise the deadline is the last
 * moment at which all payments can still be executed on their days, but at most 30 days. In both
 * cases it is never later than the given `ends`.
 */
export function approveBy({ completionAt, lastMoments, ends }: TimeAllowed, now: Instant): Instant {
  if (completionAt !== null) {
    return Math.min(completionAt, now + MAX_APPROVAL_DAYS * DAY_MS, ...ends);
  }
  const left = lastMoments.filter((moment) => moment > now);
  return Math.min(now + APPROVAL_DAYS * DAY_MS, ...left, ...ends);
}

/**
 * Returns the approval state of a newly submitted payment. The approval of the consent counts as
 * the first approval.
 */
export function waitingFor(
  needed: Pick<PaymentApproval, 'required' | 'approveBy'>,
  now: Instant,
): PaymentApproval {
  return { ...needed, status: 'waiting', received: 1, updatedAt: now };
}

/** The final status of a payment that an approver rejected. */
export const REJECTED_STATUS: StatusWithReason = { groupStatus: 'RJCT', reason: 'DS02' };

/** The final status of a payment whose approval deadline passed. */
export const TIMED_OUT_STATUS: StatusWithReason = { groupStatus: 'RJCT', reason: 'DS24' };

/**
 * The final status of a payment whose account was transferred to another customer before all
 * approvals were given.
 */
export const TRANSFERRED_STATUS: StatusWithReason = { groupStatus: 'RJCT', reason: 'AG01' };

/** The effect of a user's decision about a payment that waits for approvals. */
export type DecisionOutcome =
  /**
   * The payment does not wait for approvals. `approval` is its final approval state, or null if it
   * never required several approvals.
   */
  | { readonly kind: 'notWaiting'; readonly approval: PaymentApproval | null }
  /**
   * The approval deadline has passed. The payment ends as expired, and the user's decision does not
   * count.
   */
  | { readonly kind: 'expired'; readonly approval: PaymentApproval }
  /** The payment belongs to a customer other than the user's. */
  | { readonly kind: 'notOwn' }
  /** The user has decided about this payment before. Each user counts only once. */
  | { readonly kind: 'twice'; readonly approval: PaymentApproval }
  /** The user's approval counts, and the payment still requires others. */
  | { readonly kind: 'counted'; readonly approval: PaymentApproval }
  /** The user gave the last required approval, so execution starts now. */
  | { readonly kind: 'released'; readonly approval: PaymentApproval }
  | { readonly kind: 'rejected'; readonly approval: PaymentApproval };

/** A payment with the decisions that its users have made so far. */
export interface ApprovalContext {
  readonly payment: Pick<Payment, 'approval' | 'customerId'>;
  readonly decided: readonly Pick<Approval, 'userId'>[];
  /** The customer of the user who decides, read in the same transaction. */
  readonly customerId: string;
}

/** Returns the effect of the decision that a user makes at `now` (rules, 5.15). */
export function decideApproval(
  { payment: { approval, customerId: owner }, decided, customerId }: ApprovalContext,
  { userId, decision }: Pick<Approval, 'userId' | 'decision'>,
  now: Instant,
): DecisionOutcome {
  if (approval?.status !== 'waiting') return { kind: 'notWaiting', approval };
  const expired = timedOut(approval, now);
  if (expired !== undefined) return { kind: 'expired', approval: expired };
  if (customerId !== owner) return { kind: 'notOwn' };
  if (decided.some((other) => other.userId === userId)) return { kind: 'twice', approval };
  if (decision === 'reject') {
    return { kind: 'rejected', approval: moved(approval, 'rejected', now) };
  }
  const received = approval.received + 1;
  const counted = { ...approval, received, updatedAt: now };
  if (received < approval.required) return { kind: 'counted', approval: counted };
  return { kind: 'released', approval: moved(counted, 'approved', now) };
}

/**
 * Returns the approval state as expired if the deadline has passed by `now`. Returns undefined if
 * it has not passed, or if the payment does not wait for approvals.
 */
export function timedOut(
  approval: PaymentApproval | null,
  now: Instant,
): PaymentApproval | undefined {
  if (approval?.status !== 'waiting' || approval.approveBy > now) return undefined;
  return moved(approval, 'expired', approval.approveBy);
}

/**
 * Returns the approval state of a payment that the customer cancelled while it waited for
 * approvals.
 */
export function cancelled(approval: PaymentApproval | null, now: Instant): PaymentApproval {
  return moved(expectDefined(approval, 'the approvals that are missing'), 'rejected', now);
}

function moved(approval: PaymentApproval, to: ApprovalStatus, at: Instant): PaymentApproval {
  assert(mayMove(APPROVAL_MOVES, approval.status, to), `approvals move from ${approval.status}`);
  return { ...approval, status: to, updatedAt: at };
}
