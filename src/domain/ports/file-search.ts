import type { AccountNumber } from '../parties/accounts.ts';
import type { PayeeNews } from '../parties/payees.ts';
import type { ExecutionGroup, FileFacts, FilePayment } from '../records/payment.ts';

/** Status of one payment of a file, as displayed to the customer. */
export interface CreditStatus {
  /** `notPaid`: it was returned or was never debited, and this is final. */
  readonly kind: 'paid' | 'notPaid' | 'open';
  /** `Paid`, or `Came back: the payee’s account is closed`. */
  readonly text: string;
}

/** Statuses of all payments of a file: one per group, and exceptions for single payments. */
export interface FileStatuses {
  readonly groups: readonly (Pick<ExecutionGroup, 'instrument' | 'date'> & {
    readonly status: CreditStatus;
  })[];
  /** Payments whose status differs from that of their group, by index. */
  readonly exceptions: readonly (readonly [index: number, status: CreditStatus])[];
}

/** Filter and sort order for the payments of a stored file. */
export interface PaymentFilter {
  /**
   * Text to find in the payee, reference, account or amount, as a person writes it. Empty matches
   * all.
   */
  readonly text: string;
  /** `notPaid`: only payments with that status. `changed`: only payees that are new or changed. */
  readonly only: 'all' | 'notPaid' | 'changed';
  readonly sort: 'place' | 'amount' | 'payee';
  readonly statuses: FileStatuses;
  /** The previous file, to find new or changed payees. Null to skip the comparison. */
  readonly earlier: FileFacts | null;
}

export interface SearchRequest extends PaymentFilter {
  /** Number of matching payments to skip. */
  readonly skip: number;
  readonly limit: number;
}

export interface TableRequest extends PaymentFilter {
  /** The account to debit for payments that do not name one. Null if not known yet. */
  readonly account: AccountNumber | null;
}

/** A matching payment with its status and the change of its payee. */
export interface FoundPayment extends FilePayment {
  readonly status: CreditStatus;
  readonly news: PayeeNews | null;
}

/** Matching payments in the requested order. */
export interface FoundPayments {
  readonly payments: readonly FoundPayment[];
  /** Total number of matching payments. */
  readonly found: number;
  /** Number of payments of the whole file by status. */
  readonly counts: Readonly<Record<CreditStatus['kind'], number>>;
  /** Number of payments of the whole file whose payee is new or changed. */
  readonly news: Readonly<Record<PayeeNews, number>>;
}
