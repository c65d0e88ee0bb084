import type { LocalDate } from '../../kernel/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { CreditAnswer } from '../ports/schemes.ts';
import type { FileFacts, ReasonCode, SinglePayment } from '../records/payment.ts';
import type { Instrument } from '../schemes/schemes.ts';

/** What a scheme says to credits for one account, when it is not a plain yes. */
export interface SpecialAnswer {
  readonly answer: 'rejected' | 'pending';
  readonly reason: ReasonCode;
}

/** What tells the credits that stand out from the others. */
export interface CreditRules {
  /** Creditors that are not simply accepted: few, so that the table crosses threads cheaply. */
  readonly answers: Readonly<Record<AccountNumber, SpecialAnswer>>;
  /** Creditors with these sort codes (6 digits) hold their account at this bank. */
  readonly ownSortCodes: readonly string[];
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

export interface CreditPassResult {
  /** Special and own creditors, in the order of the file. */
  readonly standingOut: readonly CreditAnswer[];
  /** Where to go on; null when every payment has been looked at. */
  readonly nextCursor: number | null;
}

/** A pass over the credits of a kept file that finds the few that stand out. */
export type CreditPass = (file: FileFacts, request: CreditPassRequest) => Promise<CreditPassResult>;

/** Judges credits one by one: what to tell of one that stands out, undefined of all others. */
export function answerer({
  answers,
  ownSortCodes,
}: CreditRules): (payment: SinglePayment) => CreditAnswer | undefined {
  const specials = new Map(Object.entries(answers));
  const own = new Set(ownSortCodes);
  return (payment) => {
    const { creditor } = payment;
    const special = specials.get(creditor);
    if (special === undefined && !own.has(creditor.slice(0, 6))) return undefined;
    return {
      index: payment.index,
      amountPence: payment.amountPence,
      debtor: payment.debtor,
      creditor,
      creditorName: payment.creditorName,
      reference: payment.reference,
      answer: special?.answer ?? 'own',
      reason: special?.reason ?? null,
    };
  };
}
