import { assert } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import { BATCH_MOVES, mayMove, type BatchState } from '../lifecycle/lifecycle.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { NewBatch } from '../ports/booking.ts';
import type { CreditOutcome } from '../records/payment.ts';
import type { Batch, BatchName, Payment, Work } from '../records/records.ts';
import type { StatusWithReason } from './outcome.ts';
import type { Transfer } from './transfers.ts';

/*
 * Each command of execution loads rows, decides, and writes (docs/decisions, 83). This file defines
 * the data that every command loads and the changes that it may write. The other files of this
 * folder make the decisions, and store/ contains the database code.
 */

/** The state of a batch before and after an execution command. */
export interface OpenBatch extends Omit<Batch, 'dueAt'> {
  readonly pendingPence: Pence;
  /** The amount that was debited for the batch and is neither settled nor returned yet. */
  readonly clearingPence: Pence;
  /**
   * Time to ask the scheme again about credits that became pending in this round. Null if there are
   * none.
   */
  readonly askAgainAt: Instant | null;
}

/** The properties of a payment that its execution uses. */
export type OpenPayment = Pick<
  Payment,
  'id' | 'consentId' | 'createdAt' | 'debtorAccount' | 'customerId' | 'groupStatus'
>;

/** The batch and payment that every execution step loads. */
export interface LoadedBatch {
  readonly batch: OpenBatch;
  readonly payment: OpenPayment;
}

/** The outcome of a credit, with the number of the round in which the scheme answered. */
export interface NewOutcome extends CreditOutcome {
  readonly round: number;
  /** Amount that was debited for the credit. For a returned credit, the amount that came back. */
  readonly amountPence: Pence;
  /** The debited account. Null for outcomes that an earlier version stored without it. */
  readonly debtor: AccountNumber | null;
}

/** All changes of one execution step. They are written in one transaction. */
export interface Changes {
  readonly batch: OpenBatch;
  /** The transfers, in the order in which they are booked. */
  readonly transfers: readonly Transfer[];
  /** New outcomes of credits. They replace the stored outcomes of the same credits. */
  readonly outcomes: readonly NewOutcome[];
  /** Indexes of credits whose stored outcome is deleted, because they were accepted. */
  readonly accepted: readonly number[];
  /**
   * Number of this round if all credits that are still pending since earlier rounds are now
   * accepted. Null if there are none.
   */
  readonly acceptedBefore: number | null;
  /** New status of the payment. Null if it does not change. */
  readonly paymentStatus: StatusWithReason | null;
  /** The next batch to add, with the following number. Null if none follows. */
  readonly following: NewBatch | null;
  /** Batches of payments that were separated from this batch. They get the next free numbers. */
  readonly separated: readonly NewBatch[];
  /** Next step for the batch. Null if it is final. */
  readonly next: Pick<Work, 'step' | 'cursor' | 'dueAt'> | null;
}

/** Returns the initial state of a batch that waits for its day. */
export function opened(
  { paymentId, number }: BatchName,
  { instrument, date, payments, totalPence, chargePence, onlyIndex = null }: NewBatch,
  now: Instant,
): OpenBatch {
  return {
    paymentId,
    number,
    instrument,
    date,
    payments,
    totalPence,
    chargePence,
    exchangeRate: null,
    state: 'waiting',
    stateUpdatedAt: now,
    sentAt: null,
    rejected: 0,
    returned: 0,
    pending: 0,
    pendingPence: 0,
    clearingPence: 0,
    round: 0,
    askAgainAt: null,
    abandonedAt: null,
    failureReason: null,
    onlyIndex,
  };
}

/** Returns changes that write only the batch and its next step. */
export function changesTo(batch: OpenBatch, next: Changes['next']): Changes {
  const nothing = { transfers: [], outcomes: [], accepted: [], acceptedBefore: null };
  return { batch, ...nothing, paymentStatus: null, following: null, separated: [], next };
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
