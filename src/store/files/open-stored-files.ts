import type { Clock } from '../../shared/time.ts';
import { keptInFolder } from './folder/stored-files.ts';
import type { KeptFiles } from './stored-files.ts';
import type { FilesPlace } from './location.ts';
import { keptInBucket } from './s3/stored-files.ts';

/**
 * The kept files as a thread works on them.
 *
 * @param stopwatch the machine's, which nobody sets
 * @param clock the machine's: requests to an object store are signed for a moment
 */
export function openKeptFiles(
  { filesDirectory, bucket }: FilesPlace,
  { stopwatch, clock }: { readonly stopwatch: Clock; readonly clock: Clock },
): KeptFiles {
  if (bucket === null) return keptInFolder(filesDirectory, stopwatch);
  return keptInBucket(bucket, { filesDirectory, stopwatch, clock });
}
