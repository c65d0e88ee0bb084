import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { SchemeAnswers } from '../ports/schemes.ts';
import type { ReasonCode, SinglePayment } from '../records/payment.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { SingleCredit } from './credit.ts';

/** What tells the credits that stand out from the others: few, so that it crosses threads. */
export interface CreditRules extends Pick<SchemeAnswers, 'byIndex' | 'byCreditor'> {
  /** Creditors with these sort codes (6 digits) hold their account at this bank. */
  readonly bankSortCodes: readonly string[];
}

export interface CreditPassRequest extends CreditRules {
  /** The execution group to look at: these two name it (payment.ts, ExecutionGroup). */
  readonly instrument: Instrument;
  readonly date: LocalDate | null;
  /** The first payment of the file to look at. */
  readonly cursor: number;
  /** The most answers to return. */
  readonly limit: number;
  /** These payments alone (ascending); null for every payment of the group. */
  readonly only: readonly number[] | null;
}

/** A credit that a scheme answered with anything but a plain yes to another bank's account. */
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
  /** In the order of the file. */
  readonly exceptions: readonly CreditAnswer[];
  /** Where to go on; null when every payment has been looked at. */
  readonly nextCursor: number | null;
}

/** What has come of a batch's credits, as far as they were looked at. */
export interface CreditAnswers extends CreditPassResult {
  /** When to ask again for pending ones, should there be any; null when none can be. */
  readonly askAgainAt: Instant | null;
}

/** Judges credits one by one: what to tell of one that stands out, undefined of all others. */
export function exceptionFinder({
  byIndex,
  byCreditor,
  bankSortCodes,
}: CreditRules): (payment: SinglePayment) => CreditAnswer | undefined {
  const creditors = new Map(Object.entries(byCreditor));
  const own = new Set(bankSortCodes);
  return (payment) => {
    const { index, creditor } = payment;
    const said = byIndex.get(index) ?? creditors.get(creditor);
    if (said === undefined && !own.has(creditor.slice(0, 6))) return undefined;
    return {
      index,
      amountPence: payment.amountPence,
      debtor: payment.debtor,
      creditor,
      creditorName: payment.creditorName,
      reference: payment.reference,
      answer: said?.answer ?? 'own',
      reason: said?.reason ?? null,
    };
  };
}

/** What a number of fourteen digits has after those of the sort code. */
const ACCOUNTS_OF_SORT_CODE = 10 ** 8;

/**
 * Whether a credit may stand out, by its index and its creditor's fourteen digits as a number. Of
 * many nearly all do not, and then nobody needs their texts.
 */
export function mayBeException({
  byIndex,
  byCreditor,
  bankSortCodes,
}: CreditRules): (index: number, creditorNumber: number) => boolean {
  const creditors = new Set(Object.keys(byCreditor).map(Number));
  const own = new Set(bankSortCodes.map(Number));
  return (index, creditorNumber) =>
    creditors.has(creditorNumber) ||
    own.has(Math.floor(creditorNumber / ACCOUNTS_OF_SORT_CODE)) ||
    byIndex.has(index);
}

/** As a pass over the one credit that there is. A foreign account may have an own one's digits. */
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
