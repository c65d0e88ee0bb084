import type { ExpectedTimes } from '../../domain/calendar/calendar.ts';
import type { Quote } from '../../domain/execution/order.ts';
import type { Account, Consent, Payment } from '../../domain/records/records.ts';

/** Members of a JSON object; those that are undefined are left out. */
export type Members = Readonly<Record<string, unknown>>;

/** An account of the bank, and whose it is. */
export type HeldAccount = Pick<Account, 'number' | 'holderName'>;

/** What an answer about a consent may be made of. */
export interface ConsentView {
  readonly consent: Consent;
  /** The account that will be debited; null before the customer has authorised. */
  readonly debtorAccount: HeldAccount | null;
  /** What would happen if the payment were submitted now; null where that is no question. */
  readonly times: ExpectedTimes | null;
  /**
   * What its payment was booked at; null before it is executed, once it came back, and for families
   * that tell no cost.
   */
  readonly quote: Quote | null;
}

/** What an answer about a payment may be made of. */
export interface PaymentView {
  readonly payment: Payment;
  /** The `Data` of its consent, as the TPP sent it. */
  readonly consentData: string;
  /** The account that is debited; null where a file names several. */
  readonly debtorAccount: HeldAccount | null;
  readonly times: Omit<ExpectedTimes, 'cutOffAt'> | null;
  /** As in ConsentView. */
  readonly quote: Quote | null;
}
