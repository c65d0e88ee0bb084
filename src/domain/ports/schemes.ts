import type { Pence } from '../../kernel/money.ts';
import type { Instant } from '../../kernel/time.ts';
import type { CreditSource } from '../execution/credit.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { ReasonCode } from '../records/payment.ts';
import type { Batch } from '../records/records.ts';

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

export interface SchemeAnswers {
  /** In the order of the file. */
  readonly standingOut: readonly CreditAnswer[];
  /** Where to go on; null when every credit of the batch has been looked at. */
  readonly nextCursor: number | null;
  /** When to ask again for pending ones, should there be any; null when none can be. */
  readonly askAgainAt: Instant | null;
}

/** A batch of credits as a scheme sees it. */
export interface CreditBatch extends Pick<Batch, 'paymentId' | 'number' | 'instrument' | 'date'> {
  readonly credits: CreditSource;
}

/** A payment scheme. Both calls may be repeated without a second effect. */
export interface SchemeGateway {
  /** Hands the credits over; tells when answers are to be expected. */
  send(batch: CreditBatch, now: Instant): Promise<{ answersAt: Instant }>;
  /**
   * The answers to the credits from `cursor` on, at most `limit` that stand out.
   * `only`: ask for these payments alone (ascending), the ones that were pending.
   */
  collect(
    batch: CreditBatch,
    request: {
      readonly sentAt: Instant;
      readonly now: Instant;
      readonly cursor: number;
      readonly limit: number;
      readonly only: readonly number[] | null;
    },
  ): Promise<SchemeAnswers>;
}
