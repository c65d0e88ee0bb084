import { createHash, hash } from 'node:crypto';
import { readSync } from 'node:fs';
import type { ByteSource, StoredFile, ChecksummedFile } from '../../domain/ports/files.ts';
import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';
import { PIECE_BYTES, CHECKSUMMED_BYTES, checksumOf } from './content.ts';
import type { TakePiece } from './stored-files.ts';

/** Files up to this size are read and hashed whole, in bytes. */
export const WHOLE_MAX_BYTES = 4 * 1024 * 1024;

/** Holds a whole file that is open against its name, and seals it. Throws KeptFileDamaged. */
export function openChecksummed(
  { sha256, bytes }: StoredFile,
  descriptor: number,
  take: TakePiece = () => undefined,
): ChecksummedFile {
  const whole = createHash('sha256');
  const seals = new Uint8Array(Math.ceil(bytes / PIECE_BYTES) * CHECKSUMMED_BYTES);
  const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, bytes));
  for (let position = 0, number = 0; position < bytes; position += PIECE_BYTES, number += 1) {
    const read = piece.subarray(0, readFully(descriptor, piece, position));
    whole.update(read);
    take(read);
    seals.set(hash('sha256', read, 'buffer'), number * CHECKSUMMED_BYTES);
  }
  if (whole.digest('hex') !== sha256) throw new StoredFileDamaged(sha256);
  return { sha256, bytes, seals };
}

/** A file on disk whose pieces are held against their seals whenever they are read. */
export class ChecksummedSource implements ByteSource {
  readonly bytes: number;
  readonly windowBytes = PIECE_BYTES;
  readonly memory = null;
  readonly #file: ChecksummedFile;
  readonly #descriptor: number;
  readonly #memory = Buffer.allocUnsafe(PIECE_BYTES);
  /** The piece that was read last, and its number. */
  #piece = this.#memory.subarray(0, 0);
  #number = -1;

  constructor(file: ChecksummedFile, descriptor: number) {
    this.bytes = file.bytes;
    this.#file = file;
    this.#descriptor = descriptor;
  }

  read(target: Uint8Array, position: number): number {
    const end = Math.min(target.byteLength, this.bytes - position);
    let filled = 0;
    while (filled < end) {
      this.#load(Math.floor((position + filled) / PIECE_BYTES));
      filled += this.#piece.copy(target, filled, (position + filled) % PIECE_BYTES);
    }
    return filled;
  }

  #load(number: number): void {
    if (number === this.#number) return;
    this.#number = -1;
    const { sha256, seals } = this.#file;
    const read = readFully(this.#descriptor, this.#memory, number * PIECE_BYTES);
    this.#piece = this.#memory.subarray(0, read);
    const digest = hash('sha256', this.#piece, 'buffer');
    if (!digest.equals(checksumOf(seals, number))) throw new StoredFileDamaged(sha256);
    this.#number = number;
  }
}

/** Fills `target` from `position` on; how many bytes there were: fewer only at the end. */
export function readFully(descriptor: number, target: Uint8Array, position: number): number {
  for (let filled = 0; ;) {
    const left = target.byteLength - filled;
    const read = left === 0 ? 0 : readSync(descriptor, target, filled, left, position + filled);
    if (read === 0) return filled;
    filled += read;
  }
}
