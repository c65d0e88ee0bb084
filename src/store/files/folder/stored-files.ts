import type { Clock } from '../../../shared/time.ts';
import type { KeptFiles } from '../stored-files.ts';
import { FileKeeper } from './store-file.ts';
import { VerifiedFiles } from './verified-reads.ts';

/**
 * The kept files in a folder. For one thread.
 *
 * @param stopwatch the machine's, which nobody sets
 */
export function keptInFolder(filesDirectory: string, stopwatch: Clock): KeptFiles {
  const keeper = new FileKeeper(filesDirectory);
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
