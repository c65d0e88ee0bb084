import type { Fault } from '../../shared/errors.ts';
import type { Pence } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { FileInstrument, Instrument, SchemeLimits } from '../schemes/schemes.ts';

/** The one file format that is taken (rules, 6.2). */
export const FILE_TYPE = 'UK.OBIE.PaymentInitiation.3.1';

/** How a file is debited: BULK with one debit, BATCH with one each (rules, 6.16 and 6.17). */
export interface Classification {
  readonly kind: 'BULK' | 'BATCH';
  /** Which rule decided, in words for people; at most 105 characters, as a pacs.002 allows. */
  readonly reason: string;
  /** The first payment that broke BULK; absent for BULK. */
  readonly brokenBy?: number;
}

/** What one debtor account pays within an execution group. */
export interface DebtorShare {
  /** Null: the account that the customer chooses. */
  readonly account: AccountNumber | null;
  readonly payments: number;
  readonly totalPence: Pence;
}

/** Payments of a file that go to one scheme on one day: booked, sent and answered together. */
export interface ExecutionGroup {
  readonly instrument: Instrument;
  /** The day asked for; null for a same-day payment. */
  readonly date: LocalDate | null;
  readonly payments: number;
  readonly totalPence: Pence;
  readonly debtors: readonly DebtorShare[];
}

/** All that the service knows of an accepted file besides its bytes. */
export interface FileFacts {
  /** SHA-256 of the bytes, lower-case hex: also the file's name in the content store. */
  readonly sha256: string;
  readonly bytes: number;
  readonly payments: number;
  readonly totalPence: Pence;
  readonly classification: Classification;
  readonly groups: readonly ExecutionGroup[];
  /** The day of the payments that name none: the consent's; null when they are same-day. */
  readonly requestedDate: LocalDate | null;
  /** The day of the upload, where same-day payments were for that very day by name. */
  readonly namedToday?: LocalDate;
  /** RemittanceInformation.Unstructured of the first payment; empty when it has none. */
  readonly debitReference: string;
  /** Byte offset of every PAYMENTS_PER_PAGE-th payment, beginning with the first. */
  readonly pageOffsets: readonly number[];
}

/** Payments on one page of payment-details, and between two entries of FileFacts.pageOffsets. */
export const PAYMENTS_PER_PAGE = 250;

/** One payment, as booking, schemes and payment-details need it. */
export interface SinglePayment extends PaymentParties {
  /** Place in the file, or among the payments of a standing order, from 0. */
  readonly index: number;
  readonly instrument: Instrument;
  readonly date: LocalDate | null;
  readonly amountPence: Pence;
  /** Null: the account that the consent names or the customer chooses. */
  readonly debtor: AccountNumber | null;
}

/** Whom a payment goes to, and in what words. */
export interface PaymentParties {
  /** The creditor's account; an identification of another kind where it is not British. */
  readonly creditor: AccountNumber;
  readonly creditorName: string;
  readonly instructionIdentification: string;
  readonly endToEndIdentification: string;
  /** RemittanceInformation.Reference; empty when there is none. */
  readonly reference: string;
  /** RemittanceInformation.Unstructured; empty when there is none. */
  readonly unstructured: string;
}

/** One payment of a file. */
export interface FilePayment extends SinglePayment {
  readonly instrument: FileInstrument;
}

/** What was announced of a file: by its consent, or by whoever has it checked. */
export interface FileMetadata {
  /** Base64 SHA-256, with or without padding. A consent has it. */
  readonly fileHash?: string;
  readonly numberOfTransactions?: string;
  /** The JSON number as it was written. */
  readonly controlSum?: string;
  /** The day for payments that name none. */
  readonly requestedDate: LocalDate | null;
  /** The account for payments that name none. */
  readonly debtorAccount: AccountNumber | null;
}

/** What the bank's settings and the calendar say at the moment of an upload. */
export interface FileRules extends SchemeLimits {
  /** Today in London. */
  readonly today: LocalDate;
  /** How many days ahead a payment may be dated. */
  readonly horizonDays: number;
  /** Whether files of BACS payments are taken. */
  readonly bacsAccepted: boolean;
  /** How many faults are kept; all are counted. */
  readonly maxFaults: number;
}

/** The outcome of receiving a file: its facts, or every fault. */
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
