import type { FileStore } from '../../../domain/ports/files.ts';
import { StoredFileDamaged } from '../../../domain/ports/storage-errors.ts';
import type { Observe } from '../../../domain/records/events.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { contentName, SHA256 } from '../content.ts';
import { checksummedStream } from '../checksummed-stream.ts';
import { clearTemporary } from '../temporary.ts';
import { keyOf, type Bucket } from './bucket.ts';
import { BucketClient } from './client.ts';
import { Objects, type ObjectPart } from './objects.ts';
import { removeVersion, versionsBelow } from './versions.ts';

/** Number of bytes to request at once while a file is sent: four pieces. */
const READ_AHEAD_BYTES = 1024 * 1024;

/**
 * Minimum age of an orphaned version before it is deleted, in milliseconds. A younger one may
 * belong to an upload in progress. It exceeds the duration of any upload, and FRESH_MS, by days.
 */
export const ABANDONED_MS = 7 * DAY_MS;

/** Opens the stored files in an object store. Temporary files are in `filesDirectory`. */
export function filesInBucket(bucket: Bucket, filesDirectory: string, observe: Observe): FileStore {
  const client = new BucketClient(bucket);
  const objects = new Objects(bucket, client);
  return {
    isShared: true,

    async open(file) {
      const { sha256, bytes } = file;
      const partAt = async (position: number): Promise<ObjectPart['content']> => {
        const wanted = Math.min(READ_AHEAD_BYTES, bytes - position);
        const part = await objects.part(sha256, position, wanted);
        if (part === undefined) throw new StoredFileDamaged(sha256);
        return part.content;
      };
      // Read before the response starts, so that a missing file or an unavailable store still
      // changes the status.
      let [begin, ahead] = [0, await partAt(0)];
      const read = async (position: number, wanted: number) => {
        if (position >= begin + ahead.length) [begin, ahead] = [position, await partAt(position)];
        return ahead.subarray(position - begin, position - begin + wanted);
      };
      return checksummedStream(file, { read, close: () => Promise.resolve() }, observe);
    },

    clear: () => clearTemporary(filesDirectory),

    async sweep(isStored) {
      const known = new Map<string, boolean>();
      let removed = 0;
      for await (const version of versionsBelow(client, keyOf(bucket, ''))) {
        const sha256 = version.key.slice(-64);
        const isOurs = SHA256.test(sha256) && version.key === keyOf(bucket, contentName(sha256));
        if (!isOurs || version.ageMs < ABANDONED_MS) continue;
        // The list contains the versions of one object one after another.
        if (!known.has(sha256)) known.clear();
        const isKnown = known.get(sha256) ?? (await isStored(sha256));
        known.set(sha256, isKnown);
        if (isKnown) continue;
        await removeVersion(client, version);
        removed += 1;
      }
      return removed;
    },
  };
}
