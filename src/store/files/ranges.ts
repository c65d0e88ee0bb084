import type { StoredFile } from '../../domain/ports/files.ts';
import { StoredFileDamaged, StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import { openStored, readPiece } from './folder/files.ts';
import type { FilesLocation } from './location.ts';
import { BucketClient } from './s3/client.ts';
import { MAX_PART_BYTES, Objects } from './s3/objects.ts';

/**
 * Reads a range of a stored file without verifying the file, so its format needs checksums. Throws
 * StoredFileDamaged if the file does not exist or ends before the range does.
 *
 * @param bytes at most MAX_RANGE_BYTES
 */
export type ReadRange = (
  file: StoredFile,
  position: number,
  bytes: number,
) => Promise<Uint8Array<ArrayBuffer>>;

/** Maximum number of bytes of a range. */
export const MAX_RANGE_BYTES = MAX_PART_BYTES;

/** Returns the function that reads ranges of stored files, in the folder or the object store. */
export function openRanges({ filesDirectory, bucket }: FilesLocation): ReadRange {
  const read = bucket === null ? fromFolder(filesDirectory) : fromBucket(bucket);
  return async (file, position, bytes) => {
    const range = await read(file, position, bytes);
    if (range.length !== bytes) throw new StoredFileDamaged(file.sha256);
    return range;
  };
}

function fromFolder(filesDirectory: string): ReadRange {
  return async ({ sha256 }, position, bytes) => {
    const handle = await openStored(filesDirectory, sha256);
    try {
      return await readPiece(handle, position, bytes);
    } catch (cause) {
      throw new StoreUnavailable('A stored file could not be read.', { cause });
    } finally {
      await handle.close();
    }
  };
}

function fromBucket(bucket: NonNullable<FilesLocation['bucket']>): ReadRange {
  const objects = new Objects(bucket, new BucketClient(bucket));
  return async (file, position, bytes) => {
    const part = await objects.part(file.sha256, position, bytes);
    if (part?.of !== file.bytes) throw new StoredFileDamaged(file.sha256);
    return part.content;
  };
}
