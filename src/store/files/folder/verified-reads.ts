import { hash } from 'node:crypto';
import { closeSync, fstatSync } from 'node:fs';
import type { ByteSource, StoredFile, ChecksummedFile } from '../../../domain/ports/files.ts';
import { StoredFileDamaged } from '../../../domain/ports/storage-errors.ts';
import { evictOldest } from '../../../shared/evict-oldest.ts';
import { MINUTE_MS, type Stopwatch, type Milliseconds } from '../../../shared/time.ts';
import { contentPath } from '../content.ts';
import type { OnPiece } from '../stored-files.ts';
import { readFully, ChecksummedSource, openChecksummed, WHOLE_MAX_BYTES } from '../checksums.ts';
import { NotRegularFile, memorySource, openRegularFile } from '../source.ts';

/** Time in milliseconds for which a verified file is not verified again if it looks unchanged. */
export const TRUSTED_MS = MINUTE_MS;

/** Maximum number of verified files that a thread remembers. */
const MAX_VERIFIED_FILES = 1024;

/**
 * Maximum number of large files whose checksums a thread caches. The checksums of a 1 GB file take
 * 128 KiB.
 */
const MAX_CHECKSUMMED_FILES = 16;

/** Size and timestamps of a file when it was last verified. */
interface VerifiedState {
  readonly stamp: string;
  readonly at: Milliseconds;
}

/**
 * Provides the bytes of stored files. The bytes are always checked against the file's SHA-256
 * before they are used.
 *
 * A small file is read into memory and hashed there. A large file is hashed once to compute the
 * checksums of its pieces. Later, each piece is compared with its checksum whenever it is read.
 *
 * The inode and timestamps only show that a file must be read again. They do not reveal bit rot, or
 * two changes within one tick of the kernel's clock. Each thread has its own instance.
 */
export class VerifiedFiles {
  readonly #filesDirectory: string;
  readonly #stopwatch: Stopwatch;
  readonly #stampOf: typeof stampOf;
  readonly #verified = new Map<string, VerifiedState>();
  readonly #seals = new Map<string, Uint8Array>();
  #memory: Buffer | undefined;
  /** SHA-256 of the small file that is in memory. */
  #inMemory = '';

  /** @param stopwatch monotonic clock in milliseconds */
  constructor(filesDirectory: string, stopwatch: Stopwatch, stamp = stampOf) {
    this.#filesDirectory = filesDirectory;
    this.#stopwatch = stopwatch;
    this.#stampOf = stamp;
  }

  /**
   * Calls `use` with the verified bytes of a file. The bytes are valid until `use` returns. Throws
   * StoredFileDamaged.
   */
  withFile<Result>(file: StoredFile, use: (source: ByteSource) => Result): Result {
    return this.#withOpen(file, (descriptor, stamp) => {
      if (file.bytes <= WHOLE_MAX_BYTES) {
        return use(memorySource(this.#wholeOf(file, descriptor, stamp)));
      }
      const checksums =
        this.#seals.get(file.sha256) ?? this.#computeChecksums(file, descriptor, stamp);
      return use(new ChecksummedSource({ ...file, checksums }, descriptor));
    });
  }

  /**
   * Verifies a file, unless it was verified less than a minute ago and looks unchanged. Used by
   * steps that need an intact file but do not read its bytes. Throws StoredFileDamaged.
   */
  check(file: StoredFile): void {
    this.#withOpen(file, (descriptor, stamp) => {
      if (this.#isTrusted(file, stamp)) return;
      if (file.bytes > WHOLE_MAX_BYTES) this.#computeChecksums(file, descriptor, stamp);
      else this.#wholeOf(file, descriptor, stamp);
    });
  }

  /** Verifies a file and returns the checksums of its pieces. Throws StoredFileDamaged. */
  checksum(file: StoredFile, onPiece?: OnPiece): ChecksummedFile {
    return this.#withOpen(file, (descriptor) => openChecksummed(file, descriptor, onPiece));
  }

  /** Treats a file that was just stored as verified. */
  trust(file: StoredFile): void {
    this.#withOpen(file, (_, stamp) => {
      this.#trust(file, stamp);
    });
  }

  #wholeOf(file: StoredFile, descriptor: number, stamp: string): Uint8Array {
    // Reuse one buffer, because allocating a new one takes as long as hashing it.
    const memory = (this.#memory ??= Buffer.allocUnsafeSlow(WHOLE_MAX_BYTES));
    const bytes = memory.subarray(0, file.bytes);
    if (this.#inMemory === file.sha256 && this.#isTrusted(file, stamp)) return bytes;
    this.#inMemory = '';
    const isWhole = readFully(descriptor, bytes, 0) === file.bytes;
    if (!isWhole || hash('sha256', bytes) !== file.sha256) throw new StoredFileDamaged(file.sha256);
    this.#inMemory = file.sha256;
    this.#trust(file, stamp);
    return bytes;
  }

  #computeChecksums(file: StoredFile, descriptor: number, stamp: string): Uint8Array {
    const { checksums } = openChecksummed(file, descriptor);
    this.#seals.delete(file.sha256);
    evictOldest(this.#seals, MAX_CHECKSUMMED_FILES);
    this.#seals.set(file.sha256, checksums);
    this.#trust(file, stamp);
    return checksums;
  }

  #trust({ sha256 }: StoredFile, stamp: string): void {
    this.#verified.delete(sha256);
    evictOldest(this.#verified, MAX_VERIFIED_FILES);
    this.#verified.set(sha256, { stamp, at: this.#stopwatch() });
  }

  #isTrusted({ sha256 }: StoredFile, stamp: string): boolean {
    const verified = this.#verified.get(sha256);
    return verified?.stamp === stamp && this.#stopwatch() - verified.at < TRUSTED_MS;
  }

  /** @param use receives the state of the file before it was read */
  #withOpen<Result>(file: StoredFile, use: (descriptor: number, stamp: string) => Result): Result {
    try {
      const descriptor = openRegularFile(contentPath(this.#filesDirectory, file.sha256));
      try {
        if (fstatSync(descriptor).size !== file.bytes) throw new StoredFileDamaged(file.sha256);
        return use(descriptor, this.#stampOf(descriptor));
      } finally {
        closeSync(descriptor);
      }
    } catch (cause) {
      throw cause instanceof NotRegularFile ? new StoredFileDamaged(file.sha256, { cause }) : cause;
    }
  }
}

/**
 * Returns the inode, size and timestamps as text. The text changes when the file is replaced or
 * written to.
 */
function stampOf(descriptor: number): string {
  const { dev, ino, mtimeNs, ctimeNs } = fstatSync(descriptor, { bigint: true });
  return [dev, ino, mtimeNs, ctimeNs].join();
}
