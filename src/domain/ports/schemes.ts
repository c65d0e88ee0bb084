import type { Instant } from '../../shared/time.ts';
import type { CreditSource } from '../execution/credit.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { Batch } from '../records/records.ts';

/** A batch of credits that is sent to a scheme. */
export interface CreditBatch extends Pick<Batch, 'paymentId' | 'number' | 'instrument' | 'date'> {
  readonly credits: CreditSource;
}

/** A scheme's answer to a credit that it rejects or leaves pending. */
export interface SchemeAnswer {
  readonly answer: 'rejected' | 'pending';
  readonly reason: ReasonCode;
}

/** A message to a scheme that was rejected as a whole, for the payments between two indexes. */
export interface RejectedRange {
  readonly first: number;
  readonly last: number;
  readonly reason: ReasonCode;
}

/** A scheme's answers to a batch. If a credit has no answer, the scheme accepted it. */
export interface SchemeAnswers {
  readonly kind: 'answered';
  /** The answers to single credits, keyed by the index of the credit. */
  readonly byIndex: ReadonlyMap<number, SchemeAnswer>;
  /** The answers to all credits to an account, by account. An answer by index takes precedence. */
  readonly byCreditor: Readonly<Record<AccountNumber, SchemeAnswer>>;
  /** The messages that were rejected as a whole. Other answers take precedence. */
  readonly rejected: readonly RejectedRange[];
  /**
   * The bank's sort codes when the credits were handed over. Null: those of today. Credits to
   * accounts with these codes were not handed over.
   */
  readonly bankSortCodes: readonly string[] | null;
  /** Time to ask again about pending credits. Null if no credit can be pending. */
  readonly askAgainAt: Instant | null;
}

/** Some credits have no answer yet. The answers arrive by themselves and make the step due. */
export interface NotAnswered {
  readonly kind: 'notAnswered';
  /** Time to check again if nothing arrives. */
  readonly lookAgainAt: Instant;
}

/** The credits whose answers are requested. */
export interface RequestedAnswers {
  /** Index of the first payment. */
  readonly from: number;
  /** Maximum number of answers to return. */
  readonly limit: number;
  /** The payments to which the answers are requested, at most `limit`. Null for all. */
  readonly only: readonly number[] | null;
}

export interface AnswersRequest extends RequestedAnswers {
  readonly sentAt: Instant;
  readonly now: Instant;
}

/**
 * A connection to a payment scheme. It has no access to the accounts of this bank. Both methods
 * must be idempotent, because a failed step of execution is retried.
 */
export interface SchemeGateway {
  /**
   * Accepts the credits for the scheme. Returns the time at which its answers can be expected. The
   * credits may leave only after the batch is stored as sent.
   */
  send(batch: CreditBatch, now: Instant): Promise<{ answersAt: Instant }>;
  /** Returns the scheme's answers to a batch that was sent. Answers may be missing or change. */
  ask(batch: CreditBatch, request: AnswersRequest): Promise<SchemeAnswers | NotAnswered>;
}
