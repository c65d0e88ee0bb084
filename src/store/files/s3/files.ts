import type { FileStore } from '../../../domain/ports/files.ts';
import { StoredFileDamaged } from '../../../domain/ports/storage-errors.ts';
import type { Observe } from '../../../domain/records/events.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { contentName, SHA256 } from '../content.ts';
import { checksummedStream } from '../checksummed-stream.ts';
import { clearTemporary } from '../temporary.ts';
import { keyOf, type Bucket } from './bucket.ts';
import { S3Client, type ClientOptions } from './client.ts';
import { Objects, type ObjectPart } from './objects.ts';
import { removeVersion, versionsBelow } from './versions.ts';

/** Bytes that are asked for at once for whoever reads a file: four pieces. */
const READ_AHEAD_BYTES = 1024 * 1024;

/**
 * What is younger may be of an upload whose consent does not have it yet. Longer by days than an
 * upload can take, and than an object is put once more for (FRESH_MS).
 */
export const ABANDONED_MS = 7 * DAY_MS;

/** The kept files in an object store; `filesDirectory` has what is temporary. */
export function filesInBucket(
  bucket: Bucket,
  filesDirectory: string,
  options: ClientOptions & { readonly observe: Observe },
): FileStore {
  const client = new S3Client(bucket, options);
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
      // Before the first byte is promised: what is gone or away is told by a status.
      let [begin, ahead] = [0, await partAt(0)];
      const read = async (position: number, wanted: number) => {
        if (position >= begin + ahead.length) [begin, ahead] = [position, await partAt(position)];
        return ahead.subarray(position - begin, position - begin + wanted);
      };
      return checksummedStream(file, { read, close: () => Promise.resolve() }, options.observe);
    },

    clear: () => clearTemporary(filesDirectory),

    async sweep(isKept) {
      const known = new Map<string, boolean>();
      let removed = 0;
      for await (const version of versionsBelow(client, keyOf(bucket, ''))) {
        const sha256 = version.key.slice(-64);
        const isOurs = SHA256.test(sha256) && version.key === keyOf(bucket, contentName(sha256));
        if (!isOurs || version.ageMs < ABANDONED_MS) continue;
        // Versions of one object follow each other.
        if (!known.has(sha256)) known.clear();
        const isKnown = known.get(sha256) ?? (await isKept(sha256));
        known.set(sha256, isKnown);
        if (isKnown) continue;
        await removeVersion(client, version);
        removed += 1;
      }
      return removed;
    },
  };
}
