import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Incoming, Spool, SpoolFailure, SpooledFile } from '../../domain/ports/files.ts';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import { release } from '../../shared/free-buffer.ts';
import { temporaryPath } from './content.ts';

/** Uploads up to this size stay in memory; larger ones go to a temporary file, in bytes. */
export const SPOOL_MEMORY_BYTES = 4 * 1024 * 1024;

/**
 * What one upload is taken of in one turn of the event loop, in bytes. Node reads a connection up
 * to 32 times before it looks at another: 2 MB at a stretch.
 */
export const TURN_BYTES = 128 * 1024;

/** Slabs of memory that are kept for the next uploads; more are made when more are needed. */
const MAX_FREE_SLABS = 8;

/** Memory is shared with the threads that read it, and used again: fresh memory is dear. */
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
      const arrival = new Arrival(slab, filesDirectory, randomUUID());
      let file: SpooledFile | SpoolFailure = 'brokenOff';
      try {
        file = (await arrival.take(incoming, maxBytes)) ? await arrival.toFile() : 'tooLarge';
      } catch (error) {
        // One that has come to its end is destroyed as well.
        if (!incoming.destroyed || incoming.readableEnded) {
          throw new StoreUnavailable('The upload could not be written.', { cause: error });
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
  };
}

/** An upload while it arrives: in its slab, and what no longer fits there in a temporary file. */
class Arrival {
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

  /** Takes all that comes; false, and no more is taken, when it is more than `maxBytes`. */
  async take(incoming: Incoming, maxBytes: number): Promise<boolean> {
    let ofTurn = 0;
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      const { length } = bytes;
      if (this.#spilledBytes + this.#heldBytes + length > maxBytes) return false;
      if (this.#heldBytes + length > this.#held.length) await this.#spill();
      // Not by `set`, which goes word by word into memory that is shared.
      bytes.copy(this.#held, this.#heldBytes);
      release(bytes);
      this.#heldBytes += length;
      ofTurn += length;
      if (ofTurn < TURN_BYTES) continue;
      ofTurn = 0;
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
