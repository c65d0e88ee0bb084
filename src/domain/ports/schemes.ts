import type { Instant } from '../../shared/time.ts';
import type { CreditSource } from '../execution/credit.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { Batch } from '../records/records.ts';

/** A batch of credits as a scheme sees it. */
export interface CreditBatch extends Pick<Batch, 'paymentId' | 'number' | 'instrument' | 'date'> {
  readonly credits: CreditSource;
}

/** What a scheme says to a credit that it does not simply accept. */
export interface SchemeAnswer {
  readonly answer: 'rejected' | 'pending';
  readonly reason: ReasonCode;
}

/** What a scheme has to say of a batch by now. It accepts every credit that it does not name. */
export interface SchemeAnswers {
  /** By the credit's index: where a scheme answers to each. */
  readonly byIndex: ReadonlyMap<number, SchemeAnswer>;
  /** By the account that a credit goes to, where the index is not named. */
  readonly byCreditor: Readonly<Record<AccountNumber, SchemeAnswer>>;
  /** When to ask again for pending ones, should there be any; null when none can be. */
  readonly askAgainAt: Instant | null;
}

/**
 * A payment scheme. It knows nothing of this bank's accounts. Both calls may be repeated without a
 * second effect; one that fails is tried again by the work that it is a step of.
 */
export interface SchemeGateway {
  /** Hands the credits over; tells when answers are to be expected. */
  send(batch: CreditBatch, now: Instant): Promise<{ answersAt: Instant }>;
  /** What has become of a batch that was handed over. */
  ask(
    batch: CreditBatch,
    request: { readonly sentAt: Instant; readonly now: Instant },
  ): Promise<SchemeAnswers>;
}
