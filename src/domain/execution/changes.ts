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
 * Each command of execution loads rows, decides, and writes (docs/decisions, 83). This file defines
 * the data that all of them load and the changes that they may write. The decisions are in the
 * other files of this folder, the database code in store/.
 */

/** State of a batch before and after a command. */
export interface OpenBatch extends Omit<Batch, 'date' | 'dueAt'> {
  readonly pendingPence: Pence;
  /** Amount that was debited for the batch and is not settled or returned yet. */
  readonly clearingPence: Pence;
  /**
   * Time to ask the scheme about the credits that became pending in this round. Null if there are
   * none.
   */
  readonly askAgainAt: Instant | null;
}

/** Properties of a payment that execution needs. */
export type OpenPayment = Pick<
  Payment,
  'id' | 'consentId' | 'createdAt' | 'debtorAccount' | 'customerId' | 'groupStatus'
>;

/** Data that every step loads. */
export interface LoadedBatch {
  readonly batch: OpenBatch;
  readonly payment: OpenPayment;
}

/** Outcome of a credit, with the round in which the scheme answered. */
export interface NewOutcome extends CreditOutcome {
  readonly round: number;
  /** Amount that was debited for the credit. */
  readonly amountPence: Pence;
  /** Debited account. Null for old outcomes without that information. */
  readonly debtor: AccountNumber | null;
}

/** All changes of a step. They are written together or not at all. */
export interface Changes {
  readonly batch: OpenBatch;
  /** Transfers in the order of booking. */
  readonly transfers: readonly Transfer[];
  /** New outcomes of credits, and replacements of stored ones. */
  readonly outcomes: readonly NewOutcome[];
  /** Indexes of credits whose stored outcome is deleted, because they were accepted. */
  readonly accepted: readonly number[];
  /** Credits that are pending from a round before this one are accepted too. Null: none. */
  readonly acceptedBefore: number | null;
  /** New status of the payment. Null if it does not change. */
  readonly paymentStatus: StatusWithReason | null;
  /** The next batch to add, with the following number. Null if none follows. */
  readonly following: NewBatch | null;
  /** Next step for the batch. Null if it is final. */
  readonly next: Pick<Work, 'step' | 'cursor' | 'dueAt'> | null;
}

/** Returns the initial state of a batch that waits for its day. */
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

/** Returns the changes of a step that writes only the batch and its next step. */
export function changesTo(batch: OpenBatch, next: Changes['next']): Changes {
  const nothing = { transfers: [], outcomes: [], accepted: [], acceptedBefore: null };
  return { batch, ...nothing, paymentStatus: null, following: null, next };
}

/** Returns the batch in another state. Throws if `BATCH_MOVES` does not list the move. */
export function enter(batch: OpenBatch, state: BatchState, now: Instant): OpenBatch {
  const { paymentId, number } = batch;
  assert(
    mayMove(BATCH_MOVES, batch.state, state),
    `batch ${String(number)} of ${paymentId} moves from ${batch.state} to ${state}`,
  );
  return { ...batch, state, stateUpdatedAt: now };
}

/** Returns the changes that end a batch. Throws if its clearing balance is not zero. */
export function ending(batch: OpenBatch, state: 'answered' | 'failed', now: Instant): Changes {
  assert(batch.clearingPence === 0, `a batch of ${batch.paymentId} ends with money in clearing`);
  return changesTo(enter(batch, state, now), null);
}
