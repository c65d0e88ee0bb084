import { hash, randomUUID } from 'node:crypto';
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import type { ByteSource, StoredFile, ChecksummedFile } from '../../../domain/ports/files.ts';
import { StoredFileDamaged } from '../../../domain/ports/storage-errors.ts';
import { PIECE_BYTES, CHECKSUMMED_BYTES, temporaryPath } from '../content.ts';
import { ChecksummedSource, openChecksummed, WHOLE_MAX_BYTES } from '../checksums.ts';
import { memorySource } from '../source.ts';
import { MAX_PART_BYTES, type Objects } from './objects.ts';

type Content = Uint8Array | { readonly descriptor: number; readonly sealed: ChecksummedFile };

/**
 * A copy of a kept file that was held against its name: in memory when small, in a file without a
 * name when large, which is gone when nobody uses it any more.
 */
export class Copy {
  /** How the object looked that it is of. */
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
    return new ChecksummedSource(this.#content.sealed, this.#content.descriptor);
  }

  get sealed(): ChecksummedFile {
    const content = this.#content;
    if (!(content instanceof Uint8Array)) return content.sealed;
    const { sha256, bytes } = this.#file;
    const seals = new Uint8Array(Math.ceil(bytes / PIECE_BYTES) * CHECKSUMMED_BYTES);
    for (
      let position = 0, at = 0;
      position < bytes;
      position += PIECE_BYTES, at += CHECKSUMMED_BYTES
    ) {
      const piece = content.subarray(position, position + PIECE_BYTES);
      seals.set(hash('sha256', piece, 'buffer'), at);
    }
    return { sha256, bytes, seals };
  }

  /** One more uses it. */
  retain(): this {
    this.#users += 1;
    return this;
  }

  /** One fewer uses it: to be called once by whoever made it, and for each `retain`. */
  release(): void {
    this.#users -= 1;
    if (this.#users > 0 || this.#content instanceof Uint8Array) return;
    closeSync(this.#content.descriptor);
  }
}

/** Copies a kept file from the object store. Throws KeptFileDamaged. */
export async function copyDown(
  objects: Objects,
  file: StoredFile,
  filesDirectory: string,
): Promise<Copy> {
  if (file.bytes > WHOLE_MAX_BYTES) return copyToDisk(objects, file, filesDirectory);
  const { content, etag } = await partOf(objects, file, 0);
  if (hash('sha256', content) !== file.sha256) throw new StoredFileDamaged(file.sha256);
  return new Copy(file, etag, content);
}

async function copyToDisk(
  objects: Objects,
  file: StoredFile,
  filesDirectory: string,
): Promise<Copy> {
  const path = temporaryPath(filesDirectory, randomUUID());
  const descriptor = openSync(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
    let etag = '';
    for (let position = 0; position < file.bytes;) {
      const part = await partOf(objects, file, position);
      etag = part.etag;
      for (let written = 0; written < part.content.length;) {
        const left = part.content.length - written;
        written += writeSync(descriptor, part.content, written, left, position + written);
      }
      position += part.content.length;
    }
    return new Copy(file, etag, { descriptor, sealed: openChecksummed(file, descriptor) });
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** As much from a position on as is asked for at once. Throws KeptFileDamaged. */
async function partOf(objects: Objects, { sha256, bytes }: StoredFile, position: number) {
  const wanted = Math.min(MAX_PART_BYTES, bytes - position);
  const part = await objects.part(sha256, position, wanted);
  const isIt = part?.of === bytes && part.content.length === wanted;
  if (!isIt) throw new StoredFileDamaged(sha256);
  return part;
}
