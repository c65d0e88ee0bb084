import type { CreditPassRequest, CreditPassResult } from '../execution/credit-pass.ts';
import type {
  ExecutionGroup,
  FileFacts,
  FileMetadata,
  FilePayment,
  FileRules,
  ReceivedFile,
} from '../records/payment.ts';
import type { PreviewedFile } from '../records/file-check.ts';
import type { BatchName } from '../records/records.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { NewMessage } from '../schemes/hand-over.ts';
import type { AnsweredCredit, MessageCredit, MessageHeader } from '../schemes/messages.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { LocalDate } from '../../shared/time.ts';
import type { FoundPayments, SearchRequest, TableRequest } from './file-search.ts';
import type { DetachedSignature, UnsignedMessage } from './signatures.ts';
import type { PageRequest, WrittenPage } from './statements.ts';

/** An upload that has arrived. A small one is in memory, and a large one is in a temporary file. */
export type SpooledFile =
  | { readonly kind: 'memory'; readonly buffer: SharedArrayBuffer; readonly bytes: number }
  | {
      readonly kind: 'disk';
      /** Name of the temporary file. Its folder is internal to the file store. */
      readonly temporary: string;
      readonly bytes: number;
    };

/** A file in the folder for temporary files. */
export type TemporaryFile = Extract<SpooledFile, { readonly kind: 'disk' }>;

/** Requests at most `limit` payments of a stored file, starting at index `cursor`. */
export interface SliceRequest {
  readonly cursor: number;
  readonly limit: number;
  /** If set, only payments in this execution group are returned. Null for all payments. */
  readonly group: Pick<ExecutionGroup, 'instrument' | 'date'> | null;
}

/** Some payments of a stored file, in the order of the file. */
export interface Slice {
  readonly payments: readonly FilePayment[];
  /** Index at which the next slice starts. Null at the end of the file. */
  readonly nextCursor: number | null;
}

/** The group of a file to hand over, and the data for its messages. */
export interface MessagesRequest extends Pick<MessageHeader, 'createdAt' | 'settlementDate'> {
  /** The batch of the group. The ids of its messages are derived from it. */
  readonly batch: BatchName;
  readonly instrument: Instrument;
  readonly date: LocalDate | null;
  /** The account that is debited for payments which name none. */
  readonly debtorAccount: AccountNumber | null;
  /** The holders of the debited accounts. */
  readonly debtors: Readonly<Record<AccountNumber, Omit<MessageCredit['debtor'], 'account'>>>;
  /** Credits to accounts with these sort codes are not handed over. */
  readonly bankSortCodes: readonly string[];
  /** Indexes of payments that are not handed over in these messages, ascending. */
  readonly leftOut: readonly number[];
  /** Maximum number of credits in a message. The scheme may have a lower one. */
  readonly maxTransactions: number;
  readonly handOver: NewMessage['handOver'];
}

/** A payment of a message: its index, and its number in the message from 1. */
export interface PlaceInMessage {
  readonly index: number;
  readonly number: number;
}

/** Requests payments of an execution group that were handed over in a message. */
export interface PaymentsRequest {
  readonly instrument: Instrument;
  readonly date: LocalDate | null;
  /**
   * Payment of the message at which counting starts, at or before all requested numbers. It only
   * matters if payments are requested by their number in the message.
   */
  readonly countFrom: PlaceInMessage;
  /** Indexes of payments, or their numbers in the message from 1, ascending. */
  readonly numbers: readonly number[];
  readonly numbering: AnsweredCredit['numbering'];
  /** Credits to accounts with these sort codes are not in the message. */
  readonly bankSortCodes: readonly string[];
  /** Indexes of payments that are not in the message. */
  readonly leftOut: readonly number[];
}

/** A payment that was found, with its index or its number in the message. */
export interface FoundPayment {
  readonly number: number;
  readonly payment: FilePayment;
}

/** The SHA-256 hash and the length of a stored file. The hash is also its name. */
export type StoredFile = Pick<FileFacts, 'sha256' | 'bytes'>;

/** A stored file whose content was verified. */
export interface ChecksummedFile extends StoredFile {
  /** The SHA-256 hashes of the file's pieces (store/files), joined in the order of the pieces. */
  readonly checksums: Uint8Array;
}

/**
 * A verified file, with the bank's signature of its bytes. The signature is null if none was
 * requested.
 */
export interface SignedFile extends ChecksummedFile {
  readonly signature: string | null;
}

/**
 * Runs jobs on payment files in worker threads. Each job that reads a stored file first verifies
 * its bytes against its SHA-256. If they differ, the job rejects with StoredFileDamaged.
 */
export interface FileWorkers {
  /**
   * Hashes, parses, validates and classifies an uploaded file. Stores it durably if it is valid.
   */
  receive(file: SpooledFile, metadata: FileMetadata, rules: FileRules): Promise<ReceivedFile>;
  /** Checks an uploaded file like `receive`, but never stores it. */
  examine(file: SpooledFile, metadata: FileMetadata, rules: FileRules): Promise<PreviewedFile>;
  /** Returns the SHA-256 hash of an upload in hex. Stores nothing. */
  hash(file: SpooledFile): Promise<string>;
  /** Returns true if the signature is valid for the bytes of the upload. */
  verify(file: SpooledFile, signature: DetachedSignature): Promise<boolean>;
  /** Stores the uploaded file durably again, unless an undamaged copy already exists. */
  keep(file: SpooledFile, sha256: string): Promise<void>;
  /**
   * Verifies a stored file, unless it was verified a moment ago and looks unchanged. Used by steps
   * that depend on the file but read none of its bytes.
   */
  check(file: StoredFile): Promise<void>;
  /**
   * Verifies a stored file and computes the checksums for sending it. Signs the file in the same
   * pass if `message` is given.
   */
  seal(file: StoredFile, message: UnsignedMessage | null): Promise<SignedFile>;
  slice(file: FileFacts, request: SliceRequest): Promise<Slice>;
  /** Searches all payments in a stored file. */
  search(file: FileFacts, request: SearchRequest): Promise<FoundPayments>;
  /** Returns the matching payments in a stored file as CSV (RFC 4180) in UTF-8. */
  tabulate(file: FileFacts, request: TableRequest): Promise<Uint8Array>;
  /** Writes the part of a message to a TPP about some payments of a stored file. */
  writeStatementPage(file: FileFacts, request: PageRequest): Promise<WrittenPage>;
  sign(file: SpooledFile, message: UnsignedMessage): Promise<string>;
  /**
   * Reads the credits of a stored file once. Returns those that are rejected, pending or paid to
   * this bank's accounts.
   */
  passCredits(file: FileFacts, request: CreditPassRequest): Promise<CreditPassResult>;
  /**
   * Writes the messages that hand a group of a stored file over to its scheme. Stores large ones
   * durably. Returns none if all credits are to accounts at this bank.
   */
  writeMessages(file: FileFacts, request: MessagesRequest): Promise<readonly NewMessage[]>;
  /** Returns those of the requested payments that the message contains. */
  findPayments(file: FileFacts, request: PaymentsRequest): Promise<readonly FoundPayment[]>;
}

/**
 * Name of the setting that contains the prefix of this store's files in the object store. If the
 * setting is absent or empty, the files are in the store's folder.
 */
export const FILES_OWNER = 'files-owner';

/** Stores uploaded files under the hash of their content. */
export interface FileStore {
  /**
   * Opens a file as a stream. Each piece is verified against its checksum before the stream emits
   * it. If a piece does not match, the stream ends with StoredFileDamaged. The caller must read the
   * stream to its end or cancel it.
   */
  open(file: ChecksummedFile): Promise<ReadableStream<Uint8Array>>;
  /**
   * Deletes temporary files that an earlier process left. It must run at start, before any upload.
   */
  clear(): Promise<number>;
  /**
   * Deletes the stored files for which `isKept` returns false, and returns how many. The deletions
   * need not be durable. It must run at start, before any upload. If the storage is shared
   * (`isShared`), one node may run it at any time. It then leaves recent files alone, because they
   * may belong to an upload in progress. Shared storage also has an owner mark. If it differs from
   * `owner`, the method throws an error and deletes nothing.
   *
   * @param owner value of the setting FILES_OWNER. Null if it is absent
   */
  sweep(isKept: (sha256: string) => Promise<boolean>, owner: string | null): Promise<number>;
  /**
   * Deletes a stored file to which nothing refers any more. Does nothing if it does not exist.
   *
   * @param owner as for `sweep`
   */
  remove(sha256: string, owner: string | null): Promise<void>;
  readonly isShared: boolean;
}

/** The bytes of a file in memory or on disk. A reader reads them forwards, one window at a time. */
export interface ByteSource {
  readonly bytes: number;
  /** Number of bytes to read at a time. At most one window of the file is in memory. */
  readonly windowBytes: number;
  /** All bytes, if they are in memory already, so that they need not be copied. Otherwise null. */
  readonly memory: Uint8Array | null;
  /**
   * Fills `target` with the bytes at `position`. Returns how many bytes were read, which is 0 only
   * at the end.
   */
  read(target: Uint8Array, position: number): number;
}

/** The body of a request. It declares only those parts of Node's Readable that the service uses. */
export interface Incoming {
  iterator(options: { readonly destroyOnReturn: boolean }): AsyncIterable<unknown>;
  readonly destroyed: boolean;
  readonly readableEnded: boolean;
  /** The error with which the stream ended, if there is one. */
  readonly errored?: Error | null;
}

/** An upload that the service has not received yet. */
export interface Upload {
  readonly incoming: Incoming;
  /** The length in bytes that the request announces. Undefined if it announces none. */
  readonly announcedBytes: number | undefined;
  /** The signature to verify when all bytes have arrived. Null if the upload is not signed. */
  readonly signature: DetachedSignature | null;
}

export interface Spool {
  /**
   * Receives an upload. The memory for it is one slab and one chunk, whatever its size. Enforces
   * the size limit while it receives, and slows the sender down to the speed of the disk. If the
   * upload is aborted or too large, everything received is deleted.
   */
  receive(upload: Omit<Upload, 'signature'>): Promise<SpooledFile | SpoolFailure>;
  /**
   * Releases an upload when it is no longer needed: reuses its memory or deletes its temporary
   * file.
   */
  discard(file: SpooledFile): Promise<void>;
  /** Writes pieces to a temporary file. If a piece cannot be created, the file is deleted. */
  collect(pieces: AsyncIterable<Uint8Array>): Promise<TemporaryFile>;
  /**
   * Opens a temporary file as a stream and deletes its name. The caller must read the stream to its
   * end or cancel it.
   */
  open(file: TemporaryFile): Promise<ReadableStream<Uint8Array>>;
}

/** The reason why an upload was not received. None of its bytes are kept. */
export type SpoolFailure = 'tooLarge' | 'brokenOff';
