import { hash } from 'node:crypto';
import { closeSync, fstatSync } from 'node:fs';
import type { ByteSource, StoredFile, ChecksummedFile } from '../../../domain/ports/files.ts';
import { StoredFileDamaged } from '../../../domain/ports/storage-errors.ts';
import { evictOldest } from '../../../shared/evict-oldest.ts';
import { type Clock, type Instant, MINUTE_MS } from '../../../shared/time.ts';
import { contentPath } from '../content.ts';
import type { TakePiece } from '../stored-files.ts';
import { readFully, ChecksummedSource, openChecksummed, WHOLE_MAX_BYTES } from '../checksums.ts';
import { NoPlainFile, memorySource, openPlainFile } from '../source.ts';

/** How long a file that looks as it did is not hashed for nothing, in milliseconds. */
export const BELIEVED_MS = MINUTE_MS;

/** Files that a thread remembers having seen whole. */
const MAX_SEEN_FILES = 1024;

/** Larger files whose seals a thread remembers; those of a GB take 128 KiB. */
const MAX_CHECKSUMMED_FILES = 16;

/** How a file looked when it was whole. */
interface Seen {
  readonly stamp: string;
  readonly at: Instant;
}

/**
 * Lends the bytes of kept files, none of which was not held against the file's name after it was
 * read: a small file is hashed whole and used from memory; a larger one is hashed once to seal its
 * pieces, and from then on each piece is held against its seal. What a file looks like from the
 * outside only tells whether there is reason to read it again, for changes within one tick of the
 * kernel's clock and disks that rot do not show there. For one thread.
 */
export class VerifiedFiles {
  readonly #filesDirectory: string;
  readonly #stopwatch: Clock;
  readonly #stampOf: typeof stampOf;
  readonly #seen = new Map<string, Seen>();
  readonly #seals = new Map<string, Uint8Array>();
  #memory: Buffer | undefined;
  /** The small file whose bytes are in memory. */
  #inMemory = '';

  /** @param stopwatch the machine's, which nobody sets */
  constructor(filesDirectory: string, stopwatch: Clock, stamp = stampOf) {
    this.#filesDirectory = filesDirectory;
    this.#stopwatch = stopwatch;
    this.#stampOf = stamp;
  }

  /** Lends the file to `use`, good until that returns. Throws KeptFileDamaged. */
  lend<Result>(file: StoredFile, use: (source: ByteSource) => Result): Result {
    return this.#withOpen(file, (descriptor, stamp) => {
      if (file.bytes <= WHOLE_MAX_BYTES) {
        return use(memorySource(this.#wholeOf(file, descriptor, stamp)));
      }
      const seals = this.#seals.get(file.sha256) ?? this.#sealAnew(file, descriptor, stamp);
      return use(new ChecksummedSource({ ...file, seals }, descriptor));
    });
  }

  /**
   * Holds the whole file against its name, unless it was whole a moment ago and looks the same: for
   * what depends on the file without using its bytes. Throws KeptFileDamaged.
   */
  check(file: StoredFile): void {
    this.#withOpen(file, (descriptor, stamp) => {
      if (this.#isBelieved(file, stamp)) return;
      if (file.bytes > WHOLE_MAX_BYTES) this.#sealAnew(file, descriptor, stamp);
      else this.#wholeOf(file, descriptor, stamp);
    });
  }

  /** Holds the whole file against its name and seals it. Throws KeptFileDamaged. */
  seal(file: StoredFile, take?: TakePiece): ChecksummedFile {
    return this.#withOpen(file, (descriptor) => openChecksummed(file, descriptor, take));
  }

  /** Takes note of a file that was just kept. */
  vouchFor(file: StoredFile): void {
    this.#withOpen(file, (_, stamp) => {
      this.#believe(file, stamp);
    });
  }

  #wholeOf(file: StoredFile, descriptor: number, stamp: string): Uint8Array {
    // Always the same memory: fresh one costs as much as the hash.
    const memory = (this.#memory ??= Buffer.allocUnsafeSlow(WHOLE_MAX_BYTES));
    const bytes = memory.subarray(0, file.bytes);
    if (this.#inMemory === file.sha256 && this.#isBelieved(file, stamp)) return bytes;
    this.#inMemory = '';
    const isWhole = readFully(descriptor, bytes, 0) === file.bytes;
    if (!isWhole || hash('sha256', bytes) !== file.sha256) throw new StoredFileDamaged(file.sha256);
    this.#inMemory = file.sha256;
    this.#believe(file, stamp);
    return bytes;
  }

  #sealAnew(file: StoredFile, descriptor: number, stamp: string): Uint8Array {
    const { seals } = openChecksummed(file, descriptor);
    this.#seals.delete(file.sha256);
    evictOldest(this.#seals, MAX_CHECKSUMMED_FILES);
    this.#seals.set(file.sha256, seals);
    this.#believe(file, stamp);
    return seals;
  }

  #believe({ sha256 }: StoredFile, stamp: string): void {
    this.#seen.delete(sha256);
    evictOldest(this.#seen, MAX_SEEN_FILES);
    this.#seen.set(sha256, { stamp, at: this.#stopwatch() });
  }

  #isBelieved({ sha256 }: StoredFile, stamp: string): boolean {
    const seen = this.#seen.get(sha256);
    return seen?.stamp === stamp && this.#stopwatch() - seen.at < BELIEVED_MS;
  }

  /** @param use is told how the file looked before anything of it was read */
  #withOpen<Result>(file: StoredFile, use: (descriptor: number, stamp: string) => Result): Result {
    try {
      const descriptor = openPlainFile(contentPath(this.#filesDirectory, file.sha256));
      try {
        if (fstatSync(descriptor).size !== file.bytes) throw new StoredFileDamaged(file.sha256);
        return use(descriptor, this.#stampOf(descriptor));
      } finally {
        closeSync(descriptor);
      }
    } catch (cause) {
      throw cause instanceof NoPlainFile ? new StoredFileDamaged(file.sha256, { cause }) : cause;
    }
  }
}

/** What changes with a file: whoever replaces it or writes to it cannot help that. */
function stampOf(descriptor: number): string {
  const { dev, ino, mtimeNs, ctimeNs } = fstatSync(descriptor, { bigint: true });
  return [dev, ino, mtimeNs, ctimeNs].join();
}
