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
      /** Which of the temporary files it is; where they lie only the file store knows. */
      readonly temporary: string;
      readonly bytes: number;
    };

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
export type StoredFile = Pick<FileFacts, 'sha256' | 'bytes'>;

/** A kept file that was found to be whole. */
export interface ChecksummedFile extends StoredFile {
  /** The SHA-256 of each piece (store/files), one after another. */
  readonly checksums: Uint8Array;
}

/** A sealed file with the bank's signature of its bytes; null where none was asked for. */
export interface SignedFile extends ChecksummedFile {
  readonly signature: string | null;
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
  check(file: StoredFile): Promise<void>;
  /** Verifies a kept file against its name, seals it to be sent, and signs it in the same pass. */
  seal(file: StoredFile, message: UnsignedMessage | null): Promise<SignedFile>;
  slice(file: FileFacts, request: SliceRequest): Promise<Slice>;
  /** Looks all of a kept file through. */
  search(file: FileFacts, request: SearchRequest): Promise<FoundPayments>;
  /** All payments of a kept file that are sought, as a table: CSV (RFC 4180) in UTF-8. */
  tabulate(file: FileFacts, request: TableRequest): Promise<Uint8Array>;
  /** One pass over the credits of a kept file, which finds the few that stand out. */
  passCredits(file: FileFacts, request: CreditPassRequest): Promise<CreditPassResult>;
}

/**
 * The setting of a store whose files are in an object store: by what name they are its own there.
 * Empty, or not there: they are in its folder.
 */
export const FILES_OWNER = 'files-owner';

/** The kept bytes of uploaded files, by content. */
export interface FileStore {
  /**
   * The bytes of a file, opened already; each piece is held against its seal before it is handed
   * on, and one that does not fit ends the stream with KeptFileDamaged. To be read or cancelled.
   */
  open(file: ChecksummedFile): Promise<ReadableStream<Uint8Array>>;
  /** Removes what an earlier run left of uploads. Run at start, before any upload. */
  clear(): Promise<number>;
  /**
   * Removes the kept files that `isKept` disowns, and tells how many. Run at start, before any
   * upload, and not durable by itself; where others keep files at the same place (`isShared`), at
   * any time by one of them: what may be of an upload under way is left alone.
   */
  sweep(isKept: (sha256: string) => Promise<boolean>): Promise<number>;
  readonly isShared: boolean;
}

/** Where the bytes of a file come from: memory or a disk. Read forwards, in windows. */
export interface ByteSource {
  readonly bytes: number;
  /** Bytes to read at a time; whatever a source keeps in memory is one window. */
  readonly windowBytes: number;
  /** All of the bytes when they are in memory, so that none need be copied. */
  readonly memory: Uint8Array | null;
  /** Fills `target` from `position` on; how many bytes there were, 0 only at the end. */
  read(target: Uint8Array, position: number): number;
}

/** Bytes as they come from the line: as much of Node's Readable as is needed. */
export interface Incoming {
  iterator(options: { readonly destroyOnReturn: boolean }): AsyncIterable<unknown>;
  readonly destroyed: boolean;
  readonly readableEnded: boolean;
}

/** An upload that is about to come. */
export interface Upload {
  readonly incoming: Incoming;
  /** The length that the sender announced; undefined when it did not. */
  readonly announcedBytes: number | undefined;
  /** To be held against the bytes once they are there; null: they are not signed. */
  readonly signature: DetachedSignature | null;
}

export interface Spool {
  /**
   * Receives an upload in bounded memory: one slab and one chunk are held, whatever its size. The
   * limit is enforced while receiving, and the sender is slowed down to the pace of the disk. A
   * broken-off or too large upload leaves nothing behind.
   */
  receive(upload: Omit<Upload, 'signature'>): Promise<SpooledFile | SpoolFailure>;
  /** Ends the use of an upload: its memory serves the next one, its temporary file goes. */
  discard(file: SpooledFile): Promise<void>;
}

/** Why an upload did not arrive. Neither leaves anything behind. */
export type SpoolFailure = 'tooLarge' | 'brokenOff';
