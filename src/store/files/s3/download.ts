import { hash, randomUUID } from 'node:crypto';
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import type { ByteSource, StoredFile, ChecksummedFile } from '../../../domain/ports/files.ts';
import { StoredFileDamaged } from '../../../domain/ports/storage-errors.ts';
import { PIECE_BYTES, CHECKSUM_BYTES, temporaryPath } from '../content.ts';
import { ChecksummedSource, openChecksummed, WHOLE_MAX_BYTES } from '../checksums.ts';
import { memorySource } from '../source.ts';
import { MAX_PART_BYTES, type Objects } from './objects.ts';

type Content = Uint8Array | { readonly descriptor: number; readonly checksummed: ChecksummedFile };

/**
 * A verified local copy of a stored file. A small file is kept in memory. A large file is kept in
 * an unlinked file on disk, which disappears when its last user calls `release`.
 */
export class LocalCopy {
  /** ETag of the object that was copied. */
  readonly etag: string;
  readonly #file: StoredFile;
  readonly #content: Content;
  #users = 1;

  constructor(file: StoredFile, etag: string, content: Content) {
    this.#file = file;
    this.etag = etag;
    this.#content = content;
  }

  get source(): ByteSource {
    if (this.#content instanceof Uint8Array) return memorySource(this.#content);
    return new ChecksummedSource(this.#content.checksummed, this.#content.descriptor);
  }

  get checksummed(): ChecksummedFile {
    const content = this.#content;
    if (!(content instanceof Uint8Array)) return content.checksummed;
    const { sha256, bytes } = this.#file;
    const checksums = new Uint8Array(Math.ceil(bytes / PIECE_BYTES) * CHECKSUM_BYTES);
    for (
      let position = 0, at = 0;
      position < bytes;
      position += PIECE_BYTES, at += CHECKSUM_BYTES
    ) {
      const piece = content.subarray(position, position + PIECE_BYTES);
      checksums.set(hash('sha256', piece, 'buffer'), at);
    }
    return { sha256, bytes, checksums };
  }

  /** Registers another user of this copy. */
  retain(): this {
    this.#users += 1;
    return this;
  }

  /** Unregisters a user. Call it once for the creation and once for each `retain`. */
  release(): void {
    this.#users -= 1;
    if (this.#users > 0 || this.#content instanceof Uint8Array) return;
    closeSync(this.#content.descriptor);
  }
}

/** Downloads and verifies a stored file. Throws StoredFileDamaged. */
export async function downloadVerified(
  objects: Objects,
  file: StoredFile,
  filesDirectory: string,
): Promise<LocalCopy> {
  if (file.bytes > WHOLE_MAX_BYTES) return downloadToDisk(objects, file, filesDirectory);
  const { content, etag } = await fetchPart(objects, file, 0);
  if (hash('sha256', content) !== file.sha256) throw new StoredFileDamaged(file.sha256);
  return new LocalCopy(file, etag, content);
}

async function downloadToDisk(
  objects: Objects,
  file: StoredFile,
  filesDirectory: string,
): Promise<LocalCopy> {
  const path = temporaryPath(filesDirectory, randomUUID());
  const descriptor = openSync(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
    let etag = '';
    for (let position = 0; position < file.bytes;) {
      const part = await fetchPart(objects, file, position);
      etag = part.etag;
      for (let written = 0; written < part.content.length;) {
        const left = part.content.length - written;
        written += writeSync(descriptor, part.content, written, left, position + written);
      }
      position += part.content.length;
    }
    return new LocalCopy(file, etag, {
      descriptor,
      checksummed: openChecksummed(file, descriptor),
    });
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Downloads the part of a file that starts at `position`, as large as one request may return.
 * Throws StoredFileDamaged.
 */
async function fetchPart(objects: Objects, { sha256, bytes }: StoredFile, position: number) {
  const wanted = Math.min(MAX_PART_BYTES, bytes - position);
  const part = await objects.part(sha256, position, wanted);
  const isExpected = part?.of === bytes && part.content.length === wanted;
  if (!isExpected) throw new StoredFileDamaged(sha256);
  return part;
}
