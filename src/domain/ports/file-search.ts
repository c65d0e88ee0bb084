import type { AccountNumber } from '../parties/accounts.ts';
import type { PayeeNews } from '../parties/payees.ts';
import type { CreditStatus, FileStatuses } from '../lifecycle/file-statuses.ts';
import type { FileFacts, FilePayment } from '../records/payment.ts';

/** The filter and the sort order for displaying the payments in a stored file. */
export interface PaymentFilter {
  /**
   * Text to find in the payee, reference, account or amount, in any usual notation. Every payment
   * matches an empty text.
   */
  readonly text: string;
  /**
   * `notPaid`: only payments with that status. `changed`: only payments to new or changed payees.
   */
  readonly only: 'all' | 'notPaid' | 'changed';
  /** `status`: payments that were not paid first, and paid payments last. */
  readonly sort: 'place' | 'amount' | 'payee' | 'status';
  readonly statuses: FileStatuses;
  /**
   * The previous file, from which new and changed payees are found. If null, payees are not
   * compared.
   */
  readonly earlier: FileFacts | null;
}

export interface SearchRequest extends PaymentFilter {
  /** True to count the texts that schemes cut, which takes time. */
  readonly countsCut?: boolean;
  /** Number of matching payments to skip before the first one that is returned. */
  readonly skip: number;
  readonly limit: number;
}

export interface TableRequest extends PaymentFilter {
  /** The account to debit for payments that do not name one. Null if it is not known yet. */
  readonly account: AccountNumber | null;
}

/** A matching payment, with its status and with the change of its payee since the previous file. */
export interface FoundPayment extends FilePayment {
  readonly status: CreditStatus;
  readonly news: PayeeNews | null;
}

/** The matching payments, in the requested order. */
export interface FoundPayments {
  readonly payments: readonly FoundPayment[];
  /** Total number of matching payments. */
  readonly found: number;
  /** The number of all payments in the file by status, whether they match or not. */
  readonly counts: Readonly<Record<CreditStatus['kind'], number>>;
  /**
   * The number of all payments in the file to new and to changed payees, whether they match or not.
   */
  readonly news: Readonly<Record<PayeeNews, number>>;
  /** The number of matching payments whose reference or name is cut. Zero if not requested. */
  readonly cut: number;
}
