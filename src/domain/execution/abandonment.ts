import { assert } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { NewBatch } from '../ports/booking.ts';
import type { AuditEntry } from '../records/audit.ts';
import type { Batch, Work } from '../records/records.ts';
import { ending, type Changes, type Found, type OpenBatch } from './changes.ts';
import { clearingChange, returned } from './transfers.ts';

/** A debit that was taken for a batch. */
export interface BookedDebit {
  /** The payment of the file; null when it stands for many, or is a charge. */
  readonly index: number | null;
  readonly account: AccountNumber;
  readonly amountPence: Pence;
  readonly reference: string;
  readonly counterparty: string;
}

/** A credit that the scheme has not decided. */
export interface UndecidedCredit {
  readonly index: number;
  /** The account that paid for it, where that was noted. */
  readonly debtor: AccountNumber | null;
  /** What was debited for it. */
  readonly amountPence: Pence;
}

/** What is known of a batch whose step is to be given up. */
export interface AbandonedBatch extends Pick<Batch, 'round'> {
  readonly step: Pick<Work, 'step' | 'cursor'>;
  readonly clearingPence: Pence;
  readonly debits: readonly BookedDebit[];
  readonly undecided: readonly UndecidedCredit[];
}

/** How a batch that is given up ends, and what goes back to whom. */
export type Abandonment =
  /** Nothing of it was answered: it fails as a whole. */
  | { readonly kind: 'whole'; readonly returns: readonly BookedDebit[] }
  /** All but these credits came to their end before. */
  | { readonly kind: 'undecided'; readonly returns: readonly BookedDebit[] }
  /** Some credits of it were answered, and only the file tells which are left. */
  | { readonly kind: 'impossible' };

/**
 * What giving a step up comes to: the money that was taken and is not answered for goes back to
 * where it came from. It needs no file: that one may be what is damaged.
 */
export function abandonmentOf(batch: AbandonedBatch): Abandonment {
  const { step, round, clearingPence, debits, undecided } = batch;
  if (round > 0) {
    const returns = undecided.map((credit) => returnOf(credit, debits));
    if (returns.some((one) => one === undefined)) return { kind: 'impossible' };
    const known = returns.filter((one) => one !== undefined);
    return { kind: 'undecided', returns: coming(known, clearingPence) };
  }
  if (step.step === 'collect' && step.cursor > 0) return { kind: 'impossible' };
  return { kind: 'whole', returns: coming(debits, clearingPence) };
}

/** What is found of a parked step that is to be given up. */
export interface AbandonmentContext extends Found {
  readonly step: Work;
  /** The debits that were taken for the batch. */
  readonly debits: readonly BookedDebit[];
  readonly undecided: readonly UndecidedCredit[];
}

/** What is written of a step that is given up. */
export interface AbandonedStep {
  readonly changes: Changes;
  readonly returnedPence: Pence;
  readonly entry: AuditEntry;
}

/**
 * Gives a step up: its batch ends, and `following` begins to wait. Undefined where some credits
 * were answered, and only the file tells which are left.
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
  const given: OpenBatch = {
    ...batch,
    rejected: isWhole ? batch.payments : batch.rejected + undecided.length,
    pending: 0,
    pendingPence: 0,
    clearingPence: batch.clearingPence + clearingChange(instrument, transfers),
    abandonedAt: now,
  };
  const ended = ending(given, isWhole ? 'failed' : 'answered', now);
  const { subject, detail } = subjectOf(step);
  return {
    changes: { ...ended, transfers, outcomes, following },
    returnedPence,
    entry: { action: 'workAbandoned', subject, detail: { ...detail, returnedPence } },
  };
}

/** What is written of a parked step that is taken up again. */
export function resumedEntry(step: Work): AuditEntry {
  return { action: 'workResumed', ...subjectOf(step) };
}

function subjectOf({ paymentId: subject, step, batch }: Work) {
  return { subject, detail: { step, batch } };
}

/** The scheme is asked no more about a credit: it counts as rejected. */
function abandoned({ index, debtor, amountPence }: UndecidedCredit, round: number, at: Instant) {
  return { index, status: 'Rejected', reason: 'NARR', at, round, amountPence, debtor } as const;
}

/** A credit that goes back to whoever was debited for it; undefined where that is not known. */
function returnOf(
  { index, debtor, amountPence }: UndecidedCredit,
  debits: readonly BookedDebit[],
): BookedDebit | undefined {
  const own = debits.find((debit) => debit.index === index);
  const shared = debits.filter(
    (debit) => debit.index === null && (debtor === null || debit.account === debtor),
  );
  const debit = own ?? only(shared);
  return debit && { ...debit, index, amountPence };
}

function only<One>(several: readonly One[]): One | undefined {
  return several.length === 1 ? several[0] : undefined;
}

function coming(returns: readonly BookedDebit[], toPence: Pence): readonly BookedDebit[] {
  const sumPence = returns.reduce((sum, { amountPence }) => sum + amountPence, 0);
  assert(sumPence === toPence, 'what goes back is what is in clearing');
  return returns;
}
