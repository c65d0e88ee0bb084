import { newId } from '../../shared/ids.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { Creditor } from '../execution/credit.ts';
import type { SinglePayment } from '../records/payment.ts';
import type { CreditName, Money } from './messages.ts';
import type { Instrument } from './schemes.ts';

/*
 * Recalls: the bank asks the creditor's bank to send an accepted credit back (camt.056). Only the
 * return (pacs.004) moves money.
 */

/**
 * Reasons for a recall, with their meaning (ISO 20022, ExternalCancellationReason1Code). These are
 * the codes that the SEPA rulebook allows. The other schemes accept them, too.
 */
export const RECALL_REASONS = {
  DUPL: 'the credit was paid twice',
  TECH: 'a technical problem caused a wrong credit',
  FRAD: 'the credit is fraudulent',
  CUST: 'the customer asks for it',
  AM09: 'the amount is wrong',
  AC03: 'the account of the creditor is wrong',
} as const;

export type RecallReason = keyof typeof RECALL_REASONS;

/** Maximum length of the note in a recall, in characters (Max105Text). */
export const MAX_RECALL_NOTE_CHARACTERS = 105;

/** Returns true if the scheme has recalls. Bacs (Standard 18) has none. */
export function hasRecalls(instrument: Instrument): boolean {
  return instrument !== 'BACS';
}

/**
 * The states of a recall. `open`: it is not answered, and perhaps not handed over. `pending`: the
 * creditor's bank has not decided. `accepted`: it agreed, and the money has not come back yet.
 */
export const RECALL_STATES = ['open', 'pending', 'accepted', 'refused', 'returned'] as const;

export type RecallState = (typeof RECALL_STATES)[number];

/** The meaning of an answer to a recall. */
export type RecallMeaning = Extract<RecallState, 'pending' | 'accepted' | 'refused'>;

/** Reasons for which an answer to a recall contradicts an earlier one. */
export type RecallContradiction =
  'recallRefusedAfterAcceptance' | 'recallAcceptedAfterRefusal' | 'recallRefusedAfterReturn';

/** The effect of an answer to a recall. */
export type RecallEffect =
  | { readonly kind: 'change' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'contradiction'; readonly contradiction: RecallContradiction };

const MEANINGS: Readonly<Record<string, RecallMeaning>> = {
  ACCR: 'accepted',
  CNCL: 'accepted',
  PDCR: 'pending',
  RJCR: 'refused',
};

/**
 * Returns the meaning of the status of a recall: TxCxlSts (CancellationIndividualStatus1Code), or
 * Conf (ExternalInvestigationExecutionConfirmation1Code). Returns undefined for any other code.
 */
export function meaningOfRecallStatus(status: string): RecallMeaning | undefined {
  return Object.hasOwn(MEANINGS, status) ? MEANINGS[status] : undefined;
}

/**
 * Decides the effect of an answer on a recall. A repeated answer and `pending` after a decision
 * change nothing. An acceptance after a refusal, or the reverse, is a contradiction.
 */
export function effectOfRecallAnswer(state: RecallState, meaning: RecallMeaning): RecallEffect {
  if (state === 'open') return { kind: 'change' };
  if (meaning === 'pending' || meaning === state) return { kind: 'unchanged' };
  if (state === 'pending') return { kind: 'change' };
  if (meaning === 'accepted') {
    if (state === 'returned') return { kind: 'unchanged' };
    return { kind: 'contradiction', contradiction: 'recallAcceptedAfterRefusal' };
  }
  const contradiction =
    state === 'returned' ? 'recallRefusedAfterReturn' : 'recallRefusedAfterAcceptance';
  return { kind: 'contradiction', contradiction };
}

/**
 * Creates the id of a recall: 24 capital letters and digits. It is random, because the credit may
 * be recalled again after a refusal.
 */
export function newRecallId(now: Instant): string {
  // The time of `newId` begins with a zero, which is left out.
  return `R${newId('R', now).slice(3, 26).toUpperCase()}`;
}

/** A credit as the message that was handed over contains it. */
export interface RecalledCredit extends CreditName {
  readonly instrument: Instrument;
  readonly endToEndId: string;
  readonly uetr: string;
  readonly amount: Money;
}

/** The data of a recall from which its document is written (camt.056). */
export interface RecallHeader {
  /** Id of the recall: of its assignment (Assgnmt), its case and its cancellation (CxlId). */
  readonly id: string;
  readonly createdAt: Instant;
  readonly reason: RecallReason;
  /** A text for the creditor's bank. Null if there is none. */
  readonly note: string | null;
  readonly credit: RecalledCredit;
  readonly payment: SinglePayment;
  readonly creditor: Creditor;
  /** The message that contains the credit. */
  readonly message: {
    readonly createdAt: Instant;
    readonly settlementDate: LocalDate;
    /** The XML of the message. Null if it is stored as a file. */
    readonly text: string | null;
  };
}

/** A recall that is stored before it is handed over. */
export interface NewRecall extends Pick<RecallHeader, 'id' | 'reason' | 'note' | 'credit'> {
  /** The XML of the recall. */
  readonly content: string;
}

/** A recall that waits to be handed over. */
export interface OutgoingRecall extends CreditName {
  readonly id: string;
  readonly instrument: Instrument;
  readonly content: string;
  /** Number of attempts to hand it over that failed. */
  readonly attempts: number;
}

/** A stored recall, as answers are matched with it. */
export interface SentRecall extends RecalledCredit {
  readonly id: string;
}

/** The answer to a recall, after it was matched with the recall. */
export interface MatchedRecallAnswer extends CreditName {
  /** Position in the document. */
  readonly position: number;
  readonly recallId: string;
  readonly meaning: RecallMeaning;
  /** The code of the creditor's bank, for example `NOOR`. Null if there is none. */
  readonly code: string | null;
}

/** The result of the request to recall a credit. Only `stored` changes anything. */
export type RecallResult =
  | 'stored'
  /** The scheme has not accepted the credit. */
  | 'notAccepted'
  /** The scheme rejected the credit. */
  | 'rejected'
  /** The credit came back. */
  | 'cameBack'
  /** The credit has a recall that is not refused. */
  | 'recalled';

/** A request of an operator or a customer to recall a credit. */
export interface RecallRequest {
  readonly paymentId: string;
  /**
   * Position of the credit in its file, or among the executed payments of its order, from 0. Null
   * for the only credit of a payment.
   */
  readonly index: number | null;
  readonly reason: RecallReason;
  readonly note: string | null;
}

/** A recall that is written and not stored yet, or why there is none. */
export type PreparedRecall =
  | {
      readonly kind: 'prepared';
      readonly recall: NewRecall;
      readonly payment: SinglePayment;
      /** Name of the payee and the settlement day of the message with the credit. */
      readonly payee: string;
      readonly settlementDate: LocalDate;
    }
  | { readonly kind: RecallRefusal };

/** The reason why a credit cannot be recalled. */
export type RecallRefusal =
  | Exclude<RecallResult, 'stored'>
  /** There is no payment with this id. */
  | 'unknownPayment'
  /** The payment has no such credit, or was not released for execution. */
  | 'unknownCredit'
  /** The payment has several credits, and the request names none of them. */
  | 'indexMissing'
  /** The credit is to an account at this bank, so it was not handed over. */
  | 'own'
  | 'noRecalls';
