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
import { hashSource, NotRegularFile, withFileSource } from '../source.ts';

/**
 * Functions that sync a file's content, or a folder's entries, to the disk. Both throw if the disk
 * reports an error.
 */
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

/**
 * Stores files under the SHA-256 of their content. Each thread has its own writer, which does not
 * know what other threads have synced.
 */
export class FileWriter {
  readonly #filesDirectory: string;
  readonly #syncs: Syncs;
  /** The (at most 256) subfolders whose entry in the parent folder this thread has synced. */
  readonly #durableFolders = new Set<string>();

  constructor(filesDirectory: string, syncs = SYNCS) {
    this.#filesDirectory = filesDirectory;
    this.#syncs = syncs;
  }

  /**
   * Stores a file under the SHA-256 of its bytes (hex). Once it returns, the file survives a power
   * cut, even if a damaged file had that name before. The same file may be stored repeatedly.
   *
   * A temporary file is moved, so its temporary name no longer exists afterwards.
   *
   * Throws SyncFailed if a sync failed, because the state of the disk is then unknown. After any
   * other error, no file is left behind.
   */
  store(file: SpooledFile, sha256: string): void {
    const path = contentPath(this.#filesDirectory, sha256);
    const folder = dirname(path);
    if (mkdirSync(folder, { recursive: true }) !== undefined) this.#durableFolders.delete(folder);
    if (isStored(path, sha256)) {
      // Another thread may have written this file without syncing it yet.
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
      // After a failed sync the process ends, and the next start deletes the temporary files.
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
      throw new SyncFailed(`A ${what} of the stored payment files could not be made durable.`, {
        cause,
      });
    }
  }
}

/** Returns true if the file exists and its bytes match its name. */
function isStored(path: string, sha256: string): boolean {
  try {
    return withFileSource(path, hashSource) === sha256;
  } catch (error) {
    // An unreadable file, or one that is not a regular file, is replaced like a damaged one.
    if (error instanceof NotRegularFile) return false;
    if (error instanceof Error && 'code' in error && error.code === 'EIO') return false;
    throw error;
  }
}
