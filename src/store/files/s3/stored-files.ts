import { createReadStream } from 'node:fs';
import type { StoredFile, ChecksummedFile, SpooledFile } from '../../../domain/ports/files.ts';
import { StoredFileDamaged } from '../../../domain/ports/storage-errors.ts';
import { expectDefined } from '../../../shared/assert.ts';
import { evictOldest } from '../../../shared/evict-oldest.ts';
import { DAY_MS, MINUTE_MS, type Clock, type Instant } from '../../../shared/time.ts';
import { temporaryPath } from '../content.ts';
import type { StoredFiles, FileAccess, TakePiece } from '../stored-files.ts';
import { piecesOf } from '../source.ts';
import type { Bucket } from './bucket.ts';
import { S3Client, type Body, type ClientOptions } from './client.ts';
import { Copy, copyDown } from './download.ts';
import { Objects } from './objects.ts';

/** How long a copy is used, and a file that looks as it did is not read again, in milliseconds. */
export const BELIEVED_MS = MINUTE_MS;

/** An object that is younger is not put once more: the sweep leaves it alone for longer. */
export const FRESH_MS = DAY_MS;

/** Copies of kept files that a thread holds: 4 MiB of memory each, or a file that has no name. */
const MAX_COPIES = 4;

/** Files that a thread remembers having seen whole. */
const MAX_SEEN_FILES = 1024;

interface Options extends ClientOptions {
  /** Where uploads lie that do not fit into memory, and copies of such files. */
  readonly filesDirectory: string;
  /** The machine's, which nobody sets. */
  readonly stopwatch: Clock;
}

/** How an object looked when it was whole. */
interface Seen {
  readonly etag: string;
  readonly at: Instant;
}

interface Held {
  readonly copy: Copy;
  readonly at: Instant;
}

/**
 * The kept files in an object store. What is read is a copy, in memory or in a file without a name,
 * that was held against the file's name as it came. For one thread, and several jobs at once.
 */
export function storedInBucket(bucket: Bucket, options: Options): StoredFiles {
  return new FilesInBucket(new Objects(bucket, new S3Client(bucket, options)), options);
}

class FilesInBucket implements StoredFiles {
  readonly #objects: Objects;
  readonly #filesDirectory: string;
  readonly #stopwatch: Clock;
  readonly #seen = new Map<string, Seen>();
  readonly #held = new Map<string, Held>();

  constructor(objects: Objects, { filesDirectory, stopwatch }: Options) {
    this.#objects = objects;
    this.#filesDirectory = filesDirectory;
    this.#stopwatch = stopwatch;
  }

  async keep(upload: SpooledFile, sha256: string): Promise<void> {
    const file = { sha256, bytes: upload.bytes };
    if (await this.#isFreshAndWhole(file)) return;
    const { etag } = await this.#objects.put(this.#bodyOf(upload, sha256));
    this.#believe(file, etag);
  }

  async reading<Result>(
    files: readonly StoredFile[],
    use: (verified: FileAccess) => Result,
  ): Promise<Result> {
    const copies = new Map<string, Copy | StoredFileDamaged>();
    try {
      for (const file of files) copies.set(file.sha256, await orIntegrityError(this.#copyOf(file)));
      return use({
        lend: ({ sha256 }, useSource) => {
          const copy = expectDefined(copies.get(sha256), 'a file that was asked for');
          if (copy instanceof Copy) return useSource(copy.source);
          throw copy;
        },
      });
    } catch (error) {
      // A copy on the local disk that rots is taken anew.
      if (error instanceof StoredFileDamaged) this.#drop(error.sha256);
      throw error;
    } finally {
      for (const copy of copies.values()) if (copy instanceof Copy) copy.release();
    }
  }

  async check(file: StoredFile): Promise<void> {
    const head = await this.#objects.head(file.sha256);
    const seen = this.#seen.get(file.sha256);
    const isSame = head?.bytes === file.bytes && seen?.etag === head.etag;
    if (!isSame || !this.#isRecent(seen)) (await this.#take(file)).release();
  }

  async seal(file: StoredFile, take?: TakePiece): Promise<ChecksummedFile> {
    const copy = await this.#take(file);
    try {
      if (take !== undefined) for (const piece of piecesOf(copy.source)) take(piece);
      return copy.sealed;
    } finally {
      copy.release();
    }
  }

  /** Whether the very bytes are there, and for so short a time that no sweep looks at them. */
  async #isFreshAndWhole(file: StoredFile): Promise<boolean> {
    const head = await this.#objects.head(file.sha256);
    if (head?.bytes !== file.bytes || head.ageMs >= FRESH_MS) return false;
    const copy = await orIntegrityError(this.#take(file));
    if (!(copy instanceof Copy)) return false;
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

  /** A copy that is held, or a new one; to be released. Throws KeptFileDamaged. */
  async #copyOf(file: StoredFile): Promise<Copy> {
    const held = this.#held.get(file.sha256);
    return this.#isRecent(held) ? held.copy.retain() : this.#take(file);
  }

  /** A new copy, which the next may use too; to be released. Throws KeptFileDamaged. */
  async #take(file: StoredFile): Promise<Copy> {
    const copy = await copyDown(this.#objects, file, this.#filesDirectory);
    this.#believe(file, copy.etag);
    this.#drop(file.sha256);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size < MAX_COPIES) break;
      this.#drop(oldest);
    }
    this.#held.set(file.sha256, { copy, at: this.#stopwatch() });
    return copy.retain();
  }

  #drop(sha256: string): void {
    this.#held.get(sha256)?.copy.release();
    this.#held.delete(sha256);
  }

  #believe({ sha256 }: StoredFile, etag: string): void {
    this.#seen.delete(sha256);
    evictOldest(this.#seen, MAX_SEEN_FILES);
    this.#seen.set(sha256, { etag, at: this.#stopwatch() });
  }

  #isRecent<Known extends { readonly at: Instant }>(known: Known | undefined): known is Known {
    return known !== undefined && this.#stopwatch() - known.at < BELIEVED_MS;
  }
}

/** The copy, or that the file is damaged: whoever comes to need it is told. */
function orIntegrityError(taken: Promise<Copy>): Promise<Copy | StoredFileDamaged> {
  return taken.catch((error: unknown) => {
    if (error instanceof StoredFileDamaged) return error;
    throw error;
  });
}
