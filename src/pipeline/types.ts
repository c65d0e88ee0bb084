import type { AccountNumber } from '../domain/parties/accounts.ts';
import type { ByteSource } from '../domain/ports/files.ts';
import type { FileType, WholeFileMember } from '../domain/records/file-types.ts';
import type { FileMessage, FilePayment } from '../domain/records/payment.ts';
import type { FileInstrument, SchemeLimits } from '../domain/schemes/schemes.ts';
import type { FaultList } from '../shared/errors.ts';
import type { Pence } from '../shared/money.ts';
import type { LocalDate } from '../shared/time.ts';

/** Converts a SHA-256 from hex to the form of the contract's FileHash: base64 with padding. */
export function fileHashOf(sha256: string): string {
  return Buffer.from(sha256, 'hex').toString('base64');
}

/**
 * A valid payment, as a reader passes it to a visitor. It is only usable until the visitor returns,
 * and its strings are created on first access. `toPayment` returns a permanent copy.
 */
export interface PaymentView extends FilePayment {
  /** Offset of the payment's first byte in the file. */
  readonly start: number;
  /** Offset of the header that applies to the payment, if the format has such headers. */
  readonly header?: number;
  /** PmtInfId of the payment, if the format has one. */
  readonly informationId?: string | undefined;
  /** The creditor's account as a number, which avoids creating a string. */
  readonly creditorNumber: number;
  toPayment(): FilePayment;
}

/** Receives the valid payments in file order. Returns false to stop the reading. */
export type PaymentVisitor = (payment: PaymentView) => boolean;

/**
 * Validates a parsed payment. Returns the payment, or undefined after adding all its faults with
 * paths that start with the path of payment `index`.
 */
export interface CheckPayment {
  (value: unknown, index: number, faults: FaultList): FilePayment | undefined;
  /** The type of the file, which decides the members and paths of its payments. */
  readonly fileType: FileType;
  /** Amount limits of each scheme. Undefined means that no limit applies. */
  readonly limits?: SchemeLimits;
}

/** The start of a partial read of a stored file: the byte offset and index of a payment. */
export interface ReadFrom {
  readonly offset: number;
  readonly index: number;
  /** Offset of the header that applies to the payment, if the format has such headers. */
  readonly header?: number | undefined;
}

export interface ReadResult {
  /** Number of payments that were read, including rejected ones. */
  readonly payments: number;
  /**
   * True if the file was read to its end and is well formed, or if a visitor stopped the reading.
   */
  readonly complete: boolean;
  /** The header of the file, if the format has one. */
  readonly message?: FileMessage;
  /**
   * Returns the path of a member of a payment in the notation of the format. Absent if it is the
   * path of the payment, followed by the name of the member.
   */
  readonly pathOf?: (index: number, member: WholeFileMember) => string;
}

/**
 * Reads payment files. All readers of a file type accept the same files, report the same payments
 * at the same offsets, and find the same faults in a file that is valid JSON.
 */
export interface FileReader {
  /** Reads and checks a whole file: the envelope and every payment. */
  read(
    source: ByteSource,
    check: CheckPayment,
    visit: PaymentVisitor,
    faults: FaultList,
  ): ReadResult;
  /** Reads the payments of a previously accepted file, starting at one of them. */
  readFrom(source: ByteSource, from: ReadFrom, check: CheckPayment, visit: PaymentVisitor): void;
}

/** Returns the reader for files of a type. */
export type ReaderOf = (type: FileType) => FileReader;

/** Maximum number of accounts that one file may debit, counted once for each scheme and day. */
export const MAX_DEBTOR_SHARES = 1000;

/** The running count of the payments of one scheme on one day. */
export interface GroupTally {
  readonly instrument: FileInstrument;
  readonly date: LocalDate | null;
  /** Index of its first payment. */
  readonly first: number;
  payments: number;
  totalPence: Pence;
  readonly debtors: ReadonlyMap<AccountNumber | null, { payments: number; totalPence: Pence }>;
}

/**
 * Totals of the valid payments of a file. Members whose names begin with `first` are payment
 * indexes, except `firstDebtor`.
 */
export interface Tally {
  readonly payments: number;
  /** The exact total, unless `exceedsMaximum` is true. */
  readonly totalPence: Pence;
  /** True if the total exceeds MAX_PENCE. */
  readonly exceedsMaximum: boolean;
  readonly groups: readonly GroupTally[];
  /** The debtor account of the first payment, and the first payment with a different one. */
  readonly firstDebtor: AccountNumber | null;
  readonly firstOtherDebtor: number | null;
  readonly debitReference: string;
  readonly pageOffsets: readonly number[];
  /** The offsets of the headers that apply to these payments, if the format has such headers. */
  readonly pageHeaders: readonly number[];
}
