import type { Clock } from '../../../shared/time.ts';
import type { StoredFiles } from '../stored-files.ts';
import { FileWriter } from './store-file.ts';
import { VerifiedFiles } from './verified-reads.ts';

/**
 * The kept files in a folder. For one thread.
 *
 * @param stopwatch the machine's, which nobody sets
 */
export function storedInFolder(filesDirectory: string, stopwatch: Clock): StoredFiles {
  const keeper = new FileWriter(filesDirectory);
  const verified = new VerifiedFiles(filesDirectory, stopwatch);
  return {
    keep(file, sha256) {
      keeper.keep(file, sha256);
      verified.vouchFor({ sha256, bytes: file.bytes });
    },
    reading: (_, use) => use(verified),
    check(file) {
      verified.check(file);
    },
    seal: (file, take) => verified.seal(file, take),
  };
}
