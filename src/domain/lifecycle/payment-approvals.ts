import { assert, expectDefined } from '../../shared/assert.ts';
import { DAY_MS, type Instant } from '../../shared/time.ts';
import type { StatusWithReason } from '../execution/outcome.ts';
import type { Approval, Payment, PaymentApproval } from '../records/records.ts';
import { APPROVAL_MOVES, mayMove, type ApprovalStatus } from './lifecycle.ts';

/*
 * How a payment stands that needs more than one approval, and what each decision about it comes to
 * (rules, 5.15 to 5.18). The first approval is the one in the TPP's journey.
 */

/** The time allowed where the TPP names none, in days from the submission. */
const APPROVAL_DAYS = 30;

/** The most time that a TPP may allow, in days from the submission. */
const MAX_APPROVAL_DAYS = 90;

/** What bounds the time allowed. */
export interface TimeAllowed {
  /** `Authorisation.CompletionDateTime` of the consent; null where it names none. */
  readonly completionAt: Instant | null;
  /** The last moments at which what is asked for a day could still be executed on it. */
  readonly lastMoments: readonly Instant[];
  /** The ends of the days after which nobody may approve it at all (rules, 11.10). */
  readonly ends: readonly Instant[];
}

/**
 * Until when all must have approved a payment that is submitted at `now` (rules, 5.16): the time
 * that the TPP names, 90 days at most. Where it names none, the last moment at which all is still
 * executed on its day, and 30 days at most. Never later than it may be approved at all.
 */
export function approveBy({ completionAt, lastMoments, ends }: TimeAllowed, now: Instant): Instant {
  if (completionAt !== null) {
    return Math.min(completionAt, now + MAX_APPROVAL_DAYS * DAY_MS, ...ends);
  }
  const left = lastMoments.filter((moment) => moment > now);
  return Math.min(now + APPROVAL_DAYS * DAY_MS, ...left, ...ends);
}

/** A payment as it is taken that waits for others to approve it. */
export function waitingFor(
  needed: Pick<PaymentApproval, 'required' | 'approveBy'>,
  now: Instant,
): PaymentApproval {
  return { ...needed, status: 'waiting', received: 1, updatedAt: now };
}

/** Where a payment ends that an approver rejected: an authorised user called it off. */
export const REJECTED_STATUS: StatusWithReason = { groupStatus: 'RJCT', reason: 'DS02' };

/** Where a payment ends that not all approved in time. */
export const TIMED_OUT_STATUS: StatusWithReason = { groupStatus: 'RJCT', reason: 'DS24' };

/** Where a payment ends whose account was transferred before all had approved it. */
export const TRANSFERRED_STATUS: StatusWithReason = { groupStatus: 'RJCT', reason: 'AG01' };

/** What one decision of a user comes to. */
export type DecisionOutcome =
  /** Nothing waits for it; how that ended, if it ever waited. */
  | { readonly kind: 'notWaiting'; readonly approval: PaymentApproval | null }
  /** The time is over: the payment ends by that, and not by this decision. */
  | { readonly kind: 'expired'; readonly approval: PaymentApproval }
  /** The user does not belong to the customer of the payment. */
  | { readonly kind: 'notOwn' }
  /** The user decided before, and counts once. */
  | { readonly kind: 'twice'; readonly approval: PaymentApproval }
  /** It counts, and more are needed. */
  | { readonly kind: 'counted'; readonly approval: PaymentApproval }
  /** It was the last: the payment is executed from now on. */
  | { readonly kind: 'released'; readonly approval: PaymentApproval }
  | { readonly kind: 'rejected'; readonly approval: PaymentApproval };

/** A payment with all that was decided about it. */
export interface ApprovalContext {
  readonly payment: Pick<Payment, 'approval' | 'customerId'>;
  readonly decided: readonly Pick<Approval, 'userId'>[];
  /** The customer of the user who decides, as of this transaction. */
  readonly customerId: string;
}

/** What a user's decision comes to at an instant (rules, 5.15). */
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

/** How a payment stands whose time is over by `now`; undefined while it is not, or was decided. */
export function timedOut(
  approval: PaymentApproval | null,
  now: Instant,
): PaymentApproval | undefined {
  if (approval?.status !== 'waiting' || approval.approveBy > now) return undefined;
  return moved(approval, 'expired', approval.approveBy);
}

/** How a payment stands that waited for approvals, and was cancelled by the customer. */
export function cancelled(approval: PaymentApproval | null, now: Instant): PaymentApproval {
  return moved(expectDefined(approval, 'the approvals that are missing'), 'rejected', now);
}

function moved(approval: PaymentApproval, to: ApprovalStatus, at: Instant): PaymentApproval {
  assert(mayMove(APPROVAL_MOVES, approval.status, to), `approvals move from ${approval.status}`);
  return { ...approval, status: to, updatedAt: at };
}
