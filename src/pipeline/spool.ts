import { open, rm, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { SpooledFile } from '../domain/ports.ts';

/** Uploads up to this size stay in memory; larger ones go to a temporary file, in bytes. */
export const SPOOL_MEMORY_BYTES = 4 * 1024 * 1024;

/** Why an upload did not arrive. Neither leaves anything behind. */
export type SpoolFailure = 'tooLarge' | 'brokenOff';

export interface SpoolRequest {
  readonly incoming: Readable;
  /** The length that the sender announced; undefined when it did not. */
  readonly announcedBytes: number | undefined;
  readonly maxBytes: number;
  /** Where the temporary file goes, should one be needed. */
  readonly temporaryPath: string;
}

/**
 * Receives an upload in bounded memory: never more than SPOOL_MEMORY_BYTES and one chunk are held.
 * The limit is enforced while receiving, and the sender is slowed down to the pace of the disk.
 * A broken-off or too large upload leaves nothing behind.
 */
export async function spool(request: SpoolRequest): Promise<SpooledFile | SpoolFailure> {
  const { incoming, announcedBytes, maxBytes, temporaryPath } = request;
  if (announcedBytes !== undefined && announcedBytes > maxBytes) return 'tooLarge';
  const held = new Held(announcedBytes);
  const spilled = new Spilled(temporaryPath);
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      if (spilled.bytes + held.bytes + bytes.length > maxBytes) {
        await spilled.discard();
        return 'tooLarge';
      }
      if (held.bytes + bytes.length > SPOOL_MEMORY_BYTES) await spilled.write(held.take());
      held.add(bytes);
    }
    if (spilled.bytes === 0) return held.toFile();
    await spilled.write(held.take());
    return await spilled.toFile();
  } catch (error) {
    await spilled.discard();
    if (incoming.destroyed) return 'brokenOff';
    throw error;
  }
}

/** Removes the temporary file of an upload that nobody kept. */
export async function discard(file: SpooledFile): Promise<void> {
  if (file.kind === 'disk') await rm(file.path, { force: true });
}

/** The part of an upload that is in memory. */
class Held {
  bytes = 0;
  #chunks: Buffer[] = [];
  /** Filled as the chunks come when the length is known, so that nothing is copied twice. */
  readonly #whole: SharedArrayBuffer | undefined;

  constructor(announcedBytes: number | undefined) {
    const fits = announcedBytes !== undefined && announcedBytes <= SPOOL_MEMORY_BYTES;
    this.#whole = fits ? new SharedArrayBuffer(announcedBytes) : undefined;
  }

  add(chunk: Buffer): void {
    if (this.#whole === undefined) this.#chunks.push(chunk);
    else new Uint8Array(this.#whole).set(chunk, this.bytes);
    this.bytes += chunk.length;
  }

  /** Hands over what is held and holds nothing. */
  take(): Buffer[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.bytes = 0;
    return chunks;
  }

  toFile(): SpooledFile {
    if (this.#whole !== undefined) {
      return { kind: 'memory', buffer: this.#whole, bytes: this.bytes };
    }
    const buffer = new SharedArrayBuffer(this.bytes);
    const target = new Uint8Array(buffer);
    let at = 0;
    for (const chunk of this.#chunks) {
      target.set(chunk, at);
      at += chunk.length;
    }
    return { kind: 'memory', buffer, bytes: this.bytes };
  }
}

/** The part of a large upload that is in its temporary file. */
class Spilled {
  bytes = 0;
  readonly #path: string;
  #handle: FileHandle | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async write(chunks: Buffer[]): Promise<void> {
    if (chunks.length === 0) return;
    this.#handle ??= await open(this.#path, 'wx');
    const { bytesWritten } = await this.#handle.writev(chunks);
    this.bytes += bytesWritten;
  }

  async toFile(): Promise<SpooledFile> {
    await this.#handle?.close();
    return { kind: 'disk', path: this.#path, bytes: this.bytes };
  }

  async discard(): Promise<void> {
    if (this.#handle === undefined) return;
    await this.#handle.close();
    await rm(this.#path, { force: true });
  }
}
