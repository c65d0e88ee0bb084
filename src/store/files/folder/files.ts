import type { Dirent } from 'node:fs';
import { mkdir, open, opendir, rm, rmdir, type FileHandle } from 'node:fs/promises';
import type { FileStore, SealedFile } from '../../../domain/ports/files.ts';
import { KeptFileDamaged, StoreUnavailable } from '../../../domain/ports/unavailable.ts';
import type { Observe } from '../../../domain/records/events.ts';
import { assert } from '../../../kernel/assert.ts';
import {
  contentPath,
  NO_FILE,
  PIECE_BYTES,
  READ_PLAIN,
  sealOf,
  temporaryDirectory,
} from '../content.ts';

const SHA256 = /^[0-9a-f]{64}$/;
const SHARD = /^[0-9a-f]{2}$/;

/**
 * The kept files below a folder, laid out as content.ts says. `observe` is told of a file
 * that cannot be given back to its end.
 */
export function openFileStore(filesDirectory: string, observe: Observe): FileStore {
  return {
    async open(file) {
      const { sha256 } = file;
      assert(SHA256.test(sha256), 'a file is named by its SHA-256');
      const path = contentPath(filesDirectory, sha256);
      const handle = await open(path, READ_PLAIN).catch((cause: unknown) => {
        const { code = '' } = cause as NodeJS.ErrnoException;
        if (NO_FILE.has(code)) throw new KeptFileDamaged(sha256, { cause });
        throw new StoreUnavailable('A payment file could not be opened.', { cause });
      });
      if ((await handle.stat()).isFile()) return streamOf(file, handle, observe);
      await handle.close();
      throw new KeptFileDamaged(sha256);
    },

    async sweep(isKept) {
      const temporary = temporaryDirectory(filesDirectory);
      await mkdir(temporary, { recursive: true });
      let removed = 0;
      for await (const { name } of entriesOf(temporary)) {
        await rm(`${temporary}/${name}`, { recursive: true });
        removed += 1;
      }
      for await (const shard of entriesOf(filesDirectory)) {
        if (!SHARD.test(shard.name) || !shard.isDirectory()) continue;
        const folder = `${filesDirectory}/${shard.name}`;
        let isEmpty = true;
        for await (const entry of entriesOf(folder)) {
          const { name } = entry;
          // Only what this service could have put there is its own to remove.
          if (!SHA256.test(name) || entry.isDirectory() || (await isKept(name))) {
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
  };
}

function streamOf(
  { sha256, bytes, seals }: SealedFile,
  file: FileHandle,
  observe: Observe,
): ReadableStream<Uint8Array> {
  let [number, position] = [0, 0];
  let isCancelled = false;
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      try {
        if (position < bytes) {
          const piece = await readPiece(file, position, Math.min(PIECE_BYTES, bytes - position));
          // Away from the event loop, which has others to answer.
          const digest = Buffer.from(await crypto.subtle.digest('SHA-256', piece));
          if (!digest.equals(sealOf(seals, number))) throw new KeptFileDamaged(sha256);
          if (isCancelled) return;
          controller.enqueue(piece);
          number += 1;
          position += piece.length;
          if (position < bytes) return;
        }
        await file.close();
        controller.close();
      } catch (error) {
        if (isCancelled) return;
        await file.close();
        observe({ kind: 'failure', what: 'giving back a payment file', error });
        controller.error(error);
      }
    },
    cancel: () => {
      isCancelled = true;
      return file.close();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

/** So many bytes; fewer where the file ends before them. */
async function readPiece(file: FileHandle, position: number, bytes: number) {
  const piece = Buffer.allocUnsafe(bytes);
  for (let filled = 0; filled < bytes;) {
    const { bytesRead } = await file.read(piece, filled, bytes - filled, position + filled);
    if (bytesRead === 0) return piece.subarray(0, filled);
    filled += bytesRead;
  }
  return piece;
}

async function* entriesOf(directory: string): AsyncGenerator<Dirent> {
  yield* await opendir(directory);
}
