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
  type Found,
  type NewOutcome,
  type OpenBatch,
  type OpenPayment,
} from './changes.ts';
import type { CreditAnswer, CreditAnswers } from './credit-pass.ts';
import { clearingChange, credited, returned, settled, type Transfer } from './transfers.ts';

/** What is known of one credit that stands out. */
export type StoredOutcome = Pick<CreditOutcome, 'status'> &
  Pick<NewOutcome, 'amountPence' | 'round'>;

/** A customer as the holder of an account. */
export type Holder = Pick<Account, 'holderName' | 'closed'>;

/** Credits by the number, and what was debited for them. */
export interface PendingCredits {
  readonly payments: number;
  readonly totalPence: Pence;
}

export const NO_CREDITS: PendingCredits = { payments: 0, totalPence: 0 };

/** What is found for the answers of a scheme. */
export interface AnswersContext extends Found {
  /** What is known of the credits that are told of. */
  readonly outcomes: ReadonlyMap<number, StoredOutcome>;
  /** Who holds the accounts that are named: those that are held here. */
  readonly holders: ReadonlyMap<AccountNumber, Holder>;
  /** All of the batch's credits that are pending from an earlier round. */
  readonly earlier: PendingCredits;
}

/** The accounts that the answers name, and of which it matters who holds them. */
export function accountsIn(
  { exceptions }: CreditAnswers,
  { debtorAccount }: OpenPayment,
): readonly AccountNumber[] {
  const own = exceptions.filter((credit) => credit.answer === 'own');
  const named = own.flatMap(({ creditor, debtor }) => [creditor, debtor ?? debtorAccount]);
  return [...new Set(named.filter((account) => account !== null))];
}

/** Whether credits that are pending from an earlier round matter: at the end of a later one. */
export function asksForEarlier({ round }: OpenBatch, { nextCursor }: CreditAnswers): boolean {
  return round > 0 && nextCursor === null;
}

/**
 * Books what a scheme answered. With the last answers of a round all is settled but what is still
 * pending: that is asked for again, and without any the batch is final. A credit that was pending
 * and is not told of again was accepted.
 */
export function applyAnswers(found: AnswersContext, answers: CreditAnswers, now: Instant): Changes {
  const { batch: before, earlier } = found;
  const { exceptions, nextCursor } = answers;
  const verdicts = exceptions.map((credit) => verdictOn(credit, found)).filter(isRelevant);
  assertOnce(verdicts);
  const batch = countVerdicts(before, verdicts, answers);
  const transfers = verdicts.flatMap((verdict) => transfersOf(verdict, found));
  const told = {
    outcomes: verdicts.flatMap((verdict) => outcomeOf(verdict, batch.round, now)),
    accepted: verdicts.filter(isAcceptedNow).map(({ credit }) => credit.index),
  };
  if (nextCursor !== null) {
    const next = { step: 'collect', cursor: nextCursor, dueAt: now } as const;
    return { ...changesTo(cleared(batch, transfers), next), ...told, transfers };
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
  return { ...afterRound(cleared(open, all), now), ...told, acceptedBefore, transfers: all };
}

/** What a scheme, or this bank in its place, says of a credit. */
interface Verdict {
  readonly credit: CreditAnswer;
  readonly answer: CreditAnswer['answer'];
  readonly reason: NewOutcome['reason'];
  /** The account that paid for it: the payment's own, where the file names none. */
  readonly debtor: AccountNumber;
  /** What it paid: the amount, and the bank's charge, of which the scheme knows nothing. */
  readonly debitedPence: Pence;
  readonly known: StoredOutcome | undefined;
  readonly isRelevant: boolean;
}

function verdictOn(
  credit: CreditAnswer,
  { batch, payment, outcomes, holders }: AnswersContext,
): Verdict {
  const known = outcomes.get(credit.index);
  // What the scheme leaves to this bank is rejected where the creditor's account is closed.
  const isClosed = credit.answer === 'own' && holders.get(credit.creditor)?.closed === true;
  // Never funded, or answered for good before: a later round asks only about the pending ones.
  const isOver = known?.status === 'Rejected' || (batch.round > 0 && known === undefined);
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

function isPending({ answer }: Verdict): boolean {
  return answer === 'pending';
}

/** Whether a credit that was pending is accepted, and held here. */
function isAcceptedNow({ answer, known }: Verdict): boolean {
  return answer === 'own' && known !== undefined;
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
  const pending = verdicts.filter(isPending);
  const pendingBefore = verdicts.flatMap(({ known }) => known ?? []);
  return {
    ...batch,
    rejected: batch.rejected + verdicts.filter(({ answer }) => answer === 'rejected').length,
    pending: batch.pending + pending.length - pendingBefore.length,
    pendingPence:
      batch.pendingPence +
      sumOf(pending.map((one) => one.debitedPence)) -
      sumOf(pendingBefore.map((one) => one.amountPence)),
    askAgainAt: earliest(batch.askAgainAt, askAgainAt),
  };
}

/** What is given back to a debtor, or credited to an account held here; the rest is settled. */
function transfersOf(verdict: Verdict, { batch, holders }: AnswersContext): readonly Transfer[] {
  const { credit, answer, reason, debtor: account, debitedPence } = verdict;
  const { index, amountPence, reference, creditor: to, creditorName: counterparty } = credit;
  if (answer === 'rejected') {
    const taken = { index, account, amountPence: debitedPence, reference, counterparty };
    return [returned(batch.instrument, taken, reason)];
  }
  if (answer === 'pending' || !holders.has(to)) return [];
  const debtorName = holders.get(account)?.holderName ?? account;
  const told = { to, amountPence, index, reference, counterparty: debtorName };
  return [credited(batch.instrument, told)];
}

function outcomeOf(verdict: Verdict, round: number, at: Instant): readonly NewOutcome[] {
  const { credit, answer, reason, debtor, debitedPence: amountPence } = verdict;
  if (answer === 'own') return [];
  const status = answer === 'pending' ? 'Pending' : 'Rejected';
  return [{ index: credit.index, status, reason, at, round, amountPence, debtor }];
}

/** The pending credits of earlier rounds of which these answers say nothing. */
function earlierLeft(
  earlier: PendingCredits,
  verdicts: readonly Verdict[],
  round: number,
): PendingCredits {
  const told = verdicts.flatMap(({ known }) => (known && known.round < round ? known : []));
  return {
    payments: earlier.payments - told.length,
    totalPence: earlier.totalPence - sumOf(told.map((one) => one.amountPence)),
  };
}

function afterRound(batch: OpenBatch, now: Instant): Changes {
  if (batch.pending === 0) return ending(batch, 'answered', now);
  const dueAt = expectDefined(batch.askAgainAt, 'the time to ask about pending credits');
  // All but the pending credits have come to their end now.
  const stateUpdatedAt = batch.round === 0 ? now : batch.stateUpdatedAt;
  const asked = { ...batch, stateUpdatedAt, round: batch.round + 1, askAgainAt: null };
  return changesTo(asked, { step: 'collect', cursor: 0, dueAt });
}

/** The batch, with what transfers leave of its money in clearing. */
function cleared(batch: OpenBatch, transfers: readonly Transfer[]): OpenBatch {
  const changePence = clearingChange(batch.instrument, transfers);
  return { ...batch, clearingPence: batch.clearingPence + changePence };
}

function sumOf(amounts: readonly Pence[]): Pence {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function earliest(one: Instant | null, other: Instant | null): Instant | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
