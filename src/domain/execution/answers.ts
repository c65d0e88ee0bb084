import { assert, expectDefined } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import type { Instant } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { CreditOutcome } from '../records/payment.ts';
import type { Account } from '../records/records.ts';
import {
  changesTo,
  ending,
  type Changes,
  type LoadedBatch,
  type NewOutcome,
  type OpenBatch,
  type OpenPayment,
} from './changes.ts';
import type { CreditAnswer, CreditAnswers } from './credit-pass.ts';
import { clearingChange, credited, returned, settled, type Transfer } from './transfers.ts';

/** The stored outcome of a credit that was not accepted at once. */
export type StoredOutcome = Pick<CreditOutcome, 'status'> &
  Pick<NewOutcome, 'amountPence' | 'round'>;

/** The holder of an account at this bank. */
export type Holder = Pick<Account, 'holderName' | 'state'>;

/** The number of pending credits, and the total that was debited for them. */
export interface PendingCredits {
  readonly payments: number;
  readonly totalPence: Pence;
}

export const NO_CREDITS: PendingCredits = { payments: 0, totalPence: 0 };

/** The data that is loaded from the store before the scheme's answers are applied. */
export interface AnswersContext extends LoadedBatch {
  /** The stored outcomes of the credits that the scheme answered, keyed by index. */
  readonly outcomes: ReadonlyMap<number, StoredOutcome>;
  /** The holders of those accounts in the answers that are at this bank. */
  readonly holders: ReadonlyMap<AccountNumber, Holder>;
  /** All credits of the batch that have been pending since an earlier round. */
  readonly earlier: PendingCredits;
}

/** Returns the accounts in the scheme's answers whose holders must be loaded from the store. */
export function accountsIn(
  { exceptions }: CreditAnswers,
  { debtorAccount }: OpenPayment,
): readonly AccountNumber[] {
  const own = exceptions.filter((credit) => credit.answer === 'own');
  const accounts = own.flatMap(({ creditor, debtor }) => [creditor, debtor ?? debtorAccount]);
  return [...new Set(accounts.filter((account) => account !== null))];
}

/**
 * Returns true if the credits that are pending since earlier rounds must be loaded. This is so at
 * the end of each round after the first.
 */
export function asksForEarlier({ round }: OpenBatch, { nextCursor }: CreditAnswers): boolean {
  return round > 0 && nextCursor === null;
}

/**
 * Applies the answers of a scheme. When the last answers of a round arrive, all credits are settled
 * except the pending ones, and the scheme is asked about these again later. If no credit is
 * pending, the batch is final. A pending credit without a new answer counts as accepted.
 */
export function applyAnswers(found: AnswersContext, answers: CreditAnswers, now: Instant): Changes {
  const { batch: before, earlier } = found;
  const { exceptions, nextCursor } = answers;
  const verdicts = exceptions.map((credit) => verdictOn(credit, found)).filter(isRelevant);
  assertOnce(verdicts);
  const batch = countVerdicts(before, verdicts, answers);
  const transfers = verdicts.flatMap((verdict) => transfersOf(verdict, found));
  const changedOutcomes = {
    outcomes: verdicts.flatMap((verdict) => outcomeOf(verdict, batch.round, now)),
    // Pending credits to accounts at this bank that are now accepted.
    accepted: verdicts
      .filter(({ answer, known }) => answer === 'own' && known !== undefined)
      .map(({ credit }) => credit.index),
  };
  if (nextCursor !== null) {
    const next = { step: 'collect', cursor: nextCursor, dueAt: now } as const;
    return { ...changesTo(cleared(batch, transfers), next), ...changedOutcomes, transfers };
  }

  const accepted = earlierLeft(earlier, verdicts, batch.round);
  const open = {
    ...batch,
    pending: batch.pending - accepted.payments,
    pendingPence: batch.pendingPence - accepted.totalPence,
  };
  const duePence = cleared(open, transfers).clearingPence - open.pendingPence;
  const all = [...transfers, ...settled(open, duePence)];
  const acceptedBefore = accepted.payments > 0 ? batch.round : null;
  return {
    ...afterRound(cleared(open, all), now),
    ...changedOutcomes,
    acceptedBefore,
    transfers: all,
  };
}

/** Final decision on a credit, by the scheme or by this bank. */
interface Verdict {
  readonly credit: CreditAnswer;
  readonly answer: CreditAnswer['answer'];
  readonly reason: NewOutcome['reason'];
  /**
   * The debited account: the one that the file names for this credit, otherwise the one of the
   * payment.
   */
  readonly debtor: AccountNumber;
  /** The debited amount: the credit plus the bank's charge, which is not sent to the scheme. */
  readonly debitedPence: Pence;
  readonly known: StoredOutcome | undefined;
  readonly isRelevant: boolean;
}

function verdictOn(
  credit: CreditAnswer,
  { batch, payment, outcomes, holders }: AnswersContext,
): Verdict {
  const known = outcomes.get(credit.index);
  // If the scheme leaves the decision about a credit to this bank, it is rejected if the creditor's
  // account is closed.
  const isClosed = credit.answer === 'own' && holders.get(credit.creditor)?.state === 'closed';
  // The credit is final, or was never debited. From the second round on, the scheme is asked only
  // about pending credits.
  const isOver = known === undefined ? batch.round > 0 : known.status !== 'Pending';
  return {
    credit,
    answer: isClosed ? 'rejected' : credit.answer,
    reason: isClosed ? 'AC04' : (credit.reason ?? 'NARR'),
    debtor: expectDefined(credit.debtor ?? payment.debtorAccount, 'the account that was debited'),
    debitedPence: credit.amountPence + batch.chargePence,
    known,
    isRelevant: !isOver,
  };
}

function isRelevant(verdict: Verdict): boolean {
  return verdict.isRelevant;
}

function assertOnce(verdicts: readonly Verdict[]): void {
  const credits = new Set(verdicts.map(({ credit }) => credit.index));
  assert(credits.size === verdicts.length, 'a scheme answers a credit once at a time');
}

function countVerdicts(
  batch: OpenBatch,
  verdicts: readonly Verdict[],
  { askAgainAt }: CreditAnswers,
): OpenBatch {
  const pending = verdicts.filter(({ answer }) => answer === 'pending');
  const pendingBefore = verdicts.flatMap(({ known }) => known ?? []);
  return {
    ...batch,
    rejected: batch.rejected + verdicts.filter(({ answer }) => answer === 'rejected').length,
    pending: batch.pending + pending.length - pendingBefore.length,
    pendingPence:
      batch.pendingPence +
      sumOf(pending.map((verdict) => verdict.debitedPence)) -
      sumOf(pendingBefore.map((outcome) => outcome.amountPence)),
    askAgainAt: earliest(batch.askAgainAt, askAgainAt),
  };
}

/**
 * Returns the transfers for one decision: money back to the debtor, or a credit to an account at
 * this bank. Returns none for a credit that is settled with the scheme.
 */
function transfersOf(verdict: Verdict, { batch, holders }: AnswersContext): readonly Transfer[] {
  const { credit, answer, reason, debtor: account, debitedPence } = verdict;
  const { index, amountPence, reference, creditor: to, creditorName: counterparty } = credit;
  if (answer === 'rejected') {
    const debit = { index, account, amountPence: debitedPence, reference, counterparty };
    return [returned(batch.instrument, debit, reason)];
  }
  if (answer === 'pending' || !holders.has(to)) return [];
  const debtorName = holders.get(account)?.holderName ?? account;
  const creditToBook = { to, amountPence, index, reference, counterparty: debtorName };
  return [credited(batch.instrument, creditToBook)];
}

function outcomeOf(verdict: Verdict, round: number, at: Instant): readonly NewOutcome[] {
  const { credit, answer, reason, debtor, debitedPence: amountPence } = verdict;
  if (answer === 'own') return [];
  const status = answer === 'pending' ? 'Pending' : 'Rejected';
  return [{ index: credit.index, status, reason, at, round, amountPence, debtor }];
}

/**
 * Returns the number and total of credits that are pending since earlier rounds and have no new
 * answer.
 */
function earlierLeft(
  earlier: PendingCredits,
  verdicts: readonly Verdict[],
  round: number,
): PendingCredits {
  const answered = verdicts.flatMap(({ known }) => (known && known.round < round ? known : []));
  return {
    payments: earlier.payments - answered.length,
    totalPence: earlier.totalPence - sumOf(answered.map((outcome) => outcome.amountPence)),
  };
}

function afterRound(batch: OpenBatch, now: Instant): Changes {
  if (batch.pending === 0) return ending(batch, 'answered', now);
  const dueAt = expectDefined(batch.askAgainAt, 'the time to ask about pending credits');
  // All credits except the pending ones are final now.
  const stateUpdatedAt = batch.round === 0 ? now : batch.stateUpdatedAt;
  const nextRound = { ...batch, stateUpdatedAt, round: batch.round + 1, askAgainAt: null };
  return changesTo(nextRound, { step: 'collect', cursor: 0, dueAt });
}

/** Returns the batch with its clearing balance after the transfers. */
function cleared(batch: OpenBatch, transfers: readonly Transfer[]): OpenBatch {
  const changePence = clearingChange(batch.instrument, transfers);
  return { ...batch, clearingPence: batch.clearingPence + changePence };
}

function sumOf(amounts: readonly Pence[]): Pence {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function earliest(first: Instant | null, second: Instant | null): Instant | null {
  if (first === null || second === null) return first ?? second;
  return Math.min(first, second);
}
