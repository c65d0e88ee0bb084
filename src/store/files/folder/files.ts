import { open, rm, rmdir, type FileHandle } from 'node:fs/promises';
import type { FileStore } from '../../../domain/ports/files.ts';
import { StoredFileDamaged, StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import type { Observe } from '../../../domain/records/events.ts';
import { assert } from '../../../shared/assert.ts';
import { contentPath, NO_FILE_CODES, READ_REGULAR_FILE, SHA256 } from '../content.ts';
import { checksummedStream } from '../checksummed-stream.ts';
import { clearTemporary, entriesOf } from '../temporary.ts';

const SHARD = /^[0-9a-f]{2}$/;

/**
 * Opens the stored files in a local folder. If a stream fails, the failure is reported to
 * `observe`.
 */
export function openFileStore(filesDirectory: string, observe: Observe): FileStore {
  return {
    isShared: false,

    async open(file) {
      const handle = await openStored(filesDirectory, file.sha256);
      const read = (position: number, bytes: number) => readPiece(handle, position, bytes);
      return checksummedStream(file, { read, close: () => handle.close() }, observe);
    },

    clear: () => clearTemporary(filesDirectory),

    async sweep(isStored) {
      let removed = 0;
      for await (const shard of entriesOf(filesDirectory)) {
        if (!SHARD.test(shard.name) || !shard.isDirectory()) continue;
        const folder = `${filesDirectory}/${shard.name}`;
        let isEmpty = true;
        for await (const entry of entriesOf(folder)) {
          const { name } = entry;
          // Delete only files that this service could have written.
          if (!SHA256.test(name) || entry.isDirectory() || (await isStored(name))) {
            isEmpty = false;
            continue;
          }
          await rm(contentPath(filesDirectory, name));
          removed += 1;
        }
        if (isEmpty) await rmdir(folder);
      }
      return removed;
    },

    remove: (sha256) => rm(contentPath(filesDirectory, sha256), { force: true }),
  };
}

/** Opens a stored file. Throws StoredFileDamaged if there is no regular file with this name. */
export async function openStored(filesDirectory: string, sha256: string): Promise<FileHandle> {
  assert(SHA256.test(sha256), 'a file is named by its SHA-256');
  const path = contentPath(filesDirectory, sha256);
  const handle = await open(path, READ_REGULAR_FILE).catch((cause: unknown) => {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (NO_FILE_CODES.has(code)) throw new StoredFileDamaged(sha256, { cause });
    throw new StoreUnavailable('A payment file could not be opened.', { cause });
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new StoredFileDamaged(sha256);
}

/** Reads up to `bytes` bytes. Returns fewer only if the file ends there. */
export async function readPiece(file: FileHandle, position: number, bytes: number) {
  const piece = Buffer.allocUnsafe(bytes);
  for (let filled = 0; filled < bytes;) {
    const { bytesRead } = await file.read(piece, filled, bytes - filled, position + filled);
    if (bytesRead === 0) return piece.subarray(0, filled);
    filled += bytesRead;
  }
  return piece;
}
