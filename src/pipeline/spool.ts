import { open, rm, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { SpooledFile } from '../domain/ports/ports.ts';
import type { DetachedSignature } from '../domain/ports/signatures.ts';
import { StoreUnavailable } from '../domain/ports/unavailable.ts';

/** Uploads up to this size stay in memory; larger ones go to a temporary file, in bytes. */
export const SPOOL_MEMORY_BYTES = 4 * 1024 * 1024;

/** Slabs of memory that are kept for the next uploads; more are made when more are needed. */
const MAX_FREE_SLABS = 8;

/** Why an upload did not arrive. Neither leaves anything behind. */
export type SpoolFailure = 'tooLarge' | 'brokenOff';

export interface Upload {
  readonly incoming: Readable;
  /** The length that the sender announced; undefined when it did not. */
  readonly announcedBytes: number | undefined;
  /** To be held against the bytes once they are there; null: they are not signed. */
  readonly signature: DetachedSignature | null;
}

export interface Spool {
  /**
   * Receives an upload in bounded memory: one slab and one chunk are held, whatever its size. The
   * limit is enforced while receiving, and the sender is slowed down to the pace of the disk. A
   * broken-off or too large upload leaves nothing behind.
   */
  receive(
    upload: Omit<Upload, 'signature'>,
    temporaryPath: string,
  ): Promise<SpooledFile | SpoolFailure>;
  /** Ends the use of an upload: its memory serves the next one, its temporary file goes. */
  discard(file: SpooledFile): Promise<void>;
}

/** Memory is shared with the threads that read it, and used again: fresh memory is dear. */
export function createSpool({ maxBytes }: { readonly maxBytes: number }): Spool {
  const freeSlabs: SharedArrayBuffer[] = [];
  const giveBack = (slab: SharedArrayBuffer): void => {
    if (freeSlabs.length < MAX_FREE_SLABS) freeSlabs.push(slab);
  };
  return {
    async receive({ incoming, announcedBytes }, temporaryPath) {
      if (announcedBytes !== undefined && announcedBytes > maxBytes) return 'tooLarge';
      const slab = freeSlabs.pop() ?? new SharedArrayBuffer(SPOOL_MEMORY_BYTES);
      const arrival = new Arrival(slab, temporaryPath);
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
      else await rm(file.path, { force: true });
    },
  };
}

/** An upload while it arrives: in its slab, and what no longer fits there in a temporary file. */
class Arrival {
  readonly #slab: SharedArrayBuffer;
  readonly #held: Uint8Array;
  readonly #path: string;
  #heldBytes = 0;
  #spilledBytes = 0;
  #file: FileHandle | undefined;

  constructor(slab: SharedArrayBuffer, path: string) {
    this.#slab = slab;
    this.#held = new Uint8Array(slab);
    this.#path = path;
  }

  /** Takes all that comes; false, and no more is taken, when it is more than `maxBytes`. */
  async take(incoming: Readable, maxBytes: number): Promise<boolean> {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      if (this.#spilledBytes + this.#heldBytes + bytes.length > maxBytes) return false;
      if (this.#heldBytes + bytes.length > this.#held.length) await this.#spill();
      this.#held.set(bytes, this.#heldBytes);
      this.#heldBytes += bytes.length;
    }
    return true;
  }

  async toFile(): Promise<SpooledFile> {
    if (this.#file === undefined) {
      return { kind: 'memory', buffer: this.#slab, bytes: this.#heldBytes };
    }
    await this.#spill();
    await this.#file.close();
    return { kind: 'disk', path: this.#path, bytes: this.#spilledBytes };
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
