import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Incoming, Spool, SpoolFailure, SpooledFile } from '../../domain/ports/files.ts';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import { freeBuffer } from '../../shared/free-buffer.ts';
import { temporaryPath } from './content.ts';

/**
 * Maximum size in bytes of an upload that is kept in memory. A larger upload is written to a
 * temporary file.
 */
export const SPOOL_MEMORY_BYTES = 4 * 1024 * 1024;

/**
 * Maximum number of bytes that one upload reads in one turn of the event loop. Without this limit,
 * Node reads up to 32 chunks (2 MB) from one connection before it serves another.
 */
export const TURN_BYTES = 128 * 1024;

/** Maximum number of unused memory slabs that are kept for reuse. */
const MAX_FREE_SLABS = 8;

/**
 * Creates the spool that receives uploads. The worker threads share its memory. The memory is
 * reused, because allocating it is expensive.
 */
export function createSpool(
  filesDirectory: string,
  { maxBytes }: { readonly maxBytes: number },
): Spool {
  const freeSlabs: SharedArrayBuffer[] = [];
  const giveBack = (slab: SharedArrayBuffer): void => {
    if (freeSlabs.length < MAX_FREE_SLABS) freeSlabs.push(slab);
  };
  return {
    async receive({ incoming, announcedBytes }) {
      if (announcedBytes !== undefined && announcedBytes > maxBytes) return 'tooLarge';
      const slab = freeSlabs.pop() ?? new SharedArrayBuffer(SPOOL_MEMORY_BYTES);
      const arrival = new IncomingUpload(slab, filesDirectory, randomUUID());
      let file: SpooledFile | SpoolFailure = 'brokenOff';
      try {
        file = (await arrival.take(incoming, maxBytes)) ? await arrival.toFile() : 'tooLarge';
      } catch (error) {
        // Node also destroys a stream that was read to its end. So `destroyed` alone does not mean
        // that the sender aborted.
        if (!incoming.destroyed || incoming.readableEnded) {
          throw new StoreUnavailable('The upload could not be written to the disk.', {
            cause: error,
          });
        }
      } finally {
        if (typeof file === 'string') await arrival.discard();
        if (typeof file === 'string' || file.kind === 'disk') giveBack(slab);
      }
      return file;
    },
    async discard(file) {
      if (file.kind === 'memory') giveBack(file.buffer);
      else await rm(temporaryPath(filesDirectory, file.temporary), { force: true });
    },
    async collect(pieces) {
      const temporary = randomUUID();
      const path = temporaryPath(filesDirectory, temporary);
      let bytes = 0;
      try {
        const file = await open(path, 'wx', 0o600);
        try {
          for await (const piece of pieces) {
            await file.writeFile(piece);
            bytes += piece.length;
          }
        } finally {
          await file.close();
        }
      } catch (error) {
        await rm(path, { force: true });
        if (!(error instanceof Error && 'syscall' in error)) throw error;
        throw new StoreUnavailable('A message could not be written to the disk.', { cause: error });
      }
      return { kind: 'disk', temporary, bytes };
    },
    async open({ temporary }) {
      const path = temporaryPath(filesDirectory, temporary);
      const file = await open(path);
      await rm(path);
      return Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>;
    },
  };
}

/** An upload in progress. Bytes that do not fit into its memory slab go to a temporary file. */
class IncomingUpload {
  readonly #slab: SharedArrayBuffer;
  readonly #held: Uint8Array;
  readonly #name: string;
  readonly #path: string;
  #heldBytes = 0;
  #spilledBytes = 0;
  #file: FileHandle | undefined;

  constructor(slab: SharedArrayBuffer, filesDirectory: string, name: string) {
    this.#slab = slab;
    this.#held = new Uint8Array(slab);
    this.#name = name;
    this.#path = temporaryPath(filesDirectory, name);
  }

  /** Reads the whole upload. Stops and returns false if it is longer than `maxBytes`. */
  async take(incoming: Incoming, maxBytes: number): Promise<boolean> {
    let bytesThisTurn = 0;
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      const { length } = bytes;
      if (this.#spilledBytes + this.#heldBytes + length > maxBytes) return false;
      if (this.#heldBytes + length > this.#held.length) await this.#spill();
      // `copy` is faster than `set` for shared memory, because `set` copies it word by word.
      bytes.copy(this.#held, this.#heldBytes);
      freeBuffer(bytes);
      this.#heldBytes += length;
      bytesThisTurn += length;
      if (bytesThisTurn < TURN_BYTES) continue;
      bytesThisTurn = 0;
      await nextTurn();
    }
    return true;
  }

  async toFile(): Promise<SpooledFile> {
    if (this.#file === undefined) {
      return { kind: 'memory', buffer: this.#slab, bytes: this.#heldBytes };
    }
    await this.#spill();
    await this.#file.close();
    return { kind: 'disk', temporary: this.#name, bytes: this.#spilledBytes };
  }

  async discard(): Promise<void> {
    if (this.#file === undefined) return;
    await this.#file.close();
    await rm(this.#path, { force: true });
  }

  async #spill(): Promise<void> {
    this.#file ??= await open(this.#path, 'wx');
    await this.#file.writeFile(this.#held.subarray(0, this.#heldBytes));
    this.#spilledBytes += this.#heldBytes;
    this.#heldBytes = 0;
  }
}
