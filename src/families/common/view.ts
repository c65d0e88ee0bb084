import type { ExpectedTimes } from '../../domain/calendar/calendar.ts';
import type { Quote } from '../../domain/execution/order.ts';
import type { Account, Consent, Payment } from '../../domain/records/records.ts';

/** The fields of a JSON object. Fields that are undefined are omitted from the JSON. */
export type Members = Readonly<Record<string, unknown>>;

/** An account at this bank, with the name of its holder. */
export type HeldAccount = Pick<Account, 'number' | 'holderName'>;

/** The data needed to build a response about a consent. */
export interface ConsentView {
  readonly consent: Consent;
  /** The account to debit. Null before the customer has approved. */
  readonly debtorAccount: HeldAccount | null;
  /**
   * The expected times if the payment were submitted now. Null if it cannot be submitted any more.
   */
  readonly times: ExpectedTimes | null;
  /**
   * The charge and the exchange rate of the consent's payment. Null before the payment is executed,
   * after it is returned, and for families whose responses do not contain the cost.
   */
  readonly quote: Quote | null;
}

/** The data needed to build a response about a payment. */
export interface PaymentView {
  readonly payment: Payment;
  /** True in the response to the submission that created the payment. */
  readonly isNew: boolean;
  /** The `Data` of the payment's consent, in the stored form. */
  readonly consentData: string;
  /** The account to debit. Null for a file that debits several accounts. */
  readonly debtorAccount: HeldAccount | null;
  readonly times: Omit<ExpectedTimes, 'cutOffAt'> | null;
  /** The charge and the exchange rate, as in `ConsentView`. */
  readonly quote: Quote | null;
}
