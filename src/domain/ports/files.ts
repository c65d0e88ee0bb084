import type { CreditPassRequest, CreditPassResult } from '../execution/credit-pass.ts';
import type {
  ExecutionGroup,
  FileFacts,
  FileMetadata,
  FilePayment,
  FileRules,
  ReceivedFile,
} from '../records/payment.ts';
import type { FoundPayments, SearchRequest, TableRequest } from './file-search.ts';
import type { DetachedSignature, UnsignedMessage } from './signatures.ts';

/** An upload that has arrived: in memory when small, in a temporary file when large. */
export type SpooledFile =
  | { readonly kind: 'memory'; readonly buffer: SharedArrayBuffer; readonly bytes: number }
  | {
      readonly kind: 'disk';
      /** Name of the temporary file. Only the file store knows its folder. */
      readonly temporary: string;
      readonly bytes: number;
    };

/** Request for at most `limit` payments of a stored file, from index `cursor` on. */
export interface SliceRequest {
  readonly cursor: number;
  readonly limit: number;
  /** Only payments of this group. Null for all. */
  readonly group: Pick<ExecutionGroup, 'instrument' | 'date'> | null;
}

/** Payments of a stored file, in file order. */
export interface Slice {
  readonly payments: readonly FilePayment[];
  /** Index at which the next slice starts. Null at the end of the file. */
  readonly nextCursor: number | null;
}

/** Name (SHA-256) and length of a stored file. */
export type StoredFile = Pick<FileFacts, 'sha256' | 'bytes'>;

/** A stored file whose content was verified. */
export interface ChecksummedFile extends StoredFile {
  /** The SHA-256 of each piece (store/files), one after another. */
  readonly checksums: Uint8Array;
}

/** A verified file with the bank's signature of its bytes. Null if no signature was requested. */
export interface SignedFile extends ChecksummedFile {
  readonly signature: string | null;
}

/**
 * Jobs on files that run on worker threads. Each job that reads a stored file first verifies its
 * bytes against its SHA-256, and rejects with StoredFileDamaged if they differ.
 */
export interface FileWorkers {
  /** Hashes, parses, validates and classifies a file. Stores it durably if it is valid. */
  receive(file: SpooledFile, metadata: FileMetadata, rules: FileRules): Promise<ReceivedFile>;
  /** Checks a file like `receive`, but never stores it. */
  examine(file: SpooledFile, metadata: FileMetadata, rules: FileRules): Promise<ReceivedFile>;
  /** Returns the SHA-256 of an upload in hex. Stores nothing. */
  hash(file: SpooledFile): Promise<string>;
  /** Returns true if the signature is valid for these bytes. */
  verify(file: SpooledFile, signature: DetachedSignature): Promise<boolean>;
  /** Stores the file durably again, unless an undamaged copy exists. */
  keep(file: SpooledFile, sha256: string): Promise<void>;
  /**
   * Verifies a stored file, unless it was verified a moment ago and looks unchanged. For a step
   * that depends on the file but reads none of its bytes.
   */
  check(file: StoredFile): Promise<void>;
  /**
   * Verifies a stored file, computes the checksums for sending it, and signs it in the same pass.
   */
  seal(file: StoredFile, message: UnsignedMessage | null): Promise<SignedFile>;
  slice(file: FileFacts, request: SliceRequest): Promise<Slice>;
  /** Searches all payments of a stored file. */
  search(file: FileFacts, request: SearchRequest): Promise<FoundPayments>;
  /** Returns the matching payments of a stored file as CSV (RFC 4180) in UTF-8. */
  tabulate(file: FileFacts, request: TableRequest): Promise<Uint8Array>;
  /** Reads the credits of a stored file once and returns those with an exceptional answer. */
  passCredits(file: FileFacts, request: CreditPassRequest): Promise<CreditPassResult>;
}

/**
 * Name of the setting with the prefix of this store's files in the object store. Absent or empty:
 * the files are in the folder of the store.
 */
export const FILES_OWNER = 'files-owner';

/** Content-addressed storage of uploaded files. */
export interface FileStore {
  /**
   * Opens a file as a stream. Each piece is verified against its checksum before it is emitted. A
   * mismatch ends the stream with StoredFileDamaged. The caller must read the stream or cancel it.
   */
  open(file: ChecksummedFile): Promise<ReadableStream<Uint8Array>>;
  /** Deletes temporary files of an earlier process. Run at start, before any upload. */
  clear(): Promise<number>;
  /**
   * Deletes stored files for which `isKept` returns false. Returns how many. Deletions need not be
   * durable. Run at start, before any upload. Shared storage (`isShared`) may be swept by one node
   * at any time. Recent files are left alone then, because they may belong to an upload in
   * progress.
   */
  sweep(isKept: (sha256: string) => Promise<boolean>): Promise<number>;
  readonly isShared: boolean;
}

/** Bytes of a file in memory or on disk, read forwards in windows. */
export interface ByteSource {
  readonly bytes: number;
  /** Number of bytes to read at a time. A source holds at most one window in memory. */
  readonly windowBytes: number;
  /** All bytes if they are in memory, so that they need not be copied. Otherwise null. */
  readonly memory: Uint8Array | null;
  /**
   * Fills `target` with bytes from `position` on. Returns their number, which is 0 only at the end.
   */
  read(target: Uint8Array, position: number): number;
}

/** The body of a request: the parts of Node's Readable that are used. */
export interface Incoming {
  iterator(options: { readonly destroyOnReturn: boolean }): AsyncIterable<unknown>;
  readonly destroyed: boolean;
  readonly readableEnded: boolean;
}

/** An upload that has not been received yet. */
export interface Upload {
  readonly incoming: Incoming;
  /** The announced length in bytes. Undefined if there was none. */
  readonly announcedBytes: number | undefined;
  /** The signature to verify once the bytes have arrived. Null if the upload is not signed. */
  readonly signature: DetachedSignature | null;
}

export interface Spool {
  /**
   * Receives an upload with bounded memory: one slab and one chunk, whatever its size. Enforces the
   * size limit while receiving, and slows the sender down to the speed of the disk. An upload that
   * is aborted or too large leaves nothing behind.
   */
  receive(upload: Omit<Upload, 'signature'>): Promise<SpooledFile | SpoolFailure>;
  /** Releases an upload: its memory is reused, or its temporary file is deleted. */
  discard(file: SpooledFile): Promise<void>;
}

/** Reason why an upload was not received. Nothing of it remains. */
export type SpoolFailure = 'tooLarge' | 'brokenOff';
