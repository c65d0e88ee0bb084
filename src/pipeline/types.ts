import type { AccountNumber } from '../domain/parties/accounts.ts';
import type { ByteSource } from '../domain/ports/files.ts';
import type { FilePayment } from '../domain/records/payment.ts';
import type { FileInstrument, SchemeLimits } from '../domain/schemes/schemes.ts';
import type { FaultList } from '../shared/errors.ts';
import type { Pence } from '../shared/money.ts';
import type { LocalDate } from '../shared/time.ts';

/** Where a fault says that a payment stands: `Data.DomesticPayments[3]`. */
export function paymentPath(index: number): string {
  return `Data.DomesticPayments[${String(index)}]`;
}

const PAYMENT_PATH = /^Data\.DomesticPayments\[(\d+)\]/;

/** The index of the payment that a path leads to or into; undefined: to none. */
export function paymentIndex(path: string): number | undefined {
  const written = PAYMENT_PATH.exec(path)?.[1];
  return written === undefined ? undefined : Number(written);
}

/** A SHA-256 (hex) as the contract's FileHash: base64, padded. */
export function fileHashOf(sha256: string): string {
  return Buffer.from(sha256, 'hex').toString('base64');
}

/**
 * A valid payment as a reader shows it to a visitor: good until the visitor returns, its texts
 * made only when they are asked for. `toPayment` makes a record that lasts.
 */
export interface PaymentView extends FilePayment {
  /** Offset of the payment's first byte in the file. */
  readonly start: number;
  /** The creditor's account as a number, for which no text is made. */
  readonly creditorNumber: number;
  toPayment(): FilePayment;
}

/** Is shown the valid payments in the order of the file; false ends the reading. */
export type PaymentVisitor = (payment: PaymentView) => boolean;

/**
 * Judges a payment as parsed: the payment, or undefined with everything wrong with it among the
 * faults, under the path of `index`.
 */
export interface CheckPayment {
  (value: unknown, index: number, faults: FaultList): FilePayment | undefined;
  /** What it lets a payment come to, by its scheme; undefined: every amount. */
  readonly limits?: SchemeLimits;
}

/** Where a reading of a kept file begins: at a payment, with its index. */
export interface ReadFrom {
  readonly offset: number;
  readonly index: number;
}

export interface ReadResult {
  /** Elements of the array that were read, refused ones included. */
  readonly payments: number;
  /** Whether the whole file was read: it is JSON to its end, or a visitor said it was enough. */
  readonly complete: boolean;
}

/**
 * A way to read payment files. Every reader accepts the same files, shows the same payments at
 * the same offsets, and finds the same faults in a file that is JSON.
 */
export interface FileReader {
  /** Reads a whole file: the envelope, every payment, and nothing else. */
  read(
    source: ByteSource,
    check: CheckPayment,
    visit: PaymentVisitor,
    faults: FaultList,
  ): ReadResult;
  /** Reads a file that was once accepted, from one of its payments on. */
  readFrom(source: ByteSource, from: ReadFrom, check: CheckPayment, visit: PaymentVisitor): void;
}

/** Most accounts that one file may debit, counted once for each scheme and day. */
export const MAX_DEBTOR_SHARES = 1000;

/** Payments of one scheme on one day, while they are being counted. */
export interface GroupTally {
  readonly instrument: FileInstrument;
  readonly date: LocalDate | null;
  /** Index of its first payment. */
  readonly first: number;
  payments: number;
  totalPence: Pence;
  readonly debtors: ReadonlyMap<AccountNumber | null, { payments: number; totalPence: Pence }>;
}

/** What counting the valid payments of a file tells; what is named a first is an index. */
export interface Tally {
  readonly payments: number;
  /** Exact unless `exceedsMaximum`. */
  readonly totalPence: Pence;
  /** Whether the total is more than MAX_PENCE. */
  readonly exceedsMaximum: boolean;
  readonly groups: readonly GroupTally[];
  /** The first payment of the file and the first with another account than it. */
  readonly firstDebtor: AccountNumber | null;
  readonly firstOtherDebtor: number | null;
  readonly debitReference: string;
  readonly pageOffsets: readonly number[];
}
