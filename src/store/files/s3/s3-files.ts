import { createReadStream } from 'node:fs';
import type { StoredFile, ChecksummedFile, SpooledFile } from '../../../domain/ports/files.ts';
import { StoredFileDamaged } from '../../../domain/ports/storage-errors.ts';
import { expectDefined } from '../../../shared/assert.ts';
import { evictOldest } from '../../../shared/evict-oldest.ts';
import { DAY_MS, MINUTE_MS, type Stopwatch, type Milliseconds } from '../../../shared/time.ts';
import { temporaryPath } from '../content.ts';
import type { StoredFiles, FileAccess, OnPiece } from '../stored-files.ts';
import { piecesOf } from '../source.ts';
import type { Bucket } from './bucket.ts';
import { BucketClient, type Body } from './client.ts';
import { LocalCopy, downloadVerified } from './download.ts';
import { Objects } from './objects.ts';

/**
 * Time in milliseconds for which a local copy may be used, and for which an unchanged object is not
 * verified again.
 */
export const TRUSTED_MS = MINUTE_MS;

/**
 * Maximum age in milliseconds at which an existing object is reused instead of being uploaded
 * again. Orphans are deleted only when they are older than this.
 */
export const FRESH_MS = DAY_MS;

/**
 * Maximum number of local copies that a thread caches. Each one takes up to 4 MiB of memory, or is
 * an unlinked file on disk.
 */
const MAX_COPIES = 4;

/** Maximum number of verified files that a thread remembers. */
const MAX_VERIFIED_FILES = 1024;

interface Options {
  /** Folder for uploads that are too large for memory, and for copies of large files. */
  readonly filesDirectory: string;
  /** Monotonic clock in milliseconds. */
  readonly stopwatch: Stopwatch;
}

/** ETag of an object when it was last verified. */
interface VerifiedState {
  readonly etag: string;
  readonly at: Milliseconds;
}

interface CachedCopy {
  readonly copy: LocalCopy;
  readonly at: Milliseconds;
}

/**
 * Opens the stored files in an object store. Files are downloaded, verified, and then read from
 * local copies in memory or in unlinked files. Each thread has its own instance, which may serve
 * several concurrent jobs.
 */
export function storedInBucket(bucket: Bucket, options: Options): StoredFiles {
  return new FilesInBucket(new Objects(bucket, new BucketClient(bucket)), options);
}

class FilesInBucket implements StoredFiles {
  readonly #objects: Objects;
  readonly #filesDirectory: string;
  readonly #stopwatch: Stopwatch;
  readonly #verified = new Map<string, VerifiedState>();
  readonly #copies = new Map<string, CachedCopy>();

  constructor(objects: Objects, { filesDirectory, stopwatch }: Options) {
    this.#objects = objects;
    this.#filesDirectory = filesDirectory;
    this.#stopwatch = stopwatch;
  }

  async store(upload: SpooledFile, sha256: string): Promise<void> {
    const file = { sha256, bytes: upload.bytes };
    if (await this.#isFreshAndWhole(file)) return;
    const { etag } = await this.#objects.put(this.#bodyOf(upload, sha256));
    this.#trust(file, etag);
  }

  async withFiles<Result>(
    files: readonly StoredFile[],
    use: (verified: FileAccess) => Result,
  ): Promise<Result> {
    const copies = new Map<string, LocalCopy | StoredFileDamaged>();
    try {
      for (const file of files) copies.set(file.sha256, await orDamaged(this.#copyOf(file)));
      return use({
        withFile: ({ sha256 }, useSource) => {
          const copy = expectDefined(copies.get(sha256), 'a file that was asked for');
          if (copy instanceof LocalCopy) return useSource(copy.source);
          throw copy;
        },
      });
    } catch (error) {
      // A damaged local copy is dropped, so that the next use downloads the file again.
      if (error instanceof StoredFileDamaged) this.#drop(error.sha256);
      throw error;
    } finally {
      for (const copy of copies.values()) if (copy instanceof LocalCopy) copy.release();
    }
  }

  async check(file: StoredFile): Promise<void> {
    const head = await this.#objects.head(file.sha256);
    const verified = this.#verified.get(file.sha256);
    const isSame = head?.bytes === file.bytes && verified?.etag === head.etag;
    if (!isSame || !this.#isRecent(verified)) (await this.#download(file)).release();
  }

  async checksum(file: StoredFile, take?: OnPiece): Promise<ChecksummedFile> {
    const copy = await this.#download(file);
    try {
      if (take !== undefined) for (const piece of piecesOf(copy.source)) take(piece);
      return copy.checksummed;
    } finally {
      copy.release();
    }
  }

  /**
   * Returns true if the object has the right content and is still too young to be deleted as an
   * orphan.
   */
  async #isFreshAndWhole(file: StoredFile): Promise<boolean> {
    const head = await this.#objects.head(file.sha256);
    if (head?.bytes !== file.bytes || head.ageMs >= FRESH_MS) return false;
    const copy = await orDamaged(this.#download(file));
    if (!(copy instanceof LocalCopy)) return false;
    copy.release();
    return true;
  }

  #bodyOf(upload: SpooledFile, sha256: string): Body {
    const { bytes } = upload;
    if (upload.kind === 'memory') {
      return { sha256, bytes, open: () => Buffer.from(upload.buffer, 0, bytes) };
    }
    const path = temporaryPath(this.#filesDirectory, upload.temporary);
    return { sha256, bytes, open: () => createReadStream(path) };
  }

  /**
   * Returns a cached copy or downloads one. The caller must release it. Throws StoredFileDamaged.
   */
  async #copyOf(file: StoredFile): Promise<LocalCopy> {
    const cached = this.#copies.get(file.sha256);
    return this.#isRecent(cached) ? cached.copy.retain() : this.#download(file);
  }

  /** Downloads a copy and caches it. The caller must release it. Throws StoredFileDamaged. */
  async #download(file: StoredFile): Promise<LocalCopy> {
    const copy = await downloadVerified(this.#objects, file, this.#filesDirectory);
    this.#trust(file, copy.etag);
    this.#drop(file.sha256);
    for (const oldest of this.#copies.keys()) {
      if (this.#copies.size < MAX_COPIES) break;
      this.#drop(oldest);
    }
    this.#copies.set(file.sha256, { copy, at: this.#stopwatch() });
    return copy.retain();
  }

  #drop(sha256: string): void {
    this.#copies.get(sha256)?.copy.release();
    this.#copies.delete(sha256);
  }

  #trust({ sha256 }: StoredFile, etag: string): void {
    this.#verified.delete(sha256);
    evictOldest(this.#verified, MAX_VERIFIED_FILES);
    this.#verified.set(sha256, { etag, at: this.#stopwatch() });
  }

  #isRecent<Known extends { readonly at: Milliseconds }>(known: Known | undefined): known is Known {
    return known !== undefined && this.#stopwatch() - known.at < TRUSTED_MS;
  }
}

/**
 * Returns the copy. If the file is damaged, returns the StoredFileDamaged error, which is thrown
 * later when the file is used.
 */
function orDamaged(download: Promise<LocalCopy>): Promise<LocalCopy | StoredFileDamaged> {
  return download.catch((error: unknown) => {
    if (error instanceof StoredFileDamaged) return error;
    throw error;
  });
}
