import type { FileStore } from '../../../domain/ports/files.ts';
import { StoredFileDamaged } from '../../../domain/ports/storage-errors.ts';
import type { Observe } from '../../../domain/records/events.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { contentName, SHA256 } from '../content.ts';
import { checksummedStream } from '../checksummed-stream.ts';
import { clearTemporary } from '../temporary.ts';
import { formatBucket, keyOf, type Bucket } from './bucket.ts';
import { BucketClient } from './client.ts';
import { Objects, type ObjectPart } from './objects.ts';
import { readOwner } from './ownership.ts';
import { removeVersion, versionsBelow } from './versions.ts';

/** Number of bytes requested at once while a file is sent to a client. It equals four pieces. */
const READ_AHEAD_BYTES = 1024 * 1024;

/**
 * Minimum age in milliseconds at which an orphaned version is deleted. A younger version may belong
 * to an upload in progress. The value is several days longer than any upload takes, and than
 * FRESH_MS.
 */
export const ABANDONED_MS = 7 * DAY_MS;

/** Opens the stored files in an object store. `filesDirectory` is for temporary files. */
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
      // Read the first part before the response starts. If the file is missing or the store is
      // unavailable, the HTTP status can then still report the failure.
      let begin = 0;
      let ahead = await partAt(0);
      const read = async (position: number, wanted: number) => {
        if (position >= begin + ahead.length) {
          ahead = await partAt(position);
          begin = position;
        }
        return ahead.subarray(position - begin, position - begin + wanted);
      };
      return checksummedStream(file, { read, close: () => Promise.resolve() }, observe);
    },

    clear: () => clearTemporary(filesDirectory),

    async sweep(isStored, owner) {
      await requireOwner(bucket, client, owner);
      const known = new Map<string, boolean>();
      let removed = 0;
      for await (const version of versionsBelow(client, keyOf(bucket, ''))) {
        const sha256 = version.key.slice(-64);
        const isOurs = SHA256.test(sha256) && version.key === keyOf(bucket, contentName(sha256));
        if (!isOurs || version.ageMs < ABANDONED_MS) continue;
        // All versions of one object follow each other in the list, so one name is cached at a
        // time.
        if (!known.has(sha256)) known.clear();
        const isKnown = known.get(sha256) ?? (await isStored(sha256));
        known.set(sha256, isKnown);
        if (isKnown) continue;
        await removeVersion(client, version);
        removed += 1;
      }
      return removed;
    },

    async remove(sha256, owner) {
      await requireOwner(bucket, client, owner);
      for await (const version of versionsBelow(client, keyOf(bucket, contentName(sha256)))) {
        await removeVersion(client, version);
      }
    },
  };
}

/** Throws an error if the mark of the bucket's prefix does not name this database. */
async function requireOwner(
  bucket: Bucket,
  client: BucketClient,
  owner: string | null,
): Promise<void> {
  if ((await readOwner(bucket, client)) === owner) return;
  throw new Error(
    `${formatBucket(bucket)} is not marked as the files of this database, so no orphaned ` +
      'file was deleted. Another database may use the same prefix.',
  );
}
