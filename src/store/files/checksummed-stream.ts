import type { ChecksummedFile } from '../../domain/ports/files.ts';
import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';
import type { Observe } from '../../domain/records/events.ts';
import { PIECE_BYTES, checksumOf } from './content.ts';

/** Where the pieces of a file that is given back come from. */
export interface Pieces {
  /** So many bytes from `position` on; fewer where the file ends before them. */
  read(position: number, bytes: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Called once, when nothing more is read. */
  close(): Promise<void>;
}

/**
 * A sealed file as a stream: each piece is held against its seal before it is handed on, and read
 * only when it is asked for. `observe` is told of a file that cannot be given back to its end.
 */
export function checksummedStream(
  { sha256, bytes, seals }: ChecksummedFile,
  pieces: Pieces,
  observe: Observe,
): ReadableStream<Uint8Array> {
  let [number, position] = [0, 0];
  let isCancelled = false;
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      try {
        if (position < bytes) {
          const piece = await pieces.read(position, Math.min(PIECE_BYTES, bytes - position));
          // Away from the event loop, which has others to answer.
          const digest = Buffer.from(await crypto.subtle.digest('SHA-256', piece));
          if (!digest.equals(checksumOf(seals, number))) throw new StoredFileDamaged(sha256);
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
        observe({ kind: 'failure', what: 'giving back a payment file', error });
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
