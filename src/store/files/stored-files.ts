import type {
  ByteSource,
  StoredFile,
  ChecksummedFile,
  SpooledFile,
} from '../../domain/ports/files.ts';

/** Lends bytes that were held against their file's name, good until `use` returns. */
export interface FileAccess {
  /** Throws KeptFileDamaged. */
  lend<Result>(file: StoredFile, use: (source: ByteSource) => Result): Result;
}

/** Takes a piece of a file that is being sealed. */
export type TakePiece = (piece: Uint8Array) => void;

/** The kept files as a thread works on them, wherever they lie. */
export interface StoredFiles {
  /**
   * Keeps an upload under the SHA-256 of its bytes (hex). Once it is done the file survives a power
   * cut, whole and under that name, whatever was kept there before; the same file may be kept any
   * number of times.
   */
  keep(file: SpooledFile, sha256: string): Promise<void> | void;
  /**
   * Calls `use` once, with what lends these files and no others. One that is damaged is told when
   * it is to be lent: `use` may do without it.
   */
  reading<Result>(
    files: readonly StoredFile[],
    use: (verified: FileAccess) => Result,
  ): Promise<Result> | Result;
  /**
   * Holds the whole file against its name, unless it was whole a moment ago and looks the same: for
   * what depends on the file without using its bytes. Throws KeptFileDamaged.
   */
  check(file: StoredFile): Promise<void> | void;
  /**
   * Holds the whole file against its name and seals it; `take` gets each piece in order, valid
   * until it returns. Throws KeptFileDamaged: the pieces that were taken are not the file then.
   */
  seal(file: StoredFile, take?: TakePiece): Promise<ChecksummedFile> | ChecksummedFile;
}
