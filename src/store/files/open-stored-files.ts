import type { Stopwatch } from '../../shared/time.ts';
import { storedInFolder } from './folder/folder-files.ts';
import type { StoredFiles } from './stored-files.ts';
import type { FilesLocation } from './location.ts';
import { storedInBucket } from './s3/s3-files.ts';

/**
 * Opens the stored files for a worker thread.
 *
 * @param stopwatch monotonic clock in milliseconds
 */
export function openStoredFiles(
  { filesDirectory, bucket }: FilesLocation,
  stopwatch: Stopwatch,
): StoredFiles {
  if (bucket === null) return storedInFolder(filesDirectory, stopwatch);
  return storedInBucket(bucket, { filesDirectory, stopwatch });
}
