import type { ExpectedTimes } from '../../domain/calendar/calendar.ts';
import type { Quote } from '../../domain/execution/order.ts';
import type { Account, Consent, Payment } from '../../domain/records/records.ts';

/** Members of a JSON object. Undefined ones are omitted. */
export type Members = Readonly<Record<string, unknown>>;

/** An account of the bank with the name of its holder. */
export type HeldAccount = Pick<Account, 'number' | 'holderName'>;

/** The data of an answer about a consent. */
export interface ConsentView {
  readonly consent: Consent;
  /** The account to debit, or null before the customer has authorised. */
  readonly debtorAccount: HeldAccount | null;
  /** Expected times if the payment were submitted now, or null if that is not possible. */
  readonly times: ExpectedTimes | null;
  /**
   * Charge and exchange rate of its payment. Null before the payment is executed, after it is
   * returned, and for families that do not show the cost.
   */
  readonly quote: Quote | null;
}

/** The data of an answer about a payment. */
export interface PaymentView {
  readonly payment: Payment;
  /** The `Data` of its consent, as the TPP sent it. */
  readonly consentData: string;
  /** The account to debit, or null for a file with several. */
  readonly debtorAccount: HeldAccount | null;
  readonly times: Omit<ExpectedTimes, 'cutOffAt'> | null;
  /** Charge and exchange rate, see `ConsentView`. */
  readonly quote: Quote | null;
}
