import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, lstat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { syncPath } from '../../auth/keys/private-file.ts';
import type { BucketSetting } from '../../config/bucket.ts';
import { contentName, contentPath } from '../../store/files/content.ts';
import { Archive } from '../../store/files/s3/archive.ts';
import { formatBucket } from '../../store/files/s3/bucket.ts';
import { IntegrityError, CliError } from '../program.ts';

/** The stored payment files of a service or a backup, in a folder or an object store. */
export interface FileStorage {
  /** Returns the location of a file as operators see it. */
  locationOf(sha256: string): string;
  /** Copies a file durably. Throws if it is missing. */
  copyTo(sha256: string, path: string): Promise<void>;
  /** Returns `whole`, or the problem of the file. */
  stateOf(sha256: string): Promise<string>;
}

/** Returns the payment files below a folder. */
export function filesInFolder(filesDirectory: string): FileStorage {
  const locationOf = (sha256: string): string => contentPath(filesDirectory, sha256);
  return {
    locationOf,

    async copyTo(sha256, path) {
      const original = locationOf(sha256);
      if (!existsSync(original))
        throw new IntegrityError(`The payment file ${original} is missing.`);
      if (await isNotRegularFile(original)) {
        throw new IntegrityError(`The payment file ${original} is not a regular file.`);
      }
      await copyDurably(original, path);
    },

    async stateOf(sha256) {
      const path = locationOf(sha256);
      if (await isNotRegularFile(path)) return 'is not a regular file and must be removed first';
      try {
        return (await hashOf(path)) === sha256 ? 'whole' : 'was changed';
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        return code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`;
      }
    },
  };
}

/** Returns the payment files in an object store. */
export function filesInBucket(bucket: BucketSetting): FileStorage {
  const archive = new Archive(bucket);
  const locationOf = (sha256: string): string =>
    `${contentName(sha256)} of ${formatBucket(bucket)}`;
  return {
    locationOf,

    async copyTo(sha256, path) {
      if (!(await archive.copyTo(sha256, path))) {
        throw new IntegrityError(`The payment file ${locationOf(sha256)} is missing.`);
      }
      await syncPath(path);
    },

    async stateOf(sha256) {
      const found = await archive.hashOf(sha256);
      if (found === undefined) return 'is missing';
      return found === sha256 ? 'whole' : 'was changed';
    },
  };
}

/** Returns true if the path is not a regular file. Reading a pipe, for example, would hang. */
async function isNotRegularFile(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && !found.isFile();
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function hashOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
}

export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch((cause: unknown) => {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new CliError(`${from} cannot be copied to ${to} (${code}).`, { cause });
  });
  await syncPath(to);
}
