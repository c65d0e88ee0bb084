import { assert } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Debit, NewBatch } from '../ports/booking.ts';
import type { AuditEntry } from '../records/audit.ts';
import type { Batch, Work } from '../records/records.ts';
import { ending, type Changes, type LoadedBatch, type OpenBatch } from './changes.ts';
import { clearingChange, returned } from './transfers.ts';

/** A credit that the scheme has neither accepted nor rejected yet. */
export interface UndecidedCredit {
  readonly index: number;
  /** The account that was debited for this credit. Null if it was not recorded. */
  readonly debtor: AccountNumber | null;
  /** The amount that was debited for this credit. */
  readonly amountPence: Pence;
}

/** The state of a batch whose current step an operator abandons. */
export interface AbandonedBatch extends Pick<Batch, 'round'> {
  readonly step: Pick<Work, 'step' | 'cursor'>;
  readonly clearingPence: Pence;
  readonly debits: readonly Debit[];
  readonly undecided: readonly UndecidedCredit[];
}

/** The debits to return to the customer when an operator abandons a step. */
export type Abandonment =
  /** The scheme answered no credit, so the whole batch fails and all debits are returned. */
  | { readonly kind: 'whole'; readonly returns: readonly Debit[] }
  /**
   * The debits of the credits without a final answer are returned. The scheme's answers to the
   * other credits stay final.
   */
  | { readonly kind: 'undecided'; readonly returns: readonly Debit[] }
  /**
   * The scheme answered some credits, and only the payment file shows which ones it did not answer.
   * The step cannot be abandoned.
   */
  | { readonly kind: 'impossible' };

/**
 * Decides which debits are returned when an operator abandons a step: all that the scheme has not
 * answered. It does not read the payment file, because a damaged file may be the reason for
 * abandoning the step.
 */
export function abandonmentOf(batch: AbandonedBatch): Abandonment {
  const { step, round, clearingPence, debits, undecided } = batch;
  if (round > 0) {
    const returns = undecided.map((credit) => returnOf(credit, debits));
    if (returns.some((debit) => debit === undefined)) return { kind: 'impossible' };
    const known = returns.filter((debit) => debit !== undefined);
    // In the middle of a round, a credit that was accepted but is settled only at its end is not
    // undecided any more.
    if (step.cursor > 0 && sumOf(known) < clearingPence) return { kind: 'impossible' };
    return { kind: 'undecided', returns: assertTotal(known, clearingPence) };
  }
  if (step.step === 'collect' && step.cursor > 0) return { kind: 'impossible' };
  return { kind: 'whole', returns: assertTotal(debits, clearingPence) };
}

/** A parked step that an operator abandons, with its batch and debits. */
export interface AbandonmentContext extends LoadedBatch {
  readonly step: Work;
  /** The debits that were booked for the batch. */
  readonly debits: readonly Debit[];
  readonly undecided: readonly UndecidedCredit[];
}

/** The changes to store and the audit entry to write for an abandoned step. */
export interface AbandonedStep {
  readonly changes: Changes;
  readonly returnedPence: Pence;
  readonly entry: AuditEntry;
}

/**
 * Abandons a step: its batch ends, and `following` is added as the next batch. Returns undefined if
 * the scheme answered some credits, because only the payment file shows which ones remain.
 */
export function abandonStep(
  found: AbandonmentContext,
  following: NewBatch | null,
  now: Instant,
): AbandonedStep | undefined {
  const { batch, step, debits, undecided } = found;
  const { round, clearingPence: returnedPence, instrument } = batch;
  const abandonment = abandonmentOf({
    step,
    round,
    clearingPence: returnedPence,
    debits,
    undecided,
  });
  if (abandonment.kind === 'impossible') return undefined;
  const isWhole = abandonment.kind === 'whole';
  const transfers = abandonment.returns.map((debit) => returned(instrument, debit, 'NARR'));
  const outcomes = isWhole ? [] : undecided.map((credit) => abandoned(credit, round, now));
  const abandonedBatch: OpenBatch = {
    ...batch,
    rejected: isWhole ? batch.payments : batch.rejected + undecided.length,
    pending: 0,
    pendingPence: 0,
    clearingPence: batch.clearingPence + clearingChange(instrument, transfers),
    abandonedAt: now,
  };
  const ended = ending(abandonedBatch, isWhole ? 'failed' : 'answered', now);
  const { subject, detail } = subjectOf(step);
  return {
    changes: { ...ended, transfers, outcomes, following },
    returnedPence,
    entry: { action: 'workAbandoned', subject, detail: { ...detail, returnedPence } },
  };
}

/** Returns the audit entry for a parked step that an operator resumed. */
export function resumedEntry(step: Work): AuditEntry {
  return { action: 'workResumed', ...subjectOf(step) };
}

function subjectOf({ paymentId: subject, step, batch }: Work) {
  return { subject, detail: { step, batch } };
}

/**
 * Returns the outcome of a credit that counts as rejected because the scheme will not be asked
 * about it again.
 */
function abandoned({ index, debtor, amountPence }: UndecidedCredit, round: number, at: Instant) {
  return { index, status: 'Rejected', reason: 'NARR', at, round, amountPence, debtor } as const;
}

/**
 * Returns the part of a booked debit that paid for a credit. Returns undefined if it is not clear
 * which debit that is.
 */
function returnOf(
  { index, debtor, amountPence }: UndecidedCredit,
  debits: readonly Debit[],
): Debit | undefined {
  const own = debits.find((debit) => debit.index === index);
  const shared = debits.filter(
    (debit) => debit.index === null && (debtor === null || debit.account === debtor),
  );
  const debit = own ?? (shared.length === 1 ? shared[0] : undefined);
  return debit && { ...debit, index, amountPence };
}

function assertTotal(returns: readonly Debit[], totalPence: Pence): readonly Debit[] {
  assert(sumOf(returns) === totalPence, 'the returned debits equal the clearing balance');
  return returns;
}

function sumOf(debits: readonly Debit[]): Pence {
  return debits.reduce((sum, { amountPence }) => sum + amountPence, 0);
}
