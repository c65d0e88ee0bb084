import type { Stopwatch } from '../../../shared/time.ts';
import type { StoredFiles } from '../stored-files.ts';
import { FileWriter } from './store-file.ts';
import { VerifiedFiles } from './verified-reads.ts';

/**
 * Opens the stored files in a folder, for use by one thread.
 *
 * @param stopwatch monotonic clock in milliseconds
 */
export function storedInFolder(filesDirectory: string, stopwatch: Stopwatch): StoredFiles {
  const writer = new FileWriter(filesDirectory);
  const verified = new VerifiedFiles(filesDirectory, stopwatch);
  return {
    store(file, sha256) {
      writer.store(file, sha256);
      verified.trust({ sha256, bytes: file.bytes });
    },
    withFiles: (_, use) => use(verified),
    check(file) {
      verified.check(file);
    },
    checksum: (file, onPiece) => verified.checksum(file, onPiece),
  };
}
