import type { AccountNumber } from '../parties/accounts.ts';
import type { PayeeNews } from '../parties/payees.ts';
import type { ExecutionGroup, FileFacts, FilePayment } from '../records/payment.ts';

/** How one payment of a file stands, as its customer reads it. */
export interface CreditStatus {
  /** `notPaid`: it came back, or was never taken from the account, and nothing follows. */
  readonly kind: 'paid' | 'notPaid' | 'open';
  /** `Paid`, or `Came back: the payee’s account is closed`. */
  readonly text: string;
}

/** How all payments of a file stand: as their group does, unless they stand apart. */
export interface FileStatuses {
  readonly groups: readonly (Pick<ExecutionGroup, 'instrument' | 'date'> & {
    readonly status: CreditStatus;
  })[];
  /** By the index of the payment. */
  readonly exceptions: readonly (readonly [index: number, status: CreditStatus])[];
}

/** Which payments of a kept file are sought. */
export interface PaymentFilter {
  /** In a payee, a reference, an account or an amount, as people write them; empty: all. */
  readonly text: string;
  /** `notPaid`: those alone that stand so. `changed`: those of which something is new. */
  readonly only: 'all' | 'notPaid' | 'changed';
  readonly sort: 'place' | 'amount' | 'payee';
  readonly statuses: FileStatuses;
  /** The file that tells what is new; null: nothing is. */
  readonly earlier: FileFacts | null;
}

export interface SearchRequest extends PaymentFilter {
  /** How many of those found are passed by. */
  readonly skip: number;
  readonly limit: number;
}

export interface TableRequest extends PaymentFilter {
  /** The account that pays where a payment names none; null: not known yet. */
  readonly account: AccountNumber | null;
}

/** A payment that was found, how it stands, and what is new of it. */
export interface FoundPayment extends FilePayment {
  readonly status: CreditStatus;
  readonly news: PayeeNews | null;
}

/** Payments that were found, in the order asked for. */
export interface FoundPayments {
  readonly payments: readonly FoundPayment[];
  /** How many there are in all. */
  readonly found: number;
  /** Of all payments of the file, how many stand how. */
  readonly counts: Readonly<Record<CreditStatus['kind'], number>>;
  /** Of all payments of the file, of how many what is new. */
  readonly news: Readonly<Record<PayeeNews, number>>;
}
