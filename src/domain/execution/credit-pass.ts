import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { SchemeAnswers } from '../ports/schemes.ts';
import type { ReasonCode, SinglePayment } from '../records/payment.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { SingleCredit } from './credit.ts';

/**
 * Rules that find exceptional credits. They are small, because they are sent to a worker thread.
 */
export interface CreditRules extends Pick<SchemeAnswers, 'byIndex' | 'byCreditor'> {
  /** Creditors with these sort codes (6 digits) hold their account at this bank. */
  readonly bankSortCodes: readonly string[];
}

export interface CreditPassRequest extends CreditRules {
  /** The execution group to read, identified by these two (payment.ts, ExecutionGroup). */
  readonly instrument: Instrument;
  readonly date: LocalDate | null;
  /** Index of the first payment to read. */
  readonly cursor: number;
  /** Maximum number of answers to return. */
  readonly limit: number;
  /** Indexes of the payments to read, ascending. Null for the whole group. */
  readonly only: readonly number[] | null;
}

/** An exceptional credit: rejected, pending, or accepted to an account at this bank. */
export interface CreditAnswer {
  readonly index: number;
  readonly amountPence: Pence;
  readonly debtor: AccountNumber | null;
  readonly creditor: AccountNumber;
  readonly creditorName: string;
  readonly reference: string;
  /** `own`: accepted, and the creditor's account is held at this bank. */
  readonly answer: 'rejected' | 'pending' | 'own';
  readonly reason: ReasonCode | null;
}

export interface CreditPassResult {
  /** Exceptional credits in the order of the file. */
  readonly exceptions: readonly CreditAnswer[];
  /** Index at which the next pass starts. Null at the end. */
  readonly nextCursor: number | null;
}

/** Answers to the credits of a batch that were read so far. */
export interface CreditAnswers extends CreditPassResult {
  /** Time to ask again about pending credits. Null if none can be pending. */
  readonly askAgainAt: Instant | null;
}

/**
 * Returns a function that returns the answer to a credit if it is exceptional, otherwise undefined.
 */
export function exceptionFinder({
  byIndex,
  byCreditor,
  bankSortCodes,
}: CreditRules): (payment: SinglePayment) => CreditAnswer | undefined {
  const creditors = new Map(Object.entries(byCreditor));
  const sortCodes = new Set(bankSortCodes);
  return (payment) => {
    const { index, creditor } = payment;
    const schemeAnswer = byIndex.get(index) ?? creditors.get(creditor);
    if (schemeAnswer === undefined && !sortCodes.has(creditor.slice(0, 6))) return undefined;
    return {
      index,
      amountPence: payment.amountPence,
      debtor: payment.debtor,
      creditor,
      creditorName: payment.creditorName,
      reference: payment.reference,
      answer: schemeAnswer?.answer ?? 'own',
      reason: schemeAnswer?.reason ?? null,
    };
  };
}

/** Divisor that removes the eight digits of the account number after the sort code. */
const ACCOUNTS_OF_SORT_CODE = 10 ** 8;

/**
 * Returns a function that takes a credit's index and its creditor's 14 digits, and returns true if
 * the credit may be exceptional. Most credits are not, so their text fields need not be decoded.
 */
export function mayBeException({
  byIndex,
  byCreditor,
  bankSortCodes,
}: CreditRules): (index: number, creditorNumber: number) => boolean {
  const creditors = new Set(Object.keys(byCreditor).map(Number));
  const sortCodes = new Set(bankSortCodes.map(Number));
  return (index, creditorNumber) =>
    creditors.has(creditorNumber) ||
    sortCodes.has(Math.floor(creditorNumber / ACCOUNTS_OF_SORT_CODE)) ||
    byIndex.has(index);
}

/**
 * Evaluates the only credit of an order. A foreign account may have the same digits as one of this
 * bank, so sort codes are only compared for British accounts.
 */
export function passSingleCredit(
  { payment, creditor }: SingleCredit,
  rules: CreditRules,
): CreditPassResult {
  const { bankSortCodes } = rules;
  const answerTo = exceptionFinder({
    ...rules,
    bankSortCodes: creditor.isBritish ? bankSortCodes : [],
  });
  return { exceptions: [answerTo(payment) ?? []].flat(), nextCursor: null };
}
