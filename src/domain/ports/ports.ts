import type { Pence } from '../../kernel/money.ts';
import type { Instant, LocalDate } from '../../kernel/time.ts';
import type { CreditSource } from '../execution/credit.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type {
  ExecutionGroup,
  FileFacts,
  FileMetadata,
  FilePayment,
  FileRules,
  ReasonCode,
  ReceivedFile,
} from '../records/payment.ts';
import type { Batch, VerifiedGrant } from '../records/records.ts';
import type { DetachedSignature } from './signatures.ts';

/** A credit that a scheme answered with anything but a plain yes to another bank's account. */
export interface CreditAnswer {
  readonly index: number;
  readonly amountPence: Pence;
  readonly debtor: AccountNumber | null;
  readonly creditor: AccountNumber;
  readonly creditorName: string;
  readonly reference: string;
  /** `own`: accepted, and the creditor's account is held at this bank. */
  readonly answer: 'rejected' | 'pending' | 'own';
  readonly reason: ReasonCode | null;
}

export interface SchemeAnswers {
  /** In the order of the file. */
  readonly standingOut: readonly CreditAnswer[];
  /** Where to go on; null when every credit of the batch has been looked at. */
  readonly nextCursor: number | null;
  /** When to ask again for pending ones, should there be any; null when none can be. */
  readonly askAgainAt: Instant | null;
}

/** A batch of credits as a scheme sees it. */
export interface CreditBatch extends Pick<Batch, 'paymentId' | 'number' | 'instrument' | 'date'> {
  readonly credits: CreditSource;
}

/** A payment scheme. Both calls may be repeated without a second effect. */
export interface SchemeGateway {
  /** Hands the credits over; tells when answers are to be expected. */
  send(batch: CreditBatch, now: Instant): Promise<{ answersAt: Instant }>;
  /**
   * The answers to the credits from `cursor` on, at most `limit` that stand out.
   * `only`: ask for these payments alone (ascending), the ones that were pending.
   */
  collect(
    batch: CreditBatch,
    request: {
      readonly sentAt: Instant;
      readonly now: Instant;
      readonly cursor: number;
      readonly limit: number;
      readonly only: readonly number[] | null;
    },
  ): Promise<SchemeAnswers>;
}

/** An upload that has arrived: in memory when small, in a temporary file when large. */
export type SpooledFile =
  | { readonly kind: 'memory'; readonly buffer: SharedArrayBuffer; readonly bytes: number }
  | { readonly kind: 'disk'; readonly path: string; readonly bytes: number };

/** Payments of a kept file from `cursor` on, at most `limit`. */
export interface SliceRequest {
  readonly cursor: number;
  readonly limit: number;
  /** The group that they are of; null: of all. */
  readonly group: Pick<ExecutionGroup, 'instrument' | 'date'> | null;
}

/** Payments of a kept file, in its order. */
export interface Slice {
  readonly payments: readonly FilePayment[];
  /** Where to go on; null at the end of the file. */
  readonly nextCursor: number | null;
}

/** A kept file as it is to be: its name and its length. */
export type KeptFile = Pick<FileFacts, 'sha256' | 'bytes'>;

/** A kept file that was found to be whole. */
export interface SealedFile extends KeptFile {
  /** The SHA-256 of each piece (content.ts), one after another. */
  readonly seals: Uint8Array;
}

/**
 * The work on files that is done away from the event loop. Whatever reads a kept file holds the
 * bytes against its name before it uses them, and rejects with KeptFileDamaged.
 */
export interface FileWorkers {
  /** Hashes, reads, validates, classifies and, when all is well, keeps the file durably. */
  receive(file: SpooledFile, metadata: FileMetadata, rules: FileRules): Promise<ReceivedFile>;
  /** As `receive`, for a file that nobody uploads: keeps nothing. */
  examine(file: SpooledFile, metadata: FileMetadata, rules: FileRules): Promise<ReceivedFile>;
  /** SHA-256 of an upload, hex; keeps nothing. */
  hash(file: SpooledFile): Promise<string>;
  /** Whether a signature is that of these very bytes. */
  verify(file: SpooledFile, signature: DetachedSignature): Promise<boolean>;
  /** Keeps the file durably once more, unless it is there as it was. */
  keep(file: SpooledFile, sha256: string): Promise<void>;
  /**
   * Holds a kept file against its name, unless that was done a moment ago and it looks the same:
   * for a step that depends on the file and uses no byte of it.
   */
  check(file: KeptFile): Promise<void>;
  /** Holds a kept file against its name and seals it, for whoever gives it back. */
  seal(file: KeptFile): Promise<SealedFile>;
  slice(file: FileFacts, request: SliceRequest): Promise<Slice>;
}

/** The kept bytes of uploaded files, by content. */
export interface FileStore {
  /**
   * The bytes of a file, opened already; each piece is held against its seal before it is handed
   * on, and one that does not fit ends the stream with KeptFileDamaged. To be read or cancelled.
   */
  open(file: SealedFile): Promise<ReadableStream<Uint8Array>>;
  /**
   * Removes temporary files, files that `isKept` disowns, and folders that are empty, so that they
   * are made anew. Run at start, before any upload; not durable by itself.
   */
  sweep(isKept: (sha256: string) => Promise<boolean>): Promise<number>;
}

/** Closed days of the bank. */
export interface Holidays {
  /** Whether the day is a bank holiday in England and Wales. Weekends are not its business. */
  isBankHoliday(date: LocalDate): boolean;
  /** Whether TARGET, which settles the euro, is closed that day for a holiday. */
  isTargetHoliday(date: LocalDate): boolean;
}

/** What the bank sells other currencies for. */
export interface ExchangeRates {
  /** Units of the currency for one pound, as an exact decimal such as `1.2705`. */
  ratePerPound(currency: string, now: Instant): string;
}

/** Who holds a bearer token. The authorisation server behind it issues them. */
export interface AccessTokens {
  /**
   * The grant of a token that comes with a certificate (its thumbprint; null: with none); undefined
   * when the token is unknown, expired or bound to another, or its TPP is shut out.
   */
  verify(token: string, certificate: string | null): Promise<VerifiedGrant | undefined>;
}
