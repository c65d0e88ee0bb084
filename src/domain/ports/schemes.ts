import type { Instant } from '../../shared/time.ts';
import type { CreditSource } from '../execution/credit.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { Batch } from '../records/records.ts';

/** A batch of credits as sent to a scheme. */
export interface CreditBatch extends Pick<Batch, 'paymentId' | 'number' | 'instrument' | 'date'> {
  readonly credits: CreditSource;
}

/** Answer of a scheme to a credit that it does not accept at once. */
export interface SchemeAnswer {
  readonly answer: 'rejected' | 'pending';
  readonly reason: ReasonCode;
}

/** Answers of a scheme to a batch. A credit without an answer is accepted. */
export interface SchemeAnswers {
  /** Answers by the index of the credit. */
  readonly byIndex: ReadonlyMap<number, SchemeAnswer>;
  /** Answers by the creditor's account, for credits without an answer by index. */
  readonly byCreditor: Readonly<Record<AccountNumber, SchemeAnswer>>;
  /** Time to ask again about pending credits. Null if none can be pending. */
  readonly askAgainAt: Instant | null;
}

/**
 * Connection to a payment scheme. It has no access to the accounts of this bank. Both methods must
 * be idempotent, because a failed step of execution is retried.
 */
export interface SchemeGateway {
  /** Sends the credits. Returns the time at which answers can be expected. */
  send(batch: CreditBatch, now: Instant): Promise<{ answersAt: Instant }>;
  /** Returns the scheme's answers to a batch that was sent. */
  ask(
    batch: CreditBatch,
    request: { readonly sentAt: Instant; readonly now: Instant },
  ): Promise<SchemeAnswers>;
}
