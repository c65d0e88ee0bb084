import type { Fault } from '../../shared/errors.ts';
import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate, Days } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { FileInstrument, Instrument, SchemeLimits } from '../schemes/schemes.ts';

/** The only file format that is accepted (rules, 6.2). */
export const FILE_TYPE = 'UK.OBIE.PaymentInitiation.3.1';

/**
 * Debit mode of a file. BULK: one debit. BATCH: one debit for each payment (rules, 6.16 and 6.17).
 */
export interface Classification {
  readonly kind: 'BULK' | 'BATCH';
  /** The rule that decided, for people to read. At most 105 characters, the limit of a pacs.002. */
  readonly reason: string;
  /** Index of the first payment that rules out BULK. Absent for BULK. */
  readonly brokenBy?: number;
}

/** Payments from one debtor account within an execution group. */
export interface DebtorShare {
  /** Null: the account that the customer chooses. */
  readonly account: AccountNumber | null;
  readonly payments: number;
  readonly totalPence: Pence;
}

/** Payments of a file for one scheme and one day. They are booked, sent and answered together. */
export interface ExecutionGroup {
  readonly instrument: Instrument;
  /** The requested day. Null for a same-day payment. */
  readonly date: LocalDate | null;
  readonly payments: number;
  readonly totalPence: Pence;
  readonly debtors: readonly DebtorShare[];
}

/** Properties of an accepted file, computed from its bytes. */
export interface FileFacts {
  /** SHA-256 of the bytes, lower-case hex. Also the name of the stored file. */
  readonly sha256: string;
  readonly bytes: number;
  readonly payments: number;
  readonly totalPence: Pence;
  readonly classification: Classification;
  readonly groups: readonly ExecutionGroup[];
  /** The consent's day, for payments that name none. Null if those are same-day payments. */
  readonly requestedDate: LocalDate | null;
  /** The day of the upload, if same-day payments named that day explicitly. */
  readonly namedToday?: LocalDate;
  /** RemittanceInformation.Unstructured of the first payment. Empty when it has none. */
  readonly debitReference: string;
  /** Byte offset of every PAYMENTS_PER_PAGE-th payment, beginning with the first. */
  readonly pageOffsets: readonly number[];
}

/** Number of payments on a page of payment-details, and between two entries of `pageOffsets`. */
export const PAYMENTS_PER_PAGE = 250;

/** A payment with the properties that booking, schemes and payment-details need. */
export interface SinglePayment extends PaymentParties {
  /** Index in the file, or among the payments of a standing order, from 0. */
  readonly index: number;
  readonly instrument: Instrument;
  readonly date: LocalDate | null;
  readonly amountPence: Pence;
  /**
   * The account to debit. Null: the account of the consent, or the one that the customer chooses.
   */
  readonly debtor: AccountNumber | null;
}

/** Creditor and references of a payment. */
export interface PaymentParties {
  /**
   * The creditor's account. For an account outside the UK, another identification such as an IBAN.
   */
  readonly creditor: AccountNumber;
  readonly creditorName: string;
  readonly instructionIdentification: string;
  readonly endToEndIdentification: string;
  /** RemittanceInformation.Reference. Empty when there is none. */
  readonly reference: string;
  /** RemittanceInformation.Unstructured. Empty when there is none. */
  readonly unstructured: string;
}

/** One payment of a file. */
export interface FilePayment extends SinglePayment {
  readonly instrument: FileInstrument;
}

/** Expected properties of a file, from its consent or from a request to check a file. */
export interface FileMetadata {
  /** Base64 SHA-256, with or without padding. Always present in a consent. */
  readonly fileHash?: string;
  readonly numberOfTransactions?: string;
  /** The JSON number exactly as written. */
  readonly controlSum?: string;
  /** The day for payments that name none. */
  readonly requestedDate: LocalDate | null;
  /** The account for payments that name none. */
  readonly debtorAccount: AccountNumber | null;
}

/** Limits and dates for the validation of an upload. */
export interface FileRules extends SchemeLimits {
  /** Today in London. */
  readonly today: LocalDate;
  /** Maximum number of days ahead for the date of a payment. */
  readonly horizonDays: Days;
  /** True if Bacs payments are accepted. */
  readonly bacsAccepted: boolean;
  /** Maximum number of faults to return. All are counted. */
  readonly maxFaults: number;
}

/** Result of receiving a file: its facts, or its faults. */
export type ReceivedFile =
  | { readonly accepted: true; readonly facts: FileFacts }
  | {
      readonly accepted: false;
      readonly sha256: string;
      readonly faults: readonly Fault[];
      readonly total: number;
    };

/** ISO 20022 reason codes that a group status or a credit carries (rules, 6.24). */
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
  | 'NARR';

/** The state of one payment of a file that differs from that of its group. */
export interface CreditOutcome {
  readonly index: number;
  readonly status: 'Pending' | 'Rejected';
  readonly reason: ReasonCode;
  readonly at: Instant;
}
