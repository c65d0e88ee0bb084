import type { ChecksummedFile } from '../../domain/ports/files.ts';
import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';
import type { Observe } from '../../domain/records/events.ts';
import { PIECE_BYTES, checksumOf } from './content.ts';

/** Reads a stored file in pieces. */
export interface PieceReader {
  /** Reads up to `bytes` bytes from `position`. Returns fewer only if the file ends there. */
  read(position: number, bytes: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Closes the file. Called once, after the last read. */
  close(): Promise<void>;
}

/**
 * Returns a stored file as a stream. Each piece is read on demand and compared with its checksum
 * before it is sent. A failure ends the stream with an error and is reported to `observe`.
 */
export function checksummedStream(
  { sha256, bytes, checksums }: ChecksummedFile,
  pieces: PieceReader,
  observe: Observe,
): ReadableStream<Uint8Array> {
  let number = 0;
  let position = 0;
  let isCancelled = false;
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      try {
        if (position < bytes) {
          const piece = await pieces.read(position, Math.min(PIECE_BYTES, bytes - position));
          // Hashes outside the event loop, so that other requests do not wait.
          const digest = Buffer.from(await crypto.subtle.digest('SHA-256', piece));
          if (!digest.equals(checksumOf(checksums, number))) throw new StoredFileDamaged(sha256);
          if (isCancelled) return;
          controller.enqueue(piece);
          number += 1;
          position += piece.length;
          if (position < bytes) return;
        }
        await pieces.close();
        controller.close();
      } catch (error) {
        if (isCancelled) return;
        await pieces.close();
        observe({ kind: 'failure', what: 'sending a payment file', error });
        controller.error(error);
      }
    },
    cancel: () => {
      isCancelled = true;
      return pieces.close();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
