import type {
  ByteSource,
  StoredFile,
  ChecksummedFile,
  SpooledFile,
} from '../../domain/ports/files.ts';

/** Provides the verified bytes of stored files. */
export interface FileAccess {
  /**
   * Calls `use` with the bytes of a file. The bytes are valid until `use` returns. Throws
   * StoredFileDamaged.
   */
  withFile<Result>(file: StoredFile, use: (source: ByteSource) => Result): Result;
}

/** Receives each piece of a file while its checksums are computed. */
export type OnPiece = (piece: Uint8Array) => void;

/** The stored files, in a folder or an object store, as worker threads use them. */
export interface StoredFiles {
  /**
   * Stores an upload under the SHA-256 of its bytes (hex). Once it resolves, the file survives a
   * power cut, even if a damaged file had that name before. The same file may be stored repeatedly.
   */
  store(file: SpooledFile, sha256: string): Promise<void> | void;
  /**
   * Calls `use` once with access to these files only. If a file is damaged, an error is thrown only
   * when `use` reads that file, so `use` may still succeed without it.
   */
  withFiles<Result>(
    files: readonly StoredFile[],
    use: (verified: FileAccess) => Result,
  ): Promise<Result> | Result;
  /**
   * Verifies a file, unless it was verified less than a minute ago and looks unchanged. Used by
   * steps that need an intact file but do not read its bytes. Throws StoredFileDamaged.
   */
  check(file: StoredFile): Promise<void> | void;
  /**
   * Verifies a file and returns the checksums of its pieces. Calls `onPiece` with each piece in
   * order. A piece is valid until `onPiece` returns. If StoredFileDamaged is thrown, the caller
   * must discard the pieces that it received.
   */
  checksum(file: StoredFile, onPiece?: OnPiece): Promise<ChecksummedFile> | ChecksummedFile;
}
