import { createHash, hash } from 'node:crypto';
import { readSync } from 'node:fs';
import type { ByteSource, StoredFile, ChecksummedFile } from '../../domain/ports/files.ts';
import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';
import { PIECE_BYTES, CHECKSUM_BYTES, checksumOf } from './content.ts';
import type { OnPiece } from './stored-files.ts';

/** Maximum size in bytes of a file that is read into memory and hashed in one go. */
export const WHOLE_MAX_BYTES = 4 * 1024 * 1024;

/**
 * Verifies that an open file has the expected SHA-256, and returns it with the checksums of its
 * pieces. Throws StoredFileDamaged if the SHA-256 differs.
 */
export function openChecksummed(
  { sha256, bytes }: StoredFile,
  descriptor: number,
  onPiece: OnPiece = () => undefined,
): ChecksummedFile {
  const whole = createHash('sha256');
  const checksums = new Uint8Array(Math.ceil(bytes / PIECE_BYTES) * CHECKSUM_BYTES);
  const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, bytes));
  for (let position = 0, number = 0; position < bytes; position += PIECE_BYTES, number += 1) {
    const read = piece.subarray(0, readFully(descriptor, piece, position));
    whole.update(read);
    onPiece(read);
    checksums.set(hash('sha256', read, 'buffer'), number * CHECKSUM_BYTES);
  }
  if (whole.digest('hex') !== sha256) throw new StoredFileDamaged(sha256);
  return { sha256, bytes, checksums };
}

/** A file on disk. Each piece is compared with its checksum whenever it is read. */
export class ChecksummedSource implements ByteSource {
  readonly bytes: number;
  readonly windowBytes = PIECE_BYTES;
  readonly memory = null;
  readonly #file: ChecksummedFile;
  readonly #descriptor: number;
  readonly #memory = Buffer.allocUnsafe(PIECE_BYTES);
  /** The piece that was read last. */
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
    const { sha256, checksums } = this.#file;
    const bytesRead = readFully(this.#descriptor, this.#memory, number * PIECE_BYTES);
    this.#piece = this.#memory.subarray(0, bytesRead);
    const digest = hash('sha256', this.#piece, 'buffer');
    if (!digest.equals(checksumOf(checksums, number))) throw new StoredFileDamaged(sha256);
    this.#number = number;
  }
}

/**
 * Fills `target` from `position`. Returns the number of bytes read, which is smaller only at the
 * end of the file.
 */
export function readFully(descriptor: number, target: Uint8Array, position: number): number {
  for (let filled = 0; ;) {
    const left = target.byteLength - filled;
    const bytesRead =
      left === 0 ? 0 : readSync(descriptor, target, filled, left, position + filled);
    if (bytesRead === 0) return filled;
    filled += bytesRead;
  }
}
