import type { Clock } from '../../shared/time.ts';
import { storedInFolder } from './folder/stored-files.ts';
import type { StoredFiles } from './stored-files.ts';
import type { FilesLocation } from './location.ts';
import { storedInBucket } from './s3/stored-files.ts';

/**
 * The kept files as a thread works on them.
 *
 * @param stopwatch the machine's, which nobody sets
 * @param clock the machine's: requests to an object store are signed for a moment
 */
export function openStoredFiles(
  { filesDirectory, bucket }: FilesLocation,
  { stopwatch, clock }: { readonly stopwatch: Clock; readonly clock: Clock },
): StoredFiles {
  if (bucket === null) return storedInFolder(filesDirectory, stopwatch);
  return storedInBucket(bucket, { filesDirectory, stopwatch, clock });
}
