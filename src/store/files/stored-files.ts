import type {
  ByteSource,
  StoredFile,
  ChecksummedFile,
  SpooledFile,
} from '../../domain/ports/files.ts';

/** Access to verified bytes of stored files. */
export interface FileAccess {
  /** Passes the bytes to `use`, valid until it returns. Throws StoredFileDamaged. */
  withFile<Result>(file: StoredFile, use: (source: ByteSource) => Result): Result;
}

/** Receives a piece of a file whose checksums are being computed. */
export type OnPiece = (piece: Uint8Array) => void;

/** The stored files as a worker thread uses them, in a folder or an object store. */
export interface StoredFiles {
  /**
   * Stores an upload under the SHA-256 of its bytes (hex). When it resolves, the file survives a
   * power cut under that name, whatever was stored there before. The same file may be stored
   * repeatedly.
   */
  store(file: SpooledFile, sha256: string): Promise<void> | void;
  /**
   * Calls `use` once with access to these files only. A damaged file throws when `use` accesses it,
   * so `use` can work without it.
   */
  withFiles<Result>(
    files: readonly StoredFile[],
    use: (verified: FileAccess) => Result,
  ): Promise<Result> | Result;
  /**
   * Verifies a file, unless it was verified less than a minute ago and looks unchanged. For steps
   * that depend on a file but do not use its bytes. Throws StoredFileDamaged.
   */
  check(file: StoredFile): Promise<void> | void;
  /**
   * Verifies a file and returns the checksums of its pieces. `onPiece` receives each piece in
   * order, valid until it returns. If StoredFileDamaged is thrown, those pieces must be discarded.
   */
  checksum(file: StoredFile, onPiece?: OnPiece): Promise<ChecksummedFile> | ChecksummedFile;
}
