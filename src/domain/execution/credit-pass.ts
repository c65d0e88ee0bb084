import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { RejectedRange, SchemeAnswers } from '../ports/schemes.ts';
import type { ReasonCode, SinglePayment } from '../records/payment.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { SingleCredit } from './credit.ts';

/**
 * The rules that find credits which are not simply accepted. They are kept small because they are
 * sent to a worker thread.
 */
export interface CreditRules extends Pick<SchemeAnswers, 'byIndex' | 'byCreditor' | 'rejected'> {
  /**
   * The sort codes (6 digits each) of this bank. A creditor's account with one of them is at this
   * bank.
   */
  readonly bankSortCodes: readonly string[];
}

export interface CreditPassRequest extends CreditRules {
  /**
   * The scheme and the date, which together identify the execution group to read (payment.ts,
   * ExecutionGroup).
   */
  readonly instrument: Instrument;
  readonly date: LocalDate | null;
  /** Index of the first payment to read. */
  readonly cursor: number;
  /** Maximum number of answers to return. */
  readonly limit: number;
  /** Indexes of the payments to read, ascending. Null for the whole group. */
  readonly only: readonly number[] | null;
  /** Indexes of payments that are not read, because they have batches of their own. */
  readonly leftOut: readonly number[];
}

/** A credit that is rejected, pending, or paid to an account at this bank. */
export interface CreditAnswer {
  readonly index: number;
  readonly amountPence: Pence;
  readonly debtor: AccountNumber | null;
  readonly creditor: AccountNumber;
  readonly creditorName: string;
  readonly reference: string;
  /** `own`: the credit is accepted, and the creditor's account is at this bank. */
  readonly answer: 'rejected' | 'pending' | 'own';
  readonly reason: ReasonCode | null;
}

export interface CreditPassResult {
  /**
   * The credits that are rejected, pending or paid to this bank's accounts, in the order of the
   * file.
   */
  readonly exceptions: readonly CreditAnswer[];
  /** Index of the payment at which the next pass starts. Null at the end of the file. */
  readonly nextCursor: number | null;
}

/** The scheme's answers to the credits of a batch that have been read so far. */
export interface CreditAnswers extends CreditPassResult {
  /** Time to ask again about pending credits. Null if no credit can be pending. */
  readonly askAgainAt: Instant | null;
}

/**
 * Returns a function that finds the answer to a credit. It returns undefined if the scheme simply
 * accepts the credit.
 */
export function exceptionFinder({
  byIndex,
  byCreditor,
  rejected,
  bankSortCodes,
}: CreditRules): (payment: SinglePayment) => CreditAnswer | undefined {
  const creditors = new Map(Object.entries(byCreditor));
  const sortCodes = new Set(bankSortCodes);
  return (payment) => {
    const { index, creditor } = payment;
    const isOwn = sortCodes.has(creditor.slice(0, 6));
    // A message to a scheme does not contain the credits to accounts at this bank.
    const range = isOwn ? undefined : rejected.find((one) => isIn(one, index));
    const schemeAnswer =
      byIndex.get(index) ??
      creditors.get(creditor) ??
      (range && { answer: 'rejected', reason: range.reason });
    if (schemeAnswer === undefined && !isOwn) return undefined;
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

function isIn({ first, last }: RejectedRange, index: number): boolean {
  return index >= first && index <= last;
}

/**
 * Dividing an account's 14 digits by this number leaves the sort code, without the 8 digits of the
 * account number.
 */
const ACCOUNTS_OF_SORT_CODE = 10 ** 8;

/**
 * Returns a fast check that takes a credit's index and its creditor's 14 digits. It returns true if
 * the credit may be rejected, pending or paid to this bank. Most credits are none of these, so
 * their text fields need not be decoded.
 */
export function mayBeException({
  byIndex,
  byCreditor,
  rejected,
  bankSortCodes,
}: CreditRules): (index: number, creditorNumber: number) => boolean {
  const creditors = new Set(Object.keys(byCreditor).map(Number));
  const sortCodes = new Set(bankSortCodes.map(Number));
  return (index, creditorNumber) =>
    creditors.has(creditorNumber) ||
    sortCodes.has(Math.floor(creditorNumber / ACCOUNTS_OF_SORT_CODE)) ||
    byIndex.has(index) ||
    rejected.some((range) => isIn(range, index));
}

/**
 * Evaluates the only credit of an order. Sort codes are compared only for British accounts, because
 * a foreign account may happen to have the same digits as one of this bank.
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
