import type { Fault } from '../../shared/errors.ts';
import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate, Days } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { FileInstrument, Instrument, SchemeLimits } from '../schemes/schemes.ts';
import type { FileType } from './file-types.ts';

/**
 * The debit mode of a file. BULK: the debtor account is debited once. BATCH: it is debited once for
 * each payment (rules, 6.16 and 6.17).
 */
export interface Classification {
  readonly kind: 'BULK' | 'BATCH';
  /**
   * A sentence that explains which rule decided the mode. It has at most 105 characters, which is
   * the limit of a pacs.002 message.
   */
  readonly reason: string;
  /** Index of the first payment that makes the file not BULK. Absent for BULK. */
  readonly brokenBy?: number;
}

/** The payments in an execution group that debit one account. */
export interface DebtorShare {
  /** The debited account. If null, it is the account that the customer chooses. */
  readonly account: AccountNumber | null;
  readonly payments: number;
  readonly totalPence: Pence;
}

/**
 * The payments in a file for one scheme and one day. They are booked, sent and answered together.
 */
export interface ExecutionGroup {
  readonly instrument: Instrument;
  /** The requested day. Null for a same-day payment. */
  readonly date: LocalDate | null;
  readonly payments: number;
  readonly totalPence: Pence;
  readonly debtors: readonly DebtorShare[];
}

/** The properties of an accepted file, computed from its bytes. */
export interface FileFacts {
  readonly fileType: FileType;
  /** SHA-256 of the bytes, in lower-case hex. It is also the name of the stored file. */
  readonly sha256: string;
  readonly bytes: number;
  readonly payments: number;
  readonly totalPence: Pence;
  readonly classification: Classification;
  readonly groups: readonly ExecutionGroup[];
  /**
   * The day in the consent, which applies to payments that name none. If null, those payments are
   * same-day payments.
   */
  readonly requestedDate: LocalDate | null;
  /** The day of the upload. Present if same-day payments in the file name that day explicitly. */
  readonly namedToday?: LocalDate;
  /** RemittanceInformation.Unstructured of the first payment. Empty when it has none. */
  readonly debitReference: string;
  /** The byte offset of every PAYMENTS_PER_PAGE-th payment, beginning with the first payment. */
  readonly pageOffsets: readonly number[];
  /** The offsets of the headers that apply to these payments, if the format has such headers. */
  readonly pageHeaders?: readonly number[];
  /** The header of the file, if the format has one. */
  readonly message?: FileMessage;
}

/** The header of a payment file in the format of ISO 20022. */
export interface FileMessage {
  /** The name of the message, for example `pain.001.001.08`. */
  readonly name: string;
  readonly id: string;
  /** The time of creation as the file contains it, perhaps without a time zone. */
  readonly createdAt: string;
}

/**
 * Number of payments on one page of payment-details. It is also the number of payments between two
 * entries of `pageOffsets`.
 */
export const PAYMENTS_PER_PAGE = 250;

/** A payment with the properties that booking, schemes and payment-details use. */
export interface SinglePayment extends PaymentParties {
  /**
   * Index of the payment in its file, or among the payments of a standing order. Counted from 0.
   */
  readonly index: number;
  readonly instrument: Instrument;
  readonly date: LocalDate | null;
  readonly amountPence: Pence;
  /**
   * The account to debit. If null, it is the account of the consent, or the one that the customer
   * chooses.
   */
  readonly debtor: AccountNumber | null;
}

/** Creditor and references of a payment. */
export interface PaymentParties {
  /**
   * The creditor's account. For an account outside the UK, this is another identification, for
   * example an IBAN.
   */
  readonly creditor: AccountNumber;
  readonly creditorName: string;
  readonly instructionIdentification: string;
  readonly endToEndIdentification: string;
  /** RemittanceInformation.Reference of the payment. Empty if there is none. */
  readonly reference: string;
  /** RemittanceInformation.Unstructured of the payment. Empty if there is none. */
  readonly unstructured: string;
}

/** One payment of a file. */
export interface FilePayment extends SinglePayment {
  readonly instrument: FileInstrument;
}

/**
 * The properties that a file must have. They come from its consent, or from the request to check
 * the file.
 */
export interface FileMetadata {
  readonly fileType: FileType;
  /** SHA-256 of the file in base64, with or without padding. A consent always has it. */
  readonly fileHash?: string;
  readonly numberOfTransactions?: string;
  /** The control sum exactly as it was written as a JSON number. */
  readonly controlSum?: string;
  /** The day that applies to payments which name none. */
  readonly requestedDate: LocalDate | null;
  /** The account that is debited for payments which name none. */
  readonly debtorAccount: AccountNumber | null;
}

/** The limits and dates against which an upload is validated. */
export interface FileRules extends SchemeLimits {
  /** Today in London. */
  readonly today: LocalDate;
  /** Maximum number of days from today to the date of a payment. */
  readonly maxDaysAhead: Days;
  readonly bacsAccepted: boolean;
  /** Maximum number of faults to return. All faults are counted, even beyond it. */
  readonly maxFaults: number;
}

/** The result of receiving a file: its properties if it is valid, otherwise its faults. */
export type ReceivedFile =
  | { readonly accepted: true; readonly facts: FileFacts }
  | {
      readonly accepted: false;
      readonly sha256: string;
      readonly faults: readonly Fault[];
      readonly total: number;
    };

/** The ISO 20022 reason codes of a group status or of a credit (rules, 6.24). */
export type ReasonCode =
  | 'AC01'
  | 'AC04'
  | 'AC06'
  | 'AG01'
  | 'AG08'
  | 'AM04'
  | 'AM14'
  | 'DS02'
  | 'DS24'
  | 'DT01'
  | 'FF05'
  | 'FOCR'
  | 'MS03'
  | 'NARR';

/** The status of one payment in a file, if it differs from that of its group. */
export interface CreditOutcome {
  readonly index: number;
  /**
   * - `Refused`: the bank refused the payment at its booking. Nothing was debited for it.
   * - `Rejected`: the scheme rejected the credit, or an operator abandoned it. The debit was
   *   returned.
   * - `Returned`: the scheme accepted the credit, and the creditor's bank sent it back later.
   */
  readonly status: 'Pending' | 'Refused' | 'Rejected' | 'Returned';
  readonly reason: ReasonCode;
  readonly at: Instant;
}
