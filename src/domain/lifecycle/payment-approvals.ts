import { assert, expectDefined } from '../../shared/assert.ts';
import { DAY_MS, type Instant, type Days } from '../../shared/time.ts';
import type { StatusWithReason } from '../execution/outcome.ts';
import type { Approval, Payment, PaymentApproval } from '../records/records.ts';
import { APPROVAL_MOVES, mayMove, type ApprovalStatus } from './lifecycle.ts';

/*
 * Payments that require several approvals, and the effect of each decision (rules, 5.15 to 5.18).
 * The first approval is the one in the TPP's journey.
 */

/** Default time for all approvals, in days from the submission. */
const APPROVAL_DAYS: Days = 30;

/** Maximum time that a TPP may allow, in days from the submission. */
const MAX_APPROVAL_DAYS: Days = 90;

/** Limits of the approval deadline. */
export interface TimeAllowed {
  /** `Authorisation.CompletionDateTime` of the consent. Null where it names none. */
  readonly completionAt: Instant | null;
  /** For each requested day, the last moment at which execution on that day is possible. */
  readonly lastMoments: readonly Instant[];
  /** Ends of the days after which approval is impossible (rules, 11.10). */
  readonly ends: readonly Instant[];
}

/**
 * Returns the deadline for all approvals of a payment that is submitted at `now` (rules, 5.16). A
 * time named by the TPP counts, up to 90 days. Otherwise it is the last moment at which all
 * payments can still be executed on their days, up to 30 days. It is never later than the given
 * `ends`.
 */
export function approveBy({ completionAt, lastMoments, ends }: TimeAllowed, now: Instant): Instant {
  if (completionAt !== null) {
    return Math.min(completionAt, now + MAX_APPROVAL_DAYS * DAY_MS, ...ends);
  }
  const left = lastMoments.filter((moment) => moment > now);
  return Math.min(now + APPROVAL_DAYS * DAY_MS, ...left, ...ends);
}

/**
 * Returns the initial approval state of a payment. The approval of the consent counts as the first.
 */
export function waitingFor(
  needed: Pick<PaymentApproval, 'required' | 'approveBy'>,
  now: Instant,
): PaymentApproval {
  return { ...needed, status: 'waiting', received: 1, updatedAt: now };
}

/** Final status after an approver rejected the payment. */
export const REJECTED_STATUS: StatusWithReason = { groupStatus: 'RJCT', reason: 'DS02' };

/** Final status after the approval deadline passed. */
export const TIMED_OUT_STATUS: StatusWithReason = { groupStatus: 'RJCT', reason: 'DS24' };

/** Final status after the account was transferred before all approvals were given. */
export const TRANSFERRED_STATUS: StatusWithReason = { groupStatus: 'RJCT', reason: 'AG01' };

/** Effect of a user's decision. */
export type DecisionOutcome =
  /**
   * The payment does not wait for approvals. `approval` is its final state, or null if it never
   * waited.
   */
  | { readonly kind: 'notWaiting'; readonly approval: PaymentApproval | null }
  /** The deadline has passed. The payment ends as expired, and the decision does not count. */
  | { readonly kind: 'expired'; readonly approval: PaymentApproval }
  /** The payment belongs to another customer than the user. */
  | { readonly kind: 'notOwn' }
  /** The user decided before, and counts only once. */
  | { readonly kind: 'twice'; readonly approval: PaymentApproval }
  /** The decision counts, and further approvals are required. */
  | { readonly kind: 'counted'; readonly approval: PaymentApproval }
  /** It was the last approval. Execution starts now. */
  | { readonly kind: 'released'; readonly approval: PaymentApproval }
  | { readonly kind: 'rejected'; readonly approval: PaymentApproval };

/** A payment with its decisions so far. */
export interface ApprovalContext {
  readonly payment: Pick<Payment, 'approval' | 'customerId'>;
  readonly decided: readonly Pick<Approval, 'userId'>[];
  /** The customer of the deciding user, read in this transaction. */
  readonly customerId: string;
}

/** Returns the effect of a user's decision at an instant (rules, 5.15). */
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
 * Returns the expired approval state if the deadline has passed by `now`. Returns undefined if it
 * has not, or if the payment does not wait.
 */
export function timedOut(
  approval: PaymentApproval | null,
  now: Instant,
): PaymentApproval | undefined {
  if (approval?.status !== 'waiting' || approval.approveBy > now) return undefined;
  return moved(approval, 'expired', approval.approveBy);
}

/** Returns the approval state of a waiting payment that the customer cancelled. */
export function cancelled(approval: PaymentApproval | null, now: Instant): PaymentApproval {
  return moved(expectDefined(approval, 'the approvals that are missing'), 'rejected', now);
}

function moved(approval: PaymentApproval, to: ApprovalStatus, at: Instant): PaymentApproval {
  assert(mayMove(APPROVAL_MOVES, approval.status, to), `approvals move from ${approval.status}`);
  return { ...approval, status: to, updatedAt: at };
}
