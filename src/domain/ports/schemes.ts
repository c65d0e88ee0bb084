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

/** A scheme's answers to a batch. If a credit has no answer, the scheme accepted it. */
export interface SchemeAnswers {
  /** The answers to single credits, by the index of the credit. */
  readonly byIndex: ReadonlyMap<number, SchemeAnswer>;
  /** The answers to all credits to an account, by account. An answer by index takes precedence. */
  readonly byCreditor: Readonly<Record<AccountNumber, SchemeAnswer>>;
  /** Time to ask again about pending credits. Null if no credit can be pending. */
  readonly askAgainAt: Instant | null;
}

/**
 * A connection to a payment scheme. It has no access to the accounts of this bank. Both methods
 * must be idempotent, because a failed step of execution is retried.
 */
export interface SchemeGateway {
  /** Sends the credits to the scheme. Returns the time at which its answers can be expected. */
  send(batch: CreditBatch, now: Instant): Promise<{ answersAt: Instant }>;
  /** Returns the scheme's answers to a batch that was sent. */
  ask(
    batch: CreditBatch,
    request: { readonly sentAt: Instant; readonly now: Instant },
  ): Promise<SchemeAnswers>;
}
