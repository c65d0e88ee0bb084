import type { Clock } from '../../shared/time.ts';
import { storedInFolder } from './folder/stored-files.ts';
import type { StoredFiles } from './stored-files.ts';
import type { FilesLocation } from './location.ts';
import { storedInBucket } from './s3/stored-files.ts';

/**
 * Opens the stored files for a worker thread.
 *
 * @param stopwatch monotonic clock in milliseconds
 * @param clock the machine's clock, whose time is part of each signed request to an object store
 */
export function openStoredFiles(
  { filesDirectory, bucket }: FilesLocation,
  { stopwatch, clock }: { readonly stopwatch: Clock; readonly clock: Clock },
): StoredFiles {
  if (bucket === null) return storedInFolder(filesDirectory, stopwatch);
  return storedInBucket(bucket, { filesDirectory, stopwatch, clock });
}
