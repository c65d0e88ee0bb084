import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { SpooledFile } from '../../../domain/ports/files.ts';
import { SyncFailed } from '../../../domain/ports/storage-errors.ts';
import { contentPath, temporaryPath } from '../content.ts';
import { hashSource, NoPlainFile, withFileSource } from '../source.ts';

/** How bytes and names are made durable. Each throws when the disk does not take them. */
export interface Syncs {
  file(descriptor: number, path: string): void;
  folder(descriptor: number, path: string): void;
}

const SYNCS: Syncs = {
  file: (descriptor) => {
    fdatasyncSync(descriptor);
  },
  folder: (descriptor) => {
    fsyncSync(descriptor);
  },
};

/** Keeps files by their content. For one thread: what others made durable it does not know. */
export class FileWriter {
  readonly #filesDirectory: string;
  readonly #syncs: Syncs;
  /** Folders, at most 256, whose own names this thread has made durable. */
  readonly #durableFolders = new Set<string>();

  constructor(filesDirectory: string, syncs = SYNCS) {
    this.#filesDirectory = filesDirectory;
    this.#syncs = syncs;
  }

  /**
   * Keeps a file under the SHA-256 of its bytes (hex). When it returns, the file survives a power
   * cut, whole and under its final name, whatever was kept there before; the same file may be kept
   * any number of times. When it throws SyncFailed, nobody knows what is kept; after any other
   * error nothing of it is left. A file on disk is moved: its temporary name is gone afterwards.
   */
  keep(file: SpooledFile, sha256: string): void {
    const path = contentPath(this.#filesDirectory, sha256);
    const folder = dirname(path);
    if (mkdirSync(folder, { recursive: true }) !== undefined) this.#durableFolders.delete(folder);
    if (isKept(path, sha256)) {
      // Whoever put it there need not have made its bytes durable.
      this.#sync('file', path, 'r+');
      if (file.kind === 'disk') rmSync(this.#temporary(file.temporary), { force: true });
    } else if (file.kind === 'disk') {
      const temporary = this.#temporary(file.temporary);
      this.#sync('file', temporary, 'r+');
      renameSync(temporary, path);
    } else {
      this.#write(path, new Uint8Array(file.buffer, 0, file.bytes));
    }
    this.#sync('folder', folder, 'r');
    if (this.#durableFolders.has(folder)) return;
    this.#sync('folder', this.#filesDirectory, 'r');
    this.#durableFolders.add(folder);
  }

  #temporary(name: string): string {
    return temporaryPath(this.#filesDirectory, name);
  }

  #write(path: string, bytes: Uint8Array): void {
    const temporary = this.#temporary(randomUUID());
    mkdirSync(dirname(temporary), { recursive: true });
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      try {
        for (let written = 0; written < bytes.length;) {
          written += writeSync(descriptor, bytes, written);
        }
        this.#syncOpen('file', descriptor, temporary);
      } finally {
        closeSync(descriptor);
      }
      renameSync(temporary, path);
    } catch (error) {
      // After a failed sync the process ends, and the next start clears away what is left.
      if (!(error instanceof SyncFailed)) rmSync(temporary, { force: true });
      throw error;
    }
  }

  #sync(what: keyof Syncs, path: string, mode: 'r' | 'r+'): void {
    const descriptor = openSync(path, mode);
    try {
      this.#syncOpen(what, descriptor, path);
    } finally {
      closeSync(descriptor);
    }
  }

  #syncOpen(what: keyof Syncs, descriptor: number, path: string): void {
    try {
      this.#syncs[what](descriptor, path);
    } catch (cause) {
      throw new SyncFailed(`A ${what} of payment files could not be made durable.`, { cause });
    }
  }
}

/** Whether a file is there already, with the bytes that its name promises. */
function isKept(path: string, sha256: string): boolean {
  try {
    return withFileSource(path, hashSource) === sha256;
  } catch (error) {
    // One that cannot be read any more, or is none, is replaced like one that was changed.
    if (error instanceof NoPlainFile) return false;
    if (error instanceof Error && 'code' in error && error.code === 'EIO') return false;
    throw error;
  }
}
