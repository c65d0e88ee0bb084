import { assert } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import { BATCH_MOVES, mayMove, type BatchState } from '../lifecycle/lifecycle.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { NewBatch } from '../ports/booking.ts';
import type { CreditOutcome } from '../records/payment.ts';
import type { Batch, Payment, Work } from '../records/records.ts';
import type { StatusWithReason } from './outcome.ts';
import type { Transfer } from './transfers.ts';

/*
 * A command of execution finds rows, decides, and writes (docs/decisions, 83). Here is what every
 * one of them finds, and what it may write; the decisions are beside, the engines in store/.
 */

/** A batch as a command finds it, and leaves it. */
export interface OpenBatch extends Omit<Batch, 'date' | 'dueAt'> {
  readonly pendingPence: Pence;
  /** What was taken for the batch and is not yet answered for. */
  readonly clearingPence: Pence;
  /** When the scheme wants to be asked about the credits found pending in this round. */
  readonly askAgainAt: Instant | null;
}

/** What execution needs of a payment. */
export type OpenPayment = Pick<
  Payment,
  'id' | 'consentId' | 'createdAt' | 'debtorAccount' | 'customerId' | 'groupStatus'
>;

/** What every step finds. */
export interface Found {
  readonly batch: OpenBatch;
  readonly payment: OpenPayment;
}

/** The outcome of a credit of the batch, in the round in which it came. */
export interface NewOutcome extends CreditOutcome {
  readonly round: number;
  /** What was debited for the credit. */
  readonly amountPence: Pence;
  /** From which account; null for old ones, of which that is not known. */
  readonly debtor: AccountNumber | null;
}

/** All that a step writes, or nothing of it. */
export interface Changes {
  readonly batch: OpenBatch;
  /** In this order. */
  readonly transfers: readonly Transfer[];
  /** Outcomes of credits, new or in place of what was known of them. */
  readonly outcomes: readonly NewOutcome[];
  /** Credits that stand out no more: they were accepted. */
  readonly accepted: readonly number[];
  /** Those, too, that are still pending from a round before this one; null: none of them. */
  readonly acceptedBefore: number | null;
  /** Where the payment stands from now on; null: where it stood. */
  readonly paymentStatus: StatusWithReason | null;
  /** The batch that begins to wait, with the number after this one's; null: none does. */
  readonly following: NewBatch | null;
  /** What is to be done next for the batch; null: it is final. */
  readonly next: Pick<Work, 'step' | 'cursor' | 'dueAt'> | null;
}

/** A batch as it begins to wait for its day. */
export function opened(
  { paymentId, number }: Pick<Batch, 'paymentId' | 'number'>,
  { instrument, payments, totalPence, chargePence }: NewBatch,
  now: Instant,
): OpenBatch {
  return {
    paymentId,
    number,
    instrument,
    payments,
    totalPence,
    chargePence,
    exchangeRate: null,
    state: 'waiting',
    stateUpdatedAt: now,
    sentAt: null,
    rejected: 0,
    pending: 0,
    pendingPence: 0,
    clearingPence: 0,
    round: 0,
    askAgainAt: null,
    abandonedAt: null,
    failureReason: null,
  };
}

/** A step that leaves its batch as given, and changes nothing else. */
export function changesTo(batch: OpenBatch, next: Changes['next']): Changes {
  const nothing = { transfers: [], outcomes: [], accepted: [], acceptedBefore: null };
  return { batch, ...nothing, paymentStatus: null, following: null, next };
}

/** The batch in another state. A move that the lifecycle does not list is a bug. */
export function enter(batch: OpenBatch, state: BatchState, now: Instant): OpenBatch {
  const { paymentId, number } = batch;
  assert(
    mayMove(BATCH_MOVES, batch.state, state),
    `batch ${String(number)} of ${paymentId} moves from ${batch.state} to ${state}`,
  );
  return { ...batch, state, stateUpdatedAt: now };
}

/** The changes that end a batch: nothing may be left in clearing. */
export function ending(batch: OpenBatch, state: 'answered' | 'failed', now: Instant): Changes {
  assert(batch.clearingPence === 0, `a batch of ${batch.paymentId} ends with money in clearing`);
  return changesTo(enter(batch, state, now), null);
}
